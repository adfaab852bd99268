// SPDX-License-Identifier: MIT
#include "advisor/recommend/spot_loss.h"

#include <gtest/gtest.h>

#include "advisor/goodput/usual_times.h"

namespace wgf::advisor {
namespace {

// Six interruptions an hour of ten minutes each: as much standing still as serving.
TEST(KeptOfService, IsTimeBetweenOverTimeBetweenAndReplacement) {
  const KeptShare kept = kept_of_service({.per_hour_low = 0, .per_hour_high = 6}, Seconds(600));
  EXPECT_DOUBLE_EQ(kept.low, 0.5);
  EXPECT_DOUBLE_EQ(kept.high, 1);
  EXPECT_DOUBLE_EQ(kept.value, 1 / 1.5);
}

// Every 100 hours, checkpoints of 18 s: Young's interval is sqrt(2 x 18 x 360,000) = 3,600 s. Lost:
// 18/3,600 for checkpoints, half of 3,600/360,000 repeated, 600/360,000 restarting: 1.17 %.
TEST(KeptOfTraining, LosesCheckpointsRepeatsAndRestarts) {
  const std::vector<Seconds> between{Seconds(360'000)};
  const KeptShare kept = kept_of_training(Seconds(1e7), between, Seconds(18), Seconds(600));
  EXPECT_NEAR(1 / kept.value - 1, 0.01167, 0.0003);
  EXPECT_DOUBLE_EQ(kept.low, kept.value);
}

TEST(KeptOfTraining, OrdersRatesAndKeepsAllWithoutAny) {
  const std::vector<Seconds> between{Seconds(36'000), Seconds(360'000)};
  const KeptShare kept = kept_of_training(Seconds(1e6), between, Seconds(18), Seconds(600));
  EXPECT_LT(kept.low, kept.value);
  EXPECT_LT(kept.value, kept.high);
  EXPECT_DOUBLE_EQ(kept_of_training(Seconds(1e6), {}, Seconds(18), Seconds(600)).value, 1);
  const std::vector<Seconds> constant{Seconds(1)};
  EXPECT_LT(kept_of_training(Seconds(1e6), constant, Seconds(18), Seconds(600)).value, 1e-9);
}

// BLOOM: 176 billion parameters x 14 bytes over 384 x 0.16 GB/s.
TEST(UsualCheckpoint, IsBlooms) {
  EXPECT_NEAR(usual_checkpoint(176e9, false, 384).value, 40.1, 0.1);
  EXPECT_EQ(usual_checkpoint(8e9, false, 16384).value, 3);  // 43 ms of writing
}

}  // namespace
}  // namespace wgf::advisor
