// SPDX-License-Identifier: MIT
#pragma once
// Measured batches of llm folded into the efficiencies that forecasts of services rest on.
// docs/method/calibration.md.

#include <optional>
#include <string>
#include <vector>

#include "advisor/calibration/calibration.h"
#include "advisor/serving/batch_forecast.h"

namespace wgf::advisor {

struct MeasuredBatch {
  std::string model;
  Network network;
  BatchQuestion asked;
  std::optional<Seconds> prefill, decode;  // all prompts together; a step
};

// As calibrate() does of trainings; held out is each length of text in turn. Nothing: no forecast
// is known of any of the batches.
std::optional<Calibration> calibrate_serving(const catalog::Gpu& gpu,
                                             const std::vector<MeasuredBatch>& batches,
                                             const FittedServing& fitted);

// A factor is of that coefficient of all software: what a card reaches is its own. Throws
// Error(calibration.unknown_coefficient) where the set has no such name.
FittedServing calibrated(const FittedServing& fitted,
                         const std::vector<CalibratedCoefficient>& coefficients);

// Each phase of each batch that there is a forecast of.
std::vector<CalibratedResult> calibrated_results(const catalog::Gpu& gpu,
                                                 const std::vector<MeasuredBatch>& batches,
                                                 const FittedServing& fitted,
                                                 const Calibration& found);

}  // namespace wgf::advisor
