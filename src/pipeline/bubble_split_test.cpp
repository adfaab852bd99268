// SPDX-License-Identifier: MIT
#include "pipeline/bubble_split.h"

#include <gtest/gtest.h>

namespace wgf::pipeline {
namespace {

TEST(BubbleSplit, OfAnIdealStepIsTheScheduleAlone) {
  const Schedule schedule = make_schedule(Kind::one_f_one_b, 4, 8);
  const Times times = even_times(schedule, Seconds(1), Seconds(2));
  for (const BubbleSplit& rank : split_bubble(schedule, times, Seconds(33))) {
    EXPECT_NEAR(rank.schedule.value, 9, 1e-9);
    EXPECT_NEAR(rank.imbalance.value, 0, 1e-9);
    EXPECT_NEAR(rank.communication.value, 0, 1e-9);
    EXPECT_NEAR(rank.jitter.value, 0, 1e-9);
  }
}

// A stage of twice the time keeps the others waiting; links of 0.1 are passed six times at least.
TEST(BubbleSplit, EachCauseHasItsShareAndAllAddUp) {
  const Schedule schedule = make_schedule(Kind::one_f_one_b, 4, 8);
  Times times = even_times(schedule, Seconds(1), Seconds(2), Seconds(0.1));
  times.forward[1] = Seconds(2);
  times.backward[1] = Seconds(4);
  const auto split = split_bubble(schedule, times, Seconds(70));
  for (const BubbleSplit& rank : split) {
    EXPECT_NEAR((rank.busy + rank.idle()).value, 70, 1e-9);
    EXPECT_GE(rank.communication.value, 0.6 - 1e-9);
    EXPECT_GT(rank.jitter.value, 0);
  }
  EXPECT_GT(split[0].imbalance.value, split[1].imbalance.value);
}

}  // namespace
}  // namespace wgf::pipeline
