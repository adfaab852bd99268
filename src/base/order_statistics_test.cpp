// SPDX-License-Identifier: MIT
#include "base/order_statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace wgf {
namespace {

// 1, 2, 3, …: a sample is its place.
std::vector<double> counted(std::size_t count) {
  std::vector<double> samples;
  for (std::size_t i = count; i > 0; --i) samples.push_back(static_cast<double>(i));
  return samples;
}

// Of the median of 100 the 40th and the 61st sample, as tables of the sign test have it.
TEST(PercentileInterval, IsBetweenTwoSamples) {
  EXPECT_EQ(percentile_interval(counted(100), 0.5), (Interval{40, 61}));
  EXPECT_EQ(percentile_interval(counted(10), 0.5), (Interval{2, 9}));
}

// 0.99^367 is 0.02502, 0.99^368 is 0.02478.
TEST(PercentileInterval, NeedsSamplesBeyondThePercentile) {
  EXPECT_FALSE(percentile_interval(counted(367), 0.99));
  const auto found = percentile_interval(counted(368), 0.99);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->high, 368);
  EXPECT_FALSE(percentile_interval({}, 0.5));
  EXPECT_FALSE(percentile_interval(counted(5), 0.5));
}

// Of two 1 / sqrt(pi); of more the tables of Teichroew 1956.
TEST(LargestNormal, IsAsTablesHaveIt) {
  EXPECT_EQ(mean_largest_normal(1), 0);
  EXPECT_NEAR(mean_largest_normal(2), 0.56418958, 1e-6);
  EXPECT_NEAR(mean_largest_normal(4), 1.02937537, 1e-6);
  EXPECT_NEAR(mean_largest_normal(8), 1.42360031, 1e-6);
  EXPECT_NEAR(mean_largest_normal(20), 1.86747506, 1e-6);
}

}  // namespace
}  // namespace wgf
