// SPDX-License-Identifier: MIT
#include "engine/measure/stopping.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/measure/warmup.h"

namespace wgf::engine {
namespace {

using results::StoppingRule;
using results::StopReason;

// Feeds samples of 1 ms until the rule ends the measuring.
struct Outcome {
  std::size_t samples = 0;
  std::optional<StopReason> reason;
};
template <typename Next>
Outcome feed(const StoppingRule& rule, Next next, std::size_t most = 100'000) {
  StoppingCheck check(rule);
  std::vector<double> samples;
  while (samples.size() < most) {
    samples.push_back(next());
    const Seconds elapsed(static_cast<double>(samples.size()) * 1e-3);
    if (const auto reason = check.decide(samples, elapsed)) return {samples.size(), reason};
  }
  return {samples.size(), std::nullopt};
}

TEST(Stopping, SteadyStepsEndAtTheFloors) {
  const StoppingRule rule{.min_samples = 20, .min_time = Seconds(0.05)};
  const Outcome outcome = feed(rule, [] { return 1.0; });
  EXPECT_EQ(outcome.reason, StopReason::precision_reached);
  EXPECT_EQ(outcome.samples, 50u);
}

TEST(Stopping, NoisyStepsTakeMoreSamplesThanTheFloor) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(10, 1);
  const StoppingRule rule{.precision_target = 0.01, .min_samples = 20, .min_time = Seconds(0)};
  const Outcome outcome = feed(rule, [&] { return noise(random); });
  EXPECT_EQ(outcome.reason, StopReason::precision_reached);
  // Half-width of the median of n normal samples: 1.96 * 1.2533 * 10 % / sqrt(n) = 1 % at n = 603.
  EXPECT_GT(outcome.samples, 250u);
  EXPECT_LT(outcome.samples, 1500u);
}

TEST(Stopping, TheCapEndsWhatNeverSettles) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> noise(1, 100);
  const StoppingRule rule{.precision_target = 1e-6, .max_time = Seconds(0.2)};
  const Outcome outcome = feed(rule, [&] { return noise(random); });
  EXPECT_EQ(outcome.reason, StopReason::time_cap);
  EXPECT_EQ(outcome.samples, 200u);
}

TEST(Stopping, APartOfACaseHasItsShareOfTheTime) {
  const StoppingRule part =
      share_of({.min_samples = 20, .min_time = Seconds(0.5), .max_time = Seconds(20)}, 0.25);
  EXPECT_EQ(part.min_time, Seconds(0.125));
  EXPECT_EQ(part.max_time, Seconds(5));
  EXPECT_EQ(part.min_samples, 20);
}

TEST(Stopping, AFixedCountIsExact) {
  const StoppingRule rule{.iterations = 7};
  const Outcome outcome = feed(rule, [] { return 1.0; });
  EXPECT_EQ(outcome.reason, StopReason::fixed_count);
  EXPECT_EQ(outcome.samples, 7u);
}

TEST(Stopping, TheIntervalIsNotWorkedOutForEverySample) {
  StoppingCheck check({.precision_target = 1e-9, .min_samples = 100, .min_time = Seconds(0)});
  std::vector<double> samples(100, 1.0);
  samples[3] = 2;
  for (std::size_t i = 0; i < samples.size(); i += 2) samples[i] = 1.5;
  EXPECT_FALSE(check.decide(samples, Seconds(1)));
  EXPECT_FALSE(check.is_due(105, Seconds(1)));
  EXPECT_TRUE(check.is_due(110, Seconds(1)));
}

TEST(Warmup, StationaryMeansTwoWindowsThatAgree) {
  const std::vector<double> falling{9, 8, 7, 6, 5, 4};
  const std::vector<double> steady{9, 8, 1.00, 1.01, 1.00, 1.01, 1.00, 1.01};
  EXPECT_FALSE(is_stationary(falling, 3));
  EXPECT_TRUE(is_stationary(steady, 3));
  EXPECT_FALSE(is_stationary(std::vector<double>{1, 1}, 3));
}

TEST(Warmup, SlopeOfALine) {
  EXPECT_DOUBLE_EQ(slope(std::vector<double>{0, 1, 2}, std::vector<double>{5, 7, 9}), 2);
  EXPECT_DOUBLE_EQ(slope(std::vector<double>{1, 1}, std::vector<double>{5, 7}), 0);
}

}  // namespace
}  // namespace wgf::engine
