// SPDX-License-Identifier: MIT
#include "advisor/calibration/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "advisor/network/catalog_network.h"
#include "advisor/predict/training_forecast.h"
#include "advisor/training/step_time.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Catalog& all() {
  return catalog::embedded_catalog();
}
const catalog::Gpu& h200() {
  return *all().gpus().find_id("h200-sxm");
}

MeasuredStep step_of(const char* name, double batch, const TrainingCoefficients& truth,
                     double times = 1) {
  MeasuredStep step;
  step.model = name;
  step.network = *network_of(*catalog::one_model(all().models(), name).model);
  step.one.work.batch = step.one.global_batch = batch;
  step.one.work.sequence = 1024;
  complete_case(step.one, true);
  const auto time = step_time(step.network, step.one, h200(), usual_node(h200()), truth);
  step.time = time->total() * times;
  return step;
}

double factor_of(const Calibration& found, const std::string& name) {
  for (const CalibratedCoefficient& one : found.coefficients)
    if (one.name == name) return one.factor;
  return 0;
}

TEST(Calibrate, ResultsAsForecastMoveNothing) {
  const FittedTraining& fitted = fitted_training();
  CalibrationData data;
  data.steps.push_back(step_of("gpt2", 8, fitted.coefficients));
  const auto found = calibrate(h200(), data, fitted);
  ASSERT_TRUE(found);
  for (const CalibratedCoefficient& one : found->coefficients)
    EXPECT_NEAR(one.factor, 1, 1e-6) << one.name;
  EXPECT_NEAR(found->error.before, 0, 1e-9);
  EXPECT_FALSE(found->error.held_out);  // one network
}

TEST(Calibrate, OneProductIsShrunkByThePriorAndItsOwnSpread) {
  // ln(rate) falls by J x ln(energy), J = 1 where power alone limits. With a prior of 0.12 and a
  // spread of 0.08, 0.08^2 / (0.12^2 J^2 + 0.08^2) of the difference is left: 0.308 with J = 1. An
  // H200 is limited by its units as well, so it is more.
  const FittedTraining& fitted = fitted_training();
  TrainingCase one;
  const double share = fitted.coefficients.matrices[0];
  const double rate = card_speed(h200(), one, fitted.coefficients)->matrix_rate.value / share;
  CalibrationData data;
  data.products.push_back({ComputeType::bf16, FlopsPerSecond(rate * 0.9)});
  const auto found = calibrate(h200(), data, fitted);
  ASSERT_TRUE(found);
  EXPECT_GT(factor_of(*found, "energy.hopper"), 1);
  EXPECT_NEAR(found->error.before, -std::log(0.9), 1e-9);
  EXPECT_GT(found->error.after / found->error.before, 0.308);
  EXPECT_LT(found->error.after / found->error.before, 0.6);
  EXPECT_EQ(factor_of(*found, "launch.pytorch"), 0);  // no step was measured
}

TEST(Calibrate, MoreResultsMoveMoreAndPredictTheNextOne) {
  const FittedTraining& fitted = fitted_training();
  TrainingCoefficients truth = fitted.coefficients;
  truth.energy[static_cast<std::size_t>(Generation::hopper)] *= 1.15;
  truth.between[0] *= 1.2;
  CalibrationData few, many;
  few.steps.push_back(step_of("gpt2", 8, truth));
  for (const char* name : {"gpt2", "gpt2-medium", "gpt2-large", "gpt2-xl"})
    many.steps.push_back(step_of(name, 8, truth));
  const auto one = calibrate(h200(), few, fitted), four = calibrate(h200(), many, fitted);
  const MeasuredStep unseen = step_of("llama-3.2-1b", 4, truth);
  const auto off = [&](const TrainingCoefficients& set) {
    const auto time = step_time(unseen.network, unseen.one, h200(), usual_node(h200()), set);
    return std::abs(std::log(time->total().value / unseen.time.value));
  };
  const double before = off(fitted.coefficients);
  EXPECT_LT(off(calibrated(fitted, one->coefficients).coefficients), before);
  EXPECT_LT(off(calibrated(fitted, four->coefficients).coefficients),
            off(calibrated(fitted, one->coefficients).coefficients));
  ASSERT_TRUE(four->error.held_out);
  EXPECT_LT(*four->error.held_out, four->error.before);
}

TEST(Calibrate, BatchesOfOneNetworkCountAsOneTogether) {
  const FittedTraining& fitted = fitted_training();
  CalibrationData one, eight;
  for (int i = 0; i < 8; ++i) eight.steps.push_back(step_of("gpt2", 8, fitted.coefficients, 1.2));
  one.steps.push_back(eight.steps.front());
  const auto few = calibrate(h200(), one, fitted), many = calibrate(h200(), eight, fitted);
  for (std::size_t i = 0; i < few->coefficients.size(); ++i)
    EXPECT_NEAR(few->coefficients[i].factor, many->coefficients[i].factor, 1e-6);
}

TEST(Calibrate, NothingWhereNoForecastIsKnown) {
  EXPECT_FALSE(calibrate(h200(), {}, fitted_training()));
  CalibrationData data;
  data.products.push_back({ComputeType::bf16, FlopsPerSecond(1e13)});
  EXPECT_FALSE(calibrate(*all().gpus().find_id("gtx-1080-ti"), data, fitted_training()));
}

TEST(Calibrated, UnknownNamesAreAnError) {
  EXPECT_THROW(calibrated(fitted_training(), {{"warp.hopper", 1}}), Error);
}

}  // namespace
}  // namespace wgf::advisor
