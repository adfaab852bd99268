// SPDX-License-Identifier: MIT
#include "cli/measure/step_forecasts.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace wgf::cli {
namespace {

using results::Result;

Result measured(const char* model, const std::vector<std::string>& cards) {
  Result result{.measured_case = {.benchmark = "train_decoder",
                                  .parameters = {{"model", std::string(model)},
                                                 {"batch_size", std::int64_t{4}},
                                                 {"sequence_length", std::int64_t{1024}},
                                                 {"precision", std::string("bf16")}}}};
  if (cards.size() > 1)
    result.measured_case.parameters.set("dp", static_cast<std::int64_t>(cards.size()));
  result.devices.clear();
  for (const std::string& card : cards) result.devices.push_back({.catalog_id = card});
  result.metrics = {results::single_metric("step_time", 100)};
  return result;
}

// The forecast beside that result; nothing: none.
std::optional<double> forecast_of(Result result, const std::optional<double>& energy = {}) {
  const answers::Surroundings surroundings{
      .catalog = catalog::embedded_catalog(),
      .today = Day(std::chrono::year(2026) / 11 / 20),
      .prices = {},
      .calibration = [&](const std::string& gpu) -> answers::KeptCalibration {
        if (!energy) throw Error({"calibration.none", {{"gpu", gpu}}});
        answers::KeptCalibration kept{
            .gpu = gpu, .record = {}, .training = answers::KeptFold{}, .serving = {}};
        kept.training->found.coefficients = {{"energy.hopper", *energy}};
        return kept;
      }};
  results::Run run{.results = {std::move(result)}};
  add_step_forecasts(run, surroundings);
  EXPECT_EQ(run.results[0].warnings.size(), energy ? 1U : 0U);
  const results::Metric* forecast = run.results[0].find("step_forecast");
  return forecast == nullptr ? std::nullopt : std::optional(forecast->value);
}

TEST(StepForecasts, StandBesideDecodersOfTheCatalogueOnItsCards) {
  const auto one = forecast_of(measured("gpt2-xl", {"h200-sxm"}));
  const auto two = forecast_of(measured("gpt2-xl", {"h200-sxm", "h200-sxm"}));
  ASSERT_TRUE(one && two);
  EXPECT_GT(*one, 50);
  EXPECT_GT(*two, *one);
  EXPECT_FALSE(forecast_of(measured("./own/config.json", {"h200-sxm"})));
  EXPECT_FALSE(forecast_of(measured("gpt2-xl", {""})));
  EXPECT_FALSE(forecast_of(measured("gpt2-xl", {"h200-sxm", "h100-sxm"})));
  Result failed = measured("gpt2-xl", {"h200-sxm"});
  failed.status = results::Status::failed;
  EXPECT_FALSE(forecast_of(failed));
}

TEST(StepForecasts, AreOfWhatCalibrateKept) {
  const Result result = measured("gpt2-xl", {"h200-sxm"});
  EXPECT_GT(*forecast_of(result, 1.5), 1.1 * *forecast_of(result));
}

TEST(StepForecasts, OnceAddedStay) {
  Result result = measured("gpt2-xl", {"h200-sxm"});
  result.metrics.push_back(results::single_metric("step_forecast", 7));
  EXPECT_EQ(forecast_of(result), 7);
}

}  // namespace
}  // namespace wgf::cli
