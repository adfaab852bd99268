// SPDX-License-Identifier: MIT
// Trainings of our engine folded in: results of a card that is slower than its forecast, made from
// the forecast's own terms.

#include <gtest/gtest.h>

#include <cmath>

#include "advisor/training/generation.h"
#include "answers/calibrate/calibrate.h"
#include "answers/parallel/case_forecast.h"
#include "answers/parallel/forecast_rows.h"
#include "answers/test_surroundings.h"
#include "base/files.h"
#include "base/statistics.h"
#include "results/json.h"

namespace wgf::answers::engine_test {
namespace {

using results::Case;
using results::Result;

constexpr const char* card = "h200-sxm";
constexpr double slower_products = 1.12, slower_memory = 1.3;

Case training(const char* model, std::int64_t batch,
              std::initializer_list<std::pair<const char*, std::int64_t>> sizes = {},
              std::int64_t length = 1024) {
  Case value{.benchmark = "train_decoder",
             .parameters = {{"model", std::string(model)},
                            {"batch_size", batch},
                            {"sequence_length", length},
                            {"precision", std::string("bf16")}}};
  for (const auto& [name, size] : sizes) value.parameters.set(name, size);
  return value;
}

Case with(Case value, const char* name, const results::Value& setting) {
  value.parameters.set(name, setting);
  return value;
}

// Whose products, attention's too, and whose memory are uniformly slower than forecast.
Seconds slow_step(const Case& value) {
  const CaseForecast known(value, card, surroundings_of_tests(), false);
  catalog::Gpu slow = *known.forecast().gpu;
  slow.memory_bandwidth = slow.memory_bandwidth * (1 / slower_memory);
  advisor::TrainingCoefficients c = advisor::fitted_training().coefficients;
  const auto generation = static_cast<std::size_t>(*advisor::generation_of(slow));
  const auto software = static_cast<std::size_t>(engine_software);
  c.energy[generation] *= slower_products;
  c.matrices[software] /= slower_products;
  c.attention[generation] /= slower_products;
  advisor::TrainingForecast forecast = known.forecast();
  forecast.parts = *step_time(known.network(), forecast.one, slow, forecast.node, c);
  const auto stages = static_cast<int>(value.parameters.integer("pp", 1));
  if (stages == 1) return forecast.step();
  const auto kind = pipeline::Kind::one_f_one_b;
  const auto schedule = pipeline::make_schedule(
      kind, stages, static_cast<int>(value.parameters.integer("accumulate", 1)), 1);
  return forecast_pipeline(forecast, known.network(), kind, schedule, false).step;
}

// A little off in turn, as repeated runs are.
std::vector<Result> results_of(const std::vector<Case>& cases) {
  std::vector<Result> all;
  double noise = 0.01;
  for (const Case& value : cases) {
    Result result{.measured_case = value};
    result.devices.clear();
    const auto ranks = static_cast<std::size_t>(value.ranks());
    for (std::size_t rank = 0; rank < ranks; ++rank)
      result.devices.push_back({.id = "cuda:" + std::to_string(rank), .catalog_id = card});
    result.metrics = {
        results::single_metric("step_time", 1e3 * slow_step(value).value * (1 + noise))};
    all.push_back(std::move(result));
    noise = -noise;
  }
  return all;
}

Outcome<CalibrateAnswer> fold(std::vector<Result> results) {
  NamedRun one{.file = "train.json", .run = {}};
  one.run.started_at = "2026-01-02T03:04:05Z";
  one.run.results = std::move(results);
  return calibrate({one}, surroundings_of_tests());
}

double percent_off(const Case& value, const Surroundings& surroundings) {
  const Result forecast = forecast_result(value, card, surroundings);
  EXPECT_EQ(forecast.status, results::Status::ok);
  const results::Metric* step = forecast.find("step_time");
  return step == nullptr ? 100 : 100 * std::abs(step->value / 1e3 / slow_step(value).value - 1);
}

double median_off(const std::vector<Case>& cases, const Surroundings& surroundings) {
  std::vector<double> off;
  for (const Case& value : cases) off.push_back(percent_off(value, surroundings));
  return median(off);
}

// As kept of that fold.
Surroundings calibrated_by(const CalibrateAnswer& answer) {
  Surroundings surroundings = surroundings_of_tests();
  surroundings.calibration = [kept = answer.kept](const std::string&) { return kept; };
  return surroundings;
}

const std::vector<Case>& measured() {
  static const std::vector<Case> cases{training("gpt2-medium", 4),
                                       training("gpt2-medium", 16),
                                       training("llama-3.2-1b", 2),
                                       training("llama-3.2-1b", 1, {}, 4096),
                                       training("llama-3.2-1b", 4, {{"dp", 2}}),
                                       training("llama-3.2-1b", 4, {{"tp", 2}}),
                                       training("llama-3.2-1b", 2, {{"dp", 2}, {"zero", 3}})};
  return cases;
}

TEST(CalibrateEngine, ForecastsOfOtherLayoutsAndBatchesComeNear) {
  const std::vector<Case> others{
      training("gpt2-xl", 1),
      training("gpt2-xl", 4),
      training("gpt2-large", 8),
      training("llama-3.2-1b", 8),
      training("llama-3.2-1b", 1, {}, 8192),
      training("llama-3.2-3b", 1),
      training("gpt2-xl", 4, {{"dp", 4}, {"zero", 1}}),
      training("llama-3.2-1b", 4, {{"tp", 4}}),
      training("gpt2-xl", 4, {{"dp", 8}, {"zero", 3}}),
      training("gpt2-xl", 1, {{"pp", 4}, {"accumulate", 16}}),
      with(training("llama-3.2-3b", 2, {{"dp", 2}}), "recompute", std::string("full"))};
  const auto outcome = fold(results_of(measured()));
  ASSERT_FALSE(outcome.refusal);
  ASSERT_TRUE(outcome.answer->kept.training);
  EXPECT_EQ(outcome.answer->kept.training->results, 7);
  const double before = median_off(others, surroundings_of_tests());
  const double after = median_off(others, calibrated_by(*outcome.answer));
  EXPECT_GT(before, 10);
  EXPECT_LT(after, 5);
  RecordProperty("before", std::to_string(before));
  RecordProperty("after", std::to_string(after));
}

TEST(CalibrateEngine, LongerSequencesThanTheNetworkKnowsAreForecast) {
  const auto seconds = [](std::int64_t length) {
    return CaseForecast(training("gpt2-xl", 8, {}, length), card, surroundings_of_tests(), false)
        .step()
        .value;
  };
  EXPECT_GT(seconds(2048), 1.9 * seconds(1024));
}

// Measured by the engine on an H200 (docs/guide/several-gpus.md), ms.
TEST(CalibrateEngine, ForecastsAreNearWhatAnH200Measured) {
  const auto again = [](const char* what) {
    return with(training("gpt2-xl", 8, {}, 2048), "recompute", std::string(what));
  };
  const std::pair<Case, double> steps[] = {{training("llama-3.2-1b", 2, {}, 4096), 130.5},
                                           {training("gpt2-xl", 8, {}, 2048), 333.1},
                                           {again("selective"), 338.8},
                                           {again("full"), 438.4}};
  for (const auto& [value, milliseconds] : steps) {
    const Seconds step = CaseForecast(value, card, surroundings_of_tests(), false).step();
    EXPECT_NEAR(1e3 * step.value / milliseconds, 1, 0.1) << value.key();
  }
}

// Data, sharded and tensor parallelism on one to four of them, and pipelines of two.
TEST(CalibrateEngine, FoldsStepsOfFourH200To5Percent) {
  const std::string file = WGF_SOURCE_DIR "/data/truth/engine_steps_h200.json";
  const auto outcome =
      calibrate({{file, results::parse_run(read_file(file), file)}}, surroundings_of_tests());
  ASSERT_FALSE(outcome.refusal);
  const auto& training = *outcome.answer->kept.training;
  EXPECT_EQ(training.results, 24);  // of 28: four are by copies, which no forecast knows
  EXPECT_LT(training.found.error.after, 0.05);
  EXPECT_LT(*training.found.error.held_out, 0.05);
}

TEST(CalibrateEngine, RowsSayThatTheyAreCalibrated) {
  const auto outcome = fold(results_of(measured()));
  const Result row = forecast_result(measured().front(), card, calibrated_by(*outcome.answer));
  ASSERT_EQ(row.warnings.size(), 1U);
  EXPECT_EQ(row.warnings[0].key, "tasks.llm_forecast_calibrated");
  EXPECT_TRUE(forecast_result(measured().front(), card, surroundings_of_tests()).warnings.empty());
}

TEST(CalibrateEngine, WhatTheForecastDoesNotTellApartSaysNothing) {
  std::vector<Result> foreign = results_of({training("gpt2", 8)});
  foreign[0].warnings.push_back({"engine.no_training_kernels", {}});
  std::vector<Result> eager = results_of({training("gpt2", 8, {{"dp", 2}})});
  eager[0].measured_case.parameters.set("overlap", std::string("off"));
  std::vector<Result> other = results_of({training("gpt2", 8)});
  other[0].measured_case.parameters.set("model", std::string("./own/config.json"));
  for (const auto& results : {foreign, eager, other}) {
    const auto outcome = fold(results);
    ASSERT_TRUE(outcome.refusal);
    EXPECT_EQ(outcome.refusal->message().key, "calibration.no_results");
  }
}

TEST(CalibrateEngine, LinksMoveOnlyWhereStepsWereSharedOut) {
  const auto names = [](const std::vector<Case>& cases) {
    std::string all;
    const auto outcome = fold(results_of(cases));
    for (const auto& one : outcome.answer->kept.training->found.coefficients) all += one.name + " ";
    return all;
  };
  EXPECT_EQ(names({training("gpt2", 8)}).find("exposed"), std::string::npos);
  const std::string shared = names({training("gpt2", 8, {{"dp", 2}})});
  EXPECT_NE(shared.find("data_exposed"), std::string::npos);
  EXPECT_EQ(shared.find("tensor_exposed"), std::string::npos);
}

}  // namespace
}  // namespace wgf::answers::engine_test
