// SPDX-License-Identifier: MIT
#pragma once
// Measured results of one machine folded into the efficiencies that its forecasts rest on.
// docs/method/calibration.md.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "advisor/calibration/fold.h"
#include "advisor/network/network.h"
#include "advisor/training/coefficients.h"
#include "base/units.h"
#include "catalog/gpu.h"
#include "results/result.h"

namespace wgf::advisor {

struct MeasuredStep {
  std::string model;  // results of one network, type and form count as one together
  Network network;
  TrainingCase one;
  Seconds time;
  // Of our training engine: how it was shared out ("tp2 zero1"; "" on one card), and the time with
  // other coefficients, its pipeline replayed. Empty: of LibTorch's operators, by step_time().
  std::string form;
  std::function<std::optional<Seconds>(const TrainingCoefficients& c)> of_engine;
};
struct MeasuredProduct {  // of large matrices
  ComputeType type = ComputeType::bf16;
  FlopsPerSecond rate;
};
struct CalibrationData {
  std::vector<MeasuredStep> steps;
  std::vector<MeasuredProduct> products;
  std::size_t size() const { return steps.size() + products.size(); }
};

struct CalibratedCoefficient {
  std::string name;  // of coefficient_list()
  double factor = 1;
};
struct Calibration {
  std::vector<CalibratedCoefficient> coefficients;
  CalibrationError error;  // held out: each network in turn
};

// The most likely coefficients, given the fitted ones with the spread that the fit itself gives
// them, and results that lie as far off as forecasts of sources held out of it did. Few or
// contradicting results move them little. Nothing: no forecast is known of the card, or there are
// no results.
std::optional<Calibration> calibrate(const catalog::Gpu& gpu, const CalibrationData& data,
                                     const FittedTraining& fitted);

// What a run reaches of the rates known of its very card (data/score/): the median over the cases
// of the score that both have. Nothing: no rate of the card was measured or published.
struct RecordRatio {
  double ratio = 1;
  int cases = 0;
};
std::optional<RecordRatio> record_ratio(const results::Run& run, std::span<const catalog::Gpu> gpus,
                                        const catalog::Gpu& gpu);

// Throws Error(calibration.unknown_coefficient) where the set has no such name.
FittedTraining calibrated(const FittedTraining& fitted,
                          const std::vector<CalibratedCoefficient>& coefficients);

// One result, and what it is predicted to be before and after: s of a step, FLOP/s of a product.
struct CalibratedResult {
  std::string name;  // "gpt2 bf16 b64", "product bf16"
  bool is_step = false;
  double measured = 0, before = 0, after = 0;
};
std::vector<CalibratedResult> calibrated_results(const catalog::Gpu& gpu,
                                                 const CalibrationData& data,
                                                 const FittedTraining& fitted,
                                                 const Calibration& found);

}  // namespace wgf::advisor
