// SPDX-License-Identifier: MIT
#include "base/time_limit.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

using Clock = TimeLimit::Clock;
using std::chrono::milliseconds;

TEST(TimeLimit, PassesWithTheLooks) {
  Clock::time_point now{};
  TimeLimit limit(Seconds(1), now);
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(limit.is_over(now += milliseconds(100)));
  EXPECT_TRUE(limit.is_over(now += milliseconds(100)));
  EXPECT_EQ(limit.stopped(), Seconds(0));
}

TEST(TimeLimit, DoesNotPassWhileNobodyLooks) {
  Clock::time_point now{};
  TimeLimit limit(Seconds(5), now);
  EXPECT_FALSE(limit.is_over(now += milliseconds(1000)));
  EXPECT_FALSE(limit.is_over(now += milliseconds(3'600'000)));  // Ctrl-Z, an hour later fg
  EXPECT_EQ(limit.stopped(), Seconds(3600));
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(limit.is_over(now += milliseconds(1000)));
  EXPECT_TRUE(limit.is_over(now += milliseconds(1000)));
}

TEST(TimeLimit, IsOnlyMadeShorter) {
  Clock::time_point now{};
  TimeLimit limit(Seconds(1e300), now);
  EXPECT_FALSE(limit.is_over(now));
  limit.shorten(Seconds(2), now);
  limit.shorten(Seconds(9), now);
  EXPECT_EQ(limit.end(), now + milliseconds(2000));
}

}  // namespace
}  // namespace wgf
