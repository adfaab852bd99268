// SPDX-License-Identifier: MIT
#include "advisor/market/scenario.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

std::optional<ScenarioRate> rate_of(const char* scenario, const char* gpu,
                                    const KnownRates& known) {
  const catalog::GpuCatalog& gpus = catalog::embedded_catalog().gpus();
  const Forecaster forecaster(current_score_definition(), gpus.gpus, known_efficiencies(), known);
  return scenario_rate(
      *find_scenario(scenario), *gpus.find_id(gpu),
      {current_score_definition(), forecaster, catalog::embedded_catalog().models()});
}

TEST(Scenario, EachIsACaseOfTheScoreOrAService) {
  for (const Scenario& one : scenarios())
    EXPECT_NE(current_score_definition().find(one.case_id) != nullptr, !one.served.empty())
        << one.name;
  EXPECT_EQ(find_scenario("gaming"), nullptr);
}

TEST(Scenario, TokensAreThoseOfTheSamples) {
  const KnownRates known{{"l4", "infer_gpt2", 1000, results::RateKind::measured, "s"},
                         {"l4", "infer_resnet50", 900, results::RateKind::measured, "s"}};
  const auto tokens = rate_of("inference", "l4", known);
  ASSERT_TRUE(tokens);
  EXPECT_EQ(tokens->value, 128'000);  // 128 tokens a sample
  EXPECT_EQ(tokens->kind, results::RateKind::measured);
  EXPECT_EQ(tokens->low, tokens->high);
  EXPECT_EQ(rate_of("inference-resnet50", "l4", known)->value, 900);
}

TEST(Scenario, AForecastHasTheRangeOfItsErrors) {
  const auto rate = rate_of("training", "l4", {});
  ASSERT_TRUE(rate);
  EXPECT_EQ(rate->kind, results::RateKind::forecast);
  EXPECT_NEAR(rate->low * 1.26, rate->value, 1e-9 * rate->value);
  EXPECT_NEAR(rate->high * 0.74, rate->value, 1e-9 * rate->value);
}

// 500 images/s of another harness, and a card this program measured: converted, and no longer
// exact.
TEST(Scenario, AConvertedRateSaysSoAndHasTheRangeOfForecasts) {
  const KnownRates known{{"l4", "train_resnet50", 500, results::RateKind::published, "s"},
                         {"h200-sxm", "train_resnet50", 4735, results::RateKind::measured, "s"}};
  const auto rate = rate_of("training-resnet50", "l4", known);
  ASSERT_TRUE(rate && rate->conversion);
  EXPECT_EQ(rate->kind, results::RateKind::published);
  EXPECT_NEAR(rate->value, 500 * *rate->conversion, 1e-9 * rate->value);
  EXPECT_NEAR(rate->low * 1.26, rate->value, 1e-9 * rate->value);
  EXPECT_NEAR(rate->high * 0.74, rate->value, 1e-9 * rate->value);
  EXPECT_FALSE(rate_of("training-resnet50", "h200-sxm", known)->conversion);
}

// Eight billion weights of two bytes are 16 GB: in them on 80 GB, in fewer on 16 GB.
TEST(Scenario, AServiceTakesTheWidestFormatThereIsRoomFor) {
  const auto large = rate_of("llm-inference", "h100-sxm", {});
  const auto small = rate_of("llm-inference", "rtx-4080", {});
  ASSERT_TRUE(large && small);
  EXPECT_EQ(large->precision, "bf16");
  EXPECT_NE(small->precision, "bf16");
  EXPECT_LT(large->low, large->value);
  EXPECT_GT(large->high, large->value);
  EXPECT_GT(large->value, 3 * small->value);  // 3,352 GB/s against 717, and few requests have room
}

TEST(Scenario, NothingWhereNothingIsKnown) {
  EXPECT_FALSE(rate_of("inference", "mi250x", {}));  // no efficiency of its generation
}

}  // namespace
}  // namespace wgf::advisor
