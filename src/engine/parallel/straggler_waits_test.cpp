// SPDX-License-Identifier: MIT
#include "engine/parallel/straggler_waits.h"

#include <ATen/ops/full.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

// Exchanges that take a second each, so long after each other's ends.
std::vector<SeenExchange> after(const std::vector<double>& spans) {
  std::vector<SeenExchange> seen;
  double end = 100;
  for (const double span : spans) {
    seen.push_back({Seconds(end + span), Seconds(1)});
    end += span + 1;
  }
  return seen;
}

TEST(StragglerWaits, AreNoneOfAnEvenPace) {
  EXPECT_NEAR(straggler_wait(after({5, 7, 5, 7, 5, 7}), 3, 4).value, 0, 1e-12);
  EXPECT_EQ(straggler_wait({}, 3, 4).value, 0);
  EXPECT_EQ(straggler_wait(after({5, 7, 5, 7, 6}), 2, 4).value, 0);  // not of equal steps
}

// One of two exchanges is reached within 2 +- 1, one of them far too late: the deviation is that of
// the others.
TEST(StragglerWaits, AreWhatTheSlowestOfSeveralTakesLonger) {
  const auto seen = after({3, 1, 3, 2, 3, 3, 3, 1, 3, 2, 3, 3, 3, 90});
  EXPECT_NEAR(straggler_wait(seen, 7, 2).value, 1.4826 * 0.5642 / 2, 1e-4);
  EXPECT_NEAR(straggler_wait(seen, 7, 8).value, 1.4826 * 1.4236 / 2, 1e-4);
  EXPECT_EQ(straggler_wait(seen, 7, 1).value, 0);
}

TEST(StragglerWaits, AreLearntFromTheMomentsOfSteps) {
  StragglerWaits waits;
  const auto one = waits.add(2);
  std::int64_t now = 1'000'000'000'000'000'000;
  int steps = 0;
  const auto step = [&] {
    now += 5'000'000 + (++steps % 2) * 1'000'000;
    one->note(at::full({1}, now, at::kLong), Seconds(2e-3));
    now += 9'000'000;
    one->note(at::full({1}, now, at::kLong), Seconds(2e-3));
  };
  step();
  EXPECT_EQ(one->time().value, 0);
  waits.learn(step, at::kCPU);
  EXPECT_GT(one->time().value, 0);
  EXPECT_LT(one->time().value, 1e-3);
  EXPECT_DOUBLE_EQ(waits.of_step().value, 2 * one->time().value);
  waits.forget();
  EXPECT_EQ(one->time().value, 0);
}

}  // namespace
}  // namespace wgf::engine
