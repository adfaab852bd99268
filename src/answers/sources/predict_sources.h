// SPDX-License-Identifier: MIT
#pragma once
// What forecasts are made from beside the question: rents of today and fitted efficiencies.

#include "advisor/recommend/machines.h"
#include "advisor/training/coefficients.h"
#include "answers/surroundings.h"
#include "answers/training/predict_request.h"

namespace wgf::answers {

// Rents are read only where dollars are asked for: reading them takes longer than all else.
class Rents {
 public:
  Rents(const PredictRequest& request, const PredictOptions& options,
        const Surroundings& surroundings);
  Rents(const Rents&) = delete;
  Rents& operator=(const Rents&) = delete;

  std::optional<advisor::RunRent> of(const catalog::Gpu& gpu, int gpus) const {
    return advisor::run_rent(priced_, gpu, gpus);
  }
  const std::vector<advisor::PricedOffer>& all() const { return priced_; }

 private:
  std::shared_ptr<const Prices> prices_;  // what is priced points into them
  std::vector<advisor::PricedOffer> priced_;
};

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
