// SPDX-License-Identifier: MIT
#include "answers/training/calibrated.h"

#include "base/error.h"

namespace wgf::answers {

Calibrated::Calibrated(bool is_asked, const std::string& gpu, const Surroundings& surroundings) {
  if (!is_asked) return;
  kept_ = surroundings.calibration(gpu);
  if (!kept_->training)
    throw Error({"calibration.none_of_trainings", {{"gpu", kept_->gpu}}}, ExitCode::usage);
  own_ = advisor::calibrated(advisor::fitted_training(), kept_->training->found.coefficients);
}

}  // namespace wgf::answers
