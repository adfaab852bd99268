// SPDX-License-Identifier: MIT
#include "answers/training/calibrated.h"

namespace wgf::answers {

Calibrated::Calibrated(const PredictRequest& request, const Surroundings& surroundings) {
  if (!request.is_calibrated) return;
  kept_ = surroundings.calibration(request.cards.front()->id);
  own_ = advisor::calibrated(advisor::fitted_training(), kept_->found.coefficients);
}

}  // namespace wgf::answers
