// SPDX-License-Identifier: MIT
#include "advisor/score/rating.h"

#include <gtest/gtest.h>

#include <limits>

namespace wgf::advisor {
namespace {

using results::Result;

const catalog::Catalog& records() {
  static const catalog::Catalog catalog;
  return catalog;
}

Result training(const std::string& model, const std::string& precision, double mfu) {
  Result result;
  result.measured_case.benchmark = "train";
  result.measured_case.parameters = {{"model", model}, {"batch_size", std::int64_t{64}}};
  result.math_mode = results::MathMode{.compute = precision};
  result.metrics = {results::single_metric("mfu", mfu)};
  return result;
}

std::vector<results::Rating> rate(const Result& result) {
  return ratings_of(result, records().models());
}

TEST(Rating, FortyOnePercentIsGoodForABf16Transformer) {
  const auto ratings = rate(training("bert-base", "bf16", 41));
  ASSERT_EQ(ratings.size(), 1U);
  EXPECT_EQ(ratings[0], (results::Rating{"mfu", "transformer_training", "bf16", "good"}));
}

TEST(Rating, TheSameShareMeansAnotherThingForAConvolutionalNetwork) {
  EXPECT_EQ(rate(training("resnet50", "bf16", 41)).at(0).level, "excellent");
  EXPECT_EQ(rate(training("resnet50", "bf16", 10)).at(0).level, "good");
  EXPECT_EQ(rate(training("bert-base", "bf16", 10)).at(0).level, "poor");
}

TEST(Rating, TheArithmeticInEffectDecides) {
  EXPECT_EQ(rate(training("resnet50", "tf32", 10)).at(0).level, "fair");
  EXPECT_EQ(rate(training("resnet50", "fp32", 10)).at(0).level, "poor");
}

TEST(Rating, BandsBeginAtTheirFigure) {
  const RatingBand band{.fair = 20, .good = 35, .excellent = 50};
  EXPECT_EQ(level_of(band, 19.99), "poor");
  EXPECT_EQ(level_of(band, 20), "fair");
  EXPECT_EQ(level_of(band, 35), "good");
  EXPECT_EQ(level_of(band, 50), "excellent");
}

TEST(Rating, NothingIsSaidOfSmallBatchesUnknownNetworksAndFailedCases) {
  Result small = training("bert-base", "bf16", 41);
  small.measured_case.parameters.set("batch_size", std::int64_t{1});
  EXPECT_TRUE(rate(small).empty());
  EXPECT_TRUE(rate(training("my_own.pt", "bf16", 41)).empty());
  EXPECT_TRUE(rate(training("bert-base", "fp64", 41)).empty());
  EXPECT_TRUE(
      rate(training("bert-base", "bf16", std::numeric_limits<double>::quiet_NaN())).empty());
  Result failed = training("bert-base", "bf16", 41);
  failed.status = results::Status::invalid;
  EXPECT_TRUE(rate(failed).empty());
}

TEST(Rating, UtilisationIsRatedWhateverThePrecision) {
  Result result = training("bert-base", "bf16", 41);
  result.metrics.push_back(results::single_metric("gpu_utilization", 97));
  EXPECT_EQ(rate(result).at(1),
            (results::Rating{"gpu_utilization", "transformer_training", "", "excellent"}));
  Result copy;
  copy.measured_case.benchmark = "bandwidth";
  copy.metrics = {results::single_metric("bandwidth_utilization", 89)};
  EXPECT_EQ(rate(copy).at(0),
            (results::Rating{"bandwidth_utilization", "memory", "", "excellent"}));
}

TEST(Rating, BandsRiseAndSayWhatTheyRestOn) {
  for (const RatingBand& band : known_bands()) {
    EXPECT_LT(0, band.fair) << band.task;
    EXPECT_LT(band.fair, band.good) << band.task;
    EXPECT_LT(band.good, band.excellent) << band.task;
    EXPECT_FALSE(band.source.empty());
  }
}

}  // namespace
}  // namespace wgf::advisor
