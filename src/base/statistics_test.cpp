// SPDX-License-Identifier: MIT
#include "base/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace wgf {
namespace {

std::vector<double> autoregressive(std::size_t n, double phi, double sigma, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<double> noise(0, sigma);
  std::vector<double> values;
  double state = 0;
  for (std::size_t i = 0; i < n; ++i) {
    state = phi * state + noise(engine);
    values.push_back(100 + state);
  }
  return values;
}

TEST(Statistics, QuantileInterpolatesAsNumpyDoes) {
  const std::vector<double> samples{4, 1, 3, 2};
  EXPECT_DOUBLE_EQ(quantile(samples, 0.0), 1);
  EXPECT_DOUBLE_EQ(quantile(samples, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile(samples, 0.95), 3.85);
  EXPECT_DOUBLE_EQ(quantile(samples, 1.0), 4);
}

TEST(Statistics, NoSamplesIsNotANumber) {
  EXPECT_TRUE(std::isnan(median({})));
  EXPECT_EQ(summarize({}).count, 0u);
}

TEST(Statistics, SpreadOfHandWorkedSamples) {
  const std::vector<double> samples{2, 4, 4, 4, 5, 5, 7, 9};
  EXPECT_NEAR(standard_deviation(samples), std::sqrt(32.0 / 7.0), 1e-12);
  EXPECT_DOUBLE_EQ(median_absolute_deviation(samples), 0.5);
}

TEST(Statistics, IntervalOfTheMedianCoversTheTruthAtItsConfidence) {
  int covered = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Interval interval = median_interval(autoregressive(200, 0.0, 1.0, seed));
    covered += interval.low <= 100 && 100 <= interval.high;
  }
  EXPECT_GE(covered, 180);  // 95 % nominal; 90 % would already be a fault
}

TEST(Statistics, FewSamplesHaveTheIntervalOfStudent) {
  // 10, 11, 12: deviation 1, so 11 ± 4.303 / √3
  const std::vector<double> three{10, 12, 11};
  EXPECT_NEAR(median_interval(three).low, 11 - 4.303 / std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(median_interval(three).high, 11 + 4.303 / std::sqrt(3.0), 1e-9);
  const std::vector<double> two{1, 2};
  EXPECT_EQ(median_interval(two).low, 0) << "no time is negative";
  EXPECT_NEAR(median_interval(two).high, 1.5 + 12.706 * 0.5, 1e-9);
}

TEST(Statistics, TheIntervalOfFewSamplesCoversTheTruth) {
  int covered = 0;
  constexpr int trials = 1000;
  for (unsigned seed = 1; seed <= trials; ++seed) {
    const Interval interval = median_interval(autoregressive(4, 0.0, 1.0, seed));
    covered += interval.low <= 100 && 100 <= interval.high;
  }
  EXPECT_GT(covered, 0.93 * trials);
}

TEST(Statistics, AutocorrelatedSamplesWidenTheInterval) {
  const auto independent = autoregressive(400, 0.0, 1.0, 7);
  const auto dependent = autoregressive(400, 0.9, std::sqrt(1 - 0.81), 7);
  EXPECT_GT(bootstrap_block_length(dependent), bootstrap_block_length(independent));
  EXPECT_GT(median_interval(dependent).half_width(),
            1.5 * median_interval(independent).half_width());
}

TEST(Statistics, RatioIntervalFindsATwoPercentDifference) {
  auto base = autoregressive(200, 0.3, 0.5, 1);
  auto slower = autoregressive(200, 0.3, 0.5, 2);
  for (double& x : slower) x *= 1.02;
  const Interval ratio = median_ratio_interval(slower, base);
  EXPECT_GT(ratio.low, 1.01);
  EXPECT_LT(ratio.high, 1.03);
}

TEST(Statistics, RatioOfMeansCountsRareLongWaits) {
  std::vector<double> waiting(100, 1.0), ready(100, 1.0);
  for (std::size_t i = 0; i < waiting.size(); i += 10) waiting[i] = 11;
  const Interval of_means = mean_ratio_interval(waiting, ready);
  EXPECT_LT(of_means.low, 2);
  EXPECT_GT(of_means.high, 2);
  EXPECT_GT(of_means.low, 1.3);
  EXPECT_EQ(median_ratio_interval(waiting, ready).high, 1);
}

TEST(Statistics, SameSeedSameInterval) {
  const auto samples = autoregressive(50, 0.5, 1, 3);
  EXPECT_EQ(median_interval(samples), median_interval(samples));
}

}  // namespace
}  // namespace wgf
