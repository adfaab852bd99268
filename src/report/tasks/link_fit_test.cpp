// SPDX-License-Identifier: MIT
#include "report/tasks/link_fit.h"

#include <gtest/gtest.h>

#include <vector>

namespace wgf::report {
namespace {

TEST(LinkFit, FindsWhatMadeTheTimes) {
  std::vector<SizedTime> times;
  for (double bytes = 8; bytes < 1e9; bytes *= 16) times.push_back({bytes, 12e-6 + bytes / 330e9});
  const auto fit = fit_link(times);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->latency_s, 12e-6, 1e-9);
  EXPECT_NEAR(fit->bytes_per_s, 330e9, 1e6);
  EXPECT_LT(fit->median_error, 1e-6);
}

TEST(LinkFit, OfTooFewOrOfNoGrowthThereIsNone) {
  EXPECT_FALSE(fit_link(std::vector<SizedTime>{{8, 1e-6}, {16, 1e-6}}));
  EXPECT_FALSE(fit_link(std::vector<SizedTime>{{8, 3e-6}, {16, 2e-6}, {32, 1e-6}}));
}

}  // namespace
}  // namespace wgf::report
