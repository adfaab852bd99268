// SPDX-License-Identifier: MIT
#pragma once
// What forecasts are made from beside the question: rents of today and fitted efficiencies.

#include "advisor/recommend/machines.h"
#include "advisor/training/coefficients.h"
#include "answers/surroundings.h"
#include "answers/training/predict_request.h"

namespace wgf::answers {

// The fitted efficiencies, or with --calibrated what this machine's card was found to have.
class Calibrated {
 public:
  Calibrated(const PredictOptions& options, const PredictRequest& request,
             const Surroundings& surroundings);
  const advisor::FittedTraining& fitted() const {
    return own_ ? *own_ : advisor::fitted_training();
  }
  // Whose results were folded in; nothing without --calibrated.
  const std::optional<KeptCalibration>& kept() const { return kept_; }

 private:
  std::optional<KeptCalibration> kept_;
  std::optional<advisor::FittedTraining> own_;
};

}  // namespace wgf::answers
