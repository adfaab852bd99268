// SPDX-License-Identifier: MIT
#include "base/figures.h"

#include <gtest/gtest.h>

namespace wgf {
namespace {

constexpr double hour = 3600, day = 24 * hour;

TEST(LongTime, HasTheUnitOfItsLength) {
  EXPECT_EQ(long_time(3.2), "3.2 s");
  EXPECT_EQ(long_time(46.4 * hour), "46.4 h");
  EXPECT_EQ(long_time(55 * hour), "2.29 d");
}

TEST(LongTime, EndsOfAnIntervalHaveTheUnitOfItsMiddle) {
  EXPECT_EQ(long_time_as(46.4 * hour, 39.3 * hour), "39.3 h");
  EXPECT_EQ(long_time_as(46.4 * hour, 55 * hour), "55.0 h");
  EXPECT_EQ(long_time_as(2.1 * day, 1.5 * day), "1.50 d");
  EXPECT_EQ(long_time_as(1.1 * hour, 0.9 * hour), "0.9 h");
}

TEST(Figures, NumbersAreCompactAndClean) {
  EXPECT_EQ(compact_number(80), "80");
  EXPECT_EQ(compact_number(989.4), "989.4");
  EXPECT_EQ(compact_number(10066.3), "10066");
  EXPECT_EQ(without_dirt(989.4e12 / 1e12), 989.4);
}

}  // namespace
}  // namespace wgf
