// SPDX-License-Identifier: MIT
#include "answers/training/calibrated.h"

#include "base/error.h"

namespace wgf::answers {

Calibrated::Calibrated(const PredictRequest& request, const Surroundings& surroundings) {
  if (!request.is_calibrated) return;
  kept_ = surroundings.calibration(request.cards.front()->id);
  if (!kept_->training)
    throw Error({"calibration.none_of_trainings", {{"gpu", kept_->gpu}}}, ExitCode::usage);
  own_ = advisor::calibrated(advisor::fitted_training(), kept_->training->found.coefficients);
}

}  // namespace wgf::answers
