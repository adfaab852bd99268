// SPDX-License-Identifier: MIT
#include "answers/sources/predict_sources.h"

namespace wgf::answers {

Calibrated::Calibrated(const PredictOptions& options, const PredictRequest& request,
                       const Surroundings& surroundings) {
  if (!options.is_calibrated) return;
  kept_ = surroundings.calibration(request.cards.front()->id);
  own_ = advisor::calibrated(advisor::fitted_training(), kept_->found.coefficients);
}

}  // namespace wgf::answers
