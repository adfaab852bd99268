// SPDX-License-Identifier: MIT
// What stands beside a measured load: the forecast, and what the GPUs did.

#include <gtest/gtest.h>

#include "base/error.h"
#include "cli/measure/serve/gpu_watch.h"
#include "cli/measure/serve/serve_forecast.h"

namespace wgf::cli {
namespace {

using results::Result;
using results::single_metric;

Result served(results::Parameters load) {
  Result result{.measured_case = {.benchmark = "serve_test", .parameters = std::move(load)}};
  result.target = results::Target{.address = "http://a", .server = "vllm"};
  result.metrics = {
      single_metric("input.token_count", 1000), single_metric("output.token_count", 200),
      single_metric("output.token_throughput", 500), single_metric("measured_time", 20)};
  return result;
}

double value_of(const Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? 0 : metric->value;
}

Result with_forecast(Result result, const ForecastService& service, double factor = 0) {
  const answers::Surroundings surroundings{
      .catalog = catalog::embedded_catalog(),
      .today = Day(std::chrono::year(2026) / 11 / 20),
      .prices = {},
      .calibration = [&](const std::string& gpu) -> answers::KeptCalibration {
        if (factor == 0) throw Error({"calibration.none", {{"gpu", gpu}}});
        answers::KeptCalibration kept{
            .gpu = gpu, .record = {}, .training = {}, .serving = answers::KeptFold{}};
        kept.serving->started_at = "2026-11-02T00:00:00Z";
        kept.serving->found.coefficients = {{"memory.hopper", factor}};
        return kept;
      }};
  results::Run run{.results = {std::move(result)}};
  add_serve_forecasts(run, service, surroundings);
  return run.results[0];
}

TEST(ServeForecasts, StandBesideLoadsOfModelsAndCardsThatAreKnown) {
  const results::Parameters users{{"concurrency", std::int64_t{8}}};
  const ForecastService known{.model = "llama-3.1-8b", .gpu = "h200-sxm"};
  const Result one = with_forecast(served(users), known);
  EXPECT_GT(value_of(one, "ttft_forecast"), 5);
  EXPECT_GT(value_of(one, "tpot_forecast"), 3);
  // Eight users who wait for their tokens.
  EXPECT_LT(value_of(one, "output.token_throughput_forecast"),
            8e3 / value_of(one, "tpot_forecast"));
  ForecastService two = known;
  two.gpus = "2";
  EXPECT_LT(value_of(with_forecast(served(users), two), "tpot_forecast"),
            value_of(one, "tpot_forecast"));
  EXPECT_EQ(with_forecast(served(users), {.model = "nobody/knows-it", .gpu = "h200-sxm"}).metrics,
            served(users).metrics);
  EXPECT_EQ(with_forecast(served(users), {.model = "llama-3.1-8b", .gpu = ""}).metrics,
            served(users).metrics);
}

// 2.5 requests/s of 200 tokens, which the card has time for.
TEST(ServeForecasts, OfARateGiveWhatArrives) {
  const Result open = with_forecast(served({{"rate", 2.5}, {"requests", std::int64_t{100}}}),
                                    {.model = "llama-3.1-8b", .gpu = "h200-sxm"});
  EXPECT_NEAR(value_of(open, "output.token_throughput_forecast"), 500, 1);
}

LoadedGpu gpu(double percent, double watts, double clock, double joules) {
  LoadedGpu one{.energy = Joules(joules)};
  for (const double time : {0.5, 0.6}) {
    results::SensorReading reading{.time_s = time};
    reading.gpu_utilization = percent;
    reading.power_w = watts;
    reading.sm_clock_mhz = clock;
    one.readings.push_back(reading);
  }
  return one;
}

// 500 tokens/s for 20 s are 10,000 tokens.
TEST(GpuWatch, PowerAndEnergyOfSeveralAreSums) {
  Result result = served({});
  add_gpus({gpu(90, 400, 1980, 8000), gpu(70, 300, 1700, 6000)}, result);
  EXPECT_EQ(value_of(result, "power"), 700);
  EXPECT_EQ(value_of(result, "gpu_utilization"), 80);
  EXPECT_EQ(value_of(result, "sm_clock"), 1700);
  EXPECT_DOUBLE_EQ(value_of(result, "output.energy_per_token"), 1.4);
  ASSERT_EQ(result.sensors.size(), 2u);
  EXPECT_EQ(result.sensors[0].power_w, 400);
  Result none = served({});
  add_gpus({}, none);
  EXPECT_EQ(none, served({}));
}

}  // namespace
}  // namespace wgf::cli
