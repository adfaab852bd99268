// SPDX-License-Identifier: MIT
#pragma once
// The fitted efficiencies, or with --calibrated what this machine's card was found to have.

#include <optional>
#include <string>

#include "advisor/training/coefficients.h"
#include "answers/surroundings.h"

namespace wgf::answers {

// Forecasts point into it: an answer that has some keeps it.
class Calibrated {
 public:
  // gpu: of the catalogue. Throws Error where that was asked for and nothing of trainings is kept.
  Calibrated(bool is_asked, const std::string& gpu, const Surroundings& surroundings);
  Calibrated(const Calibrated&) = delete;
  Calibrated& operator=(const Calibrated&) = delete;

  const advisor::FittedTraining& fitted() const {
    return own_ ? *own_ : advisor::fitted_training();
  }
  // Whose results were folded in; nothing unless that was asked for.
  const std::optional<KeptCalibration>& kept() const { return kept_; }

 private:
  std::optional<KeptCalibration> kept_;
  std::optional<advisor::FittedTraining> own_;
};

}  // namespace wgf::answers
