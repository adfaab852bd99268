// SPDX-License-Identifier: MIT
#include "advisor/score/forecast.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

// 2 GFLOP and 8 MB a sample.
CaseDefinition small_case() {
  return {.id = "train_small",
          .area = "training",
          .weight = 1,
          .benchmark = "train",
          .model = "small",
          .kind = WorkKind::transformer,
          .gflop = 2,
          .traffic_mb = 8,
          .unit = "samples/s",
          .reference = 1};
}

// 100 TFLOP/s in fp16, 1000 GB/s.
catalog::Gpu card(const std::string& id) {
  catalog::Gpu gpu{.id = id, .vendor = "NVIDIA", .architecture = "Test"};
  gpu.compute_capability = "1.0";
  gpu.memory_gb = 16;
  gpu.memory_bandwidth = BytesPerSecond(1e12);
  gpu.peak.fp16 = FlopsPerSecond(1e14);
  gpu.peak.fp32 = FlopsPerSecond(1e13);
  return gpu;
}

Efficiencies half_and_quarter() {
  return {{.id = "test",
           .architecture = "Test",
           .capabilities = {"1.0"},
           .convolutional_low = 0.1,
           .convolutional_fp32 = 0.2,
           .transformer_low = 0.5,
           .transformer_fp32 = 0.25}};
}

TEST(Roofline, AddsTheTimesOfArithmeticAndTraffic) {
  // 2e9 / 1e14 = 20 us, 8e6 / 1e12 = 8 us: 28 us a sample.
  const auto roofline = network_roofline(small_case(), card("a"));
  ASSERT_TRUE(roofline);
  EXPECT_TRUE(roofline->low_precision);
  EXPECT_NEAR(roofline->rate, 1e6 / 28, 1e-6);
}

TEST(Roofline, ACardWithoutHalfPrecisionMovesTwiceTheBytesInFp32) {
  catalog::Gpu old = card("old");
  old.peak.fp16.reset();
  // 2e9 / 1e13 = 200 us, 16e6 / 1e12 = 16 us.
  const auto roofline = network_roofline(small_case(), old);
  ASSERT_TRUE(roofline);
  EXPECT_FALSE(roofline->low_precision);
  EXPECT_NEAR(roofline->rate, 1e6 / 216, 1e-6);
}

TEST(Roofline, ACardWithoutAnyPeakHasNone) {
  catalog::Gpu unknown = card("unknown");
  unknown.peak = {};
  EXPECT_FALSE(network_roofline(small_case(), unknown));
}

TEST(Forecast, IsRooflineTimesTheEfficiencyOfTheGeneration) {
  const ScoreDefinition definition{.version = 1, .areas = {"training"}, .cases = {small_case()}};
  const std::vector<catalog::Gpu> gpus{card("a")};
  const Efficiencies efficiencies = half_and_quarter();
  const KnownRates none;
  const Forecaster forecaster(definition, gpus, efficiencies, none);
  EXPECT_NEAR(*forecaster.forecast(small_case(), gpus[0]), 0.5 * 1e6 / 28, 1e-6);
  EXPECT_EQ(forecaster.rate(small_case(), gpus[0])->kind, results::RateKind::forecast);
}

TEST(Forecast, IsTiedToWhatThisProgramMeasured) {
  const ScoreDefinition definition{.version = 1, .areas = {"training"}, .cases = {small_case()}};
  const std::vector<catalog::Gpu> gpus{card("a"), card("b"), card("c")};
  const Efficiencies efficiencies = half_and_quarter();
  // Twice the 17857 samples/s of the forecast: every forecast and published rate doubles.
  const KnownRates known{
      {.gpu = "a", .case_id = "train_small", .value = 1e6 / 28},
      {.gpu = "b", .case_id = "train_small", .value = 100, .kind = results::RateKind::published}};
  const Forecaster forecaster(definition, gpus, efficiencies, known);
  EXPECT_NEAR(forecaster.factor(small_case()), 2, 1e-12);
  EXPECT_EQ(forecaster.rate(small_case(), gpus[0])->kind, results::RateKind::measured);
  EXPECT_NEAR(forecaster.rate(small_case(), gpus[1])->value, 200, 1e-9);
  EXPECT_EQ(forecaster.rate(small_case(), gpus[1])->kind, results::RateKind::published);
  EXPECT_NEAR(forecaster.rate(small_case(), gpus[1])->conversion.value(), 2, 1e-12);
  EXPECT_FALSE(forecaster.rate(small_case(), gpus[0])->conversion);
  EXPECT_FALSE(forecaster.rate(small_case(), gpus[2])->conversion);
  EXPECT_EQ(measured_gpus(known, "train_small"), std::vector<std::string>{"a"});
  const Forecaster::Rate converted = *forecaster.rate(small_case(), gpus[1]);
  EXPECT_NEAR(converted.low(), 200 / 1.26, 1e-9);
  EXPECT_NEAR(converted.high(), 200 / 0.74, 1e-9);
  EXPECT_EQ(forecaster.rate(small_case(), gpus[0])->low(), 1e6 / 28);
  EXPECT_NEAR(forecaster.rate(small_case(), gpus[2])->value, 1e6 / 28, 1e-6);
}

TEST(Forecast, ACaseNobodyMeasuredTakesTheFactorOfThoseLikeIt) {
  CaseDefinition other = small_case();
  other.id = "train_other";
  const ScoreDefinition definition{
      .version = 1, .areas = {"training"}, .cases = {small_case(), other}};
  const std::vector<catalog::Gpu> gpus{card("a")};
  const Efficiencies efficiencies = half_and_quarter();
  const KnownRates known{{.gpu = "a", .case_id = "train_small", .value = 1e6 / 28}};
  const Forecaster forecaster(definition, gpus, efficiencies, known);
  EXPECT_NEAR(forecaster.factor(other), 2, 1e-12);
}

TEST(Forecast, NothingIsGuessedForAGenerationNobodyMeasured) {
  const ScoreDefinition definition{.version = 1, .areas = {"training"}, .cases = {small_case()}};
  std::vector<catalog::Gpu> gpus{card("a")};
  gpus[0].compute_capability = "2.0";
  const Efficiencies efficiencies = half_and_quarter();
  const KnownRates none;
  EXPECT_FALSE(Forecaster(definition, gpus, efficiencies, none).rate(small_case(), gpus[0]));
}

TEST(Forecast, EveryKnownRateIsOfACaseAndACardThereAre) {
  const catalog::Catalog catalog;
  for (const KnownRate& rate : known_rates()) {
    EXPECT_NE(catalog.gpus().find_id(rate.gpu), nullptr) << rate.gpu;
    EXPECT_NE(current_score_definition().find(rate.case_id), nullptr) << rate.case_id;
  }
}

TEST(Forecast, TheFittedEfficienciesAreSharesOfARoofline) {
  EXPECT_GE(known_efficiencies().size(), 12U);
  for (const GenerationEfficiency& generation : known_efficiencies())
    for (const WorkKind kind : {WorkKind::convolutional, WorkKind::transformer})
      for (const bool low : {true, false}) {
        EXPECT_GT(generation.of(kind, low), 0.1) << generation.id;
        EXPECT_LT(generation.of(kind, low), 0.9) << generation.id;
      }
}

}  // namespace
}  // namespace wgf::advisor
