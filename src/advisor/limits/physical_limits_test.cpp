// SPDX-License-Identifier: MIT
#include "advisor/limits/physical_limits.h"

#include <gtest/gtest.h>

#include "results/cache_rate.h"

namespace wgf::advisor {
namespace {

using results::Result;
using results::single_metric;
using results::Status;

// H200: 989.4 TFLOP/s dense bf16 as stated, 1070 at its highest clock; 4800 GB/s.
PeakRates h200() {
  return {.dense_flops = {{"bf16", FlopsPerSecond(989.4e12)}},
          .flop_limits = {{"bf16", FlopsPerSecond(1070e12)}},
          .memory_bandwidth = BytesPerSecond(4800e9)};
}

Result bf16_result(std::initializer_list<results::Metric> metrics) {
  Result result;
  result.measured_case = {.benchmark = "train"};
  result.math_mode = results::MathMode{.compute = "bf16"};
  result.metrics = metrics;
  return result;
}

double value_of(const Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? -1 : metric->value;
}

std::string argument(const Result& result, const std::string& name) {
  for (const auto& [key, value] : result.reason->args)
    if (key == name) return value;
  return "";
}

TEST(PhysicalLimits, FillInMfuOfTheStatedPeak) {
  // 49.47 TFLOP in 100 ms are 494.7 TFLOP/s, half of 989.4.
  Result result =
      bf16_result({single_metric("flops_per_step", 49'470), single_metric("step_time", 100)});
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_NEAR(value_of(result, "mfu"), 50.0, 1e-9);
}

TEST(PhysicalLimits, PhasesHaveTheirOwnMfu) {
  Result result =
      bf16_result({single_metric("prefill.flops", 494.7), single_metric("decode.flops", 9.894)});
  EXPECT_TRUE(apply_physical_limits(result, h200()));
  EXPECT_NEAR(value_of(result, "prefill.mfu"), 50, 1e-9);
  EXPECT_NEAR(value_of(result, "decode.mfu"), 1, 1e-9);
  EXPECT_EQ(result.find("mfu"), nullptr);
  result.metrics.front().value = 1177;
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::invalid);
}

TEST(PhysicalLimits, AnAnswerThatReadsFasterThanMemoryIsInvalid) {
  Result result = bf16_result(
      {single_metric("decode.bandwidth", 4800), single_metric("decode.bytes_per_step", 15)});
  EXPECT_TRUE(apply_physical_limits(result, h200()));
  EXPECT_NEAR(value_of(result, "decode.bandwidth_utilization"), 100, 1e-9);
  result.metrics.front().value = 8500;  // as two pages of 2026 have it of a 70B on one H100
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.reason->key, "limits.bandwidth_above_peak");
  Result small = bf16_result(
      {single_metric("decode.bandwidth", 8500), single_metric("decode.bytes_per_step", 0.03)});
  apply_physical_limits(small, h200());
  EXPECT_EQ(small.status, Status::ok);
}

// What joined ranks state of a phase: 9014 GB/s of two cards with 4800 each.
TEST(PhysicalLimits, RanksReadTogetherWhatTheirCardsCan) {
  const PeakRates two = sum_of(std::vector<PeakRates>{h200(), h200()});
  Result result = bf16_result(
      {single_metric("decode.bandwidth", 9014), single_metric("decode.bytes_per_step", 8)});
  result.measured_case.benchmark = "llm";
  result.measured_case.parameters.set("tp", std::int64_t{2});
  Result impossible = result;
  apply_physical_limits(result, two);
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_NEAR(value_of(result, "decode.bandwidth_utilization"), 93.9, 0.01);
  impossible.metrics.front().value = 11000;
  apply_physical_limits(impossible, two);
  EXPECT_EQ(impossible.reason->key, "limits.bandwidth_above_peak");
}

TEST(PhysicalLimits, RateAboveTheHighestClockIsInvalid) {
  // 10 % above 1070.
  Result result = bf16_result({single_metric("flops", 1177)});
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::invalid);
  EXPECT_EQ(result.reason->key, "limits.flops_above_peak");
  EXPECT_EQ(argument(result, "excess"), "10.0");
  EXPECT_EQ(argument(result, "mode"), "bf16");
}

// 75 % of the operations in bf16 at 989.4 and 25 % in fp32 at 66.9 TFLOP/s: 222.5 in all; 238.7 at
// the highest clock.
TEST(PhysicalLimits, MixedFormatsAreBoundEachForItsShare) {
  PeakRates peaks = h200();
  peaks.dense_flops.emplace_back("fp32", FlopsPerSecond(66.9e12));
  peaks.flop_limits.emplace_back("fp32", FlopsPerSecond(71.7e12));
  Result possible = bf16_result({single_metric("flops", 111.25)}), impossible = possible;
  possible.math_mode->shares = impossible.math_mode->shares = {{"bf16", 0.75}, {"fp32", 0.25}};
  apply_physical_limits(possible, peaks);
  EXPECT_EQ(possible.status, Status::ok);
  EXPECT_NEAR(value_of(possible, "mfu"), 50.0, 0.01);
  impossible.metrics.front().value = 250;
  apply_physical_limits(impossible, peaks);
  EXPECT_EQ(impossible.status, Status::invalid);
  EXPECT_EQ(argument(impossible, "mode"), "75 % bf16, 25 % fp32");
  // Unknown of one is unknown of all.
  impossible.status = Status::ok;
  EXPECT_FALSE(apply_physical_limits(impossible, h200()));
  EXPECT_EQ(impossible.status, Status::ok);
}

TEST(PhysicalLimits, SeveralDevicesReachTheirSum) {
  // 1177 TFLOP/s are 10 % above the limit of one and half of what two may reach.
  const PeakRates two = sum_of(std::vector{h200(), h200()});
  Result result = bf16_result({single_metric("flops", 989.4)});
  apply_physical_limits(result, two);
  EXPECT_NEAR(value_of(result, "mfu"), 50.0, 1e-9);
  result = bf16_result({single_metric("flops", 1177)});
  apply_physical_limits(result, two);
  EXPECT_EQ(result.status, Status::ok);
  result = bf16_result({single_metric("flops", 2354)});
  apply_physical_limits(result, two);
  EXPECT_EQ(argument(result, "excess"), "10.0");
  // Unknown of one is unknown of both.
  EXPECT_TRUE(sum_of(std::vector{h200(), PeakRates{}}).dense_flops.empty());
  EXPECT_FALSE(sum_of(std::vector{h200(), PeakRates{}}).memory_bandwidth);
}

TEST(PhysicalLimits, BoostAboveTheStatedPeakIsFine) {
  Result result = bf16_result({single_metric("flops", 1050)});
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_GT(value_of(result, "mfu"), 100);
}

TEST(PhysicalLimits, LatencyImpliesARateToo) {
  // 1 TFLOP in half a millisecond: 2000 TFLOP/s.
  Result result =
      bf16_result({single_metric("flops_per_step", 1000), single_metric("latency", 0.5)});
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::invalid);
}

TEST(PhysicalLimits, BandwidthAboveTheMemorysIsInvalid) {
  Result result = bf16_result({single_metric("bandwidth", 5040)});
  result.measured_case.benchmark = "bandwidth";
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::invalid);
  EXPECT_EQ(result.reason->key, "limits.bandwidth_above_peak");
  EXPECT_EQ(argument(result, "excess"), "5.00");
  EXPECT_NEAR(value_of(result, "bandwidth_utilization"), 105, 1e-9);
}

TEST(PhysicalLimits, SmallHotArraysMayComeFromTheCache) {
  const auto copy = [](double gigabytes, const char* cache) {
    Result result =
        bf16_result({single_metric("bandwidth", 9000), single_metric("bytes_per_step", gigabytes)});
    result.measured_case = {.benchmark = "bandwidth",
                            .parameters = {{"cache", std::string(cache)}}};
    apply_physical_limits(result, h200());
    return result;
  };
  const Result small = copy(0.01, "hot");
  EXPECT_EQ(small.status, Status::ok);
  EXPECT_TRUE(results::comes_from_cache(small));
  EXPECT_EQ(small.find("bandwidth_utilization"), nullptr);
  EXPECT_EQ(copy(2, "hot").status, Status::invalid);
  EXPECT_EQ(copy(0.01, "cold").status, Status::invalid);
}

TEST(PhysicalLimits, ColdRowKernelsAreHeldAgainstTheMemoryHotOnesAreNot) {
  for (const char* cache : {"cold", "hot"}) {
    Result result = bf16_result({single_metric("bandwidth", 5040)});
    result.measured_case.benchmark = "norm_act";
    result.measured_case.parameters.set("cache", std::string(cache));
    apply_physical_limits(result, h200());
    const bool is_cold = std::string_view(cache) == "cold";
    EXPECT_EQ(result.status, is_cold ? Status::invalid : Status::ok) << cache;
    EXPECT_EQ(result.find("bandwidth_utilization") != nullptr, is_cold) << cache;
  }
}

TEST(PhysicalLimits, AConvolutionMayTakeFewerMultiplicationsThanItCounts) {
  Result result = bf16_result({single_metric("flops", 2000)});
  result.measured_case.benchmark = "conv";
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::ok);
  result.measured_case.parameters.set("filter_height", std::int64_t{1});
  apply_physical_limits(result, h200());
  EXPECT_EQ(result.status, Status::invalid);
}

TEST(PhysicalLimits, UnknownPeaksCheckAndAddNothing) {
  Result result = bf16_result({single_metric("flops", 1e9)});
  apply_physical_limits(result, {});
  EXPECT_EQ(result.status, Status::ok);
  EXPECT_EQ(result.metrics.size(), 1U);
}

TEST(QualityWarnings, NameWhatToDistrust) {
  Result result =
      bf16_result({single_metric("step_time", 100), single_metric("wall_step_time", 103),
                   single_metric("relative_precision", 0.9)});
  result.metrics[0].state = results::ThermalState::burst;
  result.stop_reason = results::StopReason::time_cap;
  result.sensors = {{.throttle_reasons = {"power_cap"}}, {}, {}, {}};
  add_quality_warnings(result);
  ASSERT_EQ(result.warnings.size(), 4U);
  EXPECT_EQ(result.warnings[0].key, "warning.throttled");
  EXPECT_EQ(result.warnings[0].args[1].second, "25.0");
  EXPECT_EQ(result.warnings[1].key, "warning.clocks_disagree");
  EXPECT_EQ(result.warnings[2].key, "warning.not_converged");
  EXPECT_EQ(result.warnings[3].key, "warning.burst");
}

TEST(QualityWarnings, FewStepsAreNotCalledImprecise) {
  Result result =
      bf16_result({single_metric("step_time", 100), single_metric("relative_precision", 0.3)});
  result.metrics[0].samples = {100, 100, 100.1};
  result.measured_case.stopping.precision_target = 0.01;
  result.measured_case.stopping.min_samples = 8;
  result.stop_reason = results::StopReason::time_cap;
  add_quality_warnings(result);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], (Message{"warning.few_steps", {{"count", "3"}, {"wanted", "8"}}}));
}

TEST(QualityWarnings, OfOneStepNoPrecisionIsKnown) {
  Result result = bf16_result({single_metric("step_time", 100)});
  result.metrics[0].samples = {100};
  result.measured_case.stopping.min_samples = 8;
  result.stop_reason = results::StopReason::time_cap;
  add_quality_warnings(result);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0], (Message{"warning.few_steps", {{"count", "1"}, {"wanted", "8"}}}));
}

TEST(QualityWarnings, AreNotRepeated) {
  Result result = bf16_result({single_metric("step_time", 100)});
  result.metrics[0].state = results::ThermalState::burst;
  add_quality_warnings(result);
  add_quality_warnings(result);
  EXPECT_EQ(result.warnings.size(), 1U);
}

// "Not settled after 10 s of warm-up" and "without waiting" cannot both be so.
TEST(QualityWarnings, WhoWaitedInVainIsNotSaidNotToHaveWaited) {
  Result result = bf16_result({single_metric("step_time", 100)});
  result.metrics[0].state = results::ThermalState::burst;
  result.warnings = {{"engine.not_settled", {{"seconds", "10"}}}};
  add_quality_warnings(result);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_EQ(result.warnings[0].key, "engine.not_settled");
}

TEST(QualityWarnings, TwoPercentBetweenTheClocksIsFine) {
  Result result =
      bf16_result({single_metric("step_time", 100), single_metric("wall_step_time", 101.9)});
  add_quality_warnings(result);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(QualityWarnings, ClocksAreComparedByTheirTotals) {
  // Medians 100 and 110 ms, but both clocks saw 300 ms in all.
  Result result = bf16_result({results::metric_from_samples("step_time", {100, 100, 100}),
                               results::metric_from_samples("wall_step_time", {80, 110, 110})});
  add_quality_warnings(result);
  EXPECT_TRUE(result.warnings.empty());
}

}  // namespace
}  // namespace wgf::advisor
