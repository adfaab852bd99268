// SPDX-License-Identifier: MIT
#include "runner/batch_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace wgf::runner {
namespace {

using testing::ElementsAre;

// A device of so many GiB on which a sample takes 10 MiB and everything else 1 GiB.
double memory_of(std::int64_t batch) {
  return 1 + 0.01 * static_cast<double>(batch);
}

std::vector<std::int64_t> sizes_tried(const BatchSearch& search, double limit_gib,
                                      std::int64_t steps = 10) {
  std::vector<TriedBatch> tried;
  std::vector<std::int64_t> sizes;
  while (const auto next = next_batch(search, tried)) {
    const bool fits = memory_of(next->batch) <= limit_gib;
    tried.push_back({next->batch, fits, next->is_verified ? search.least_steps : steps,
                     fits ? std::optional(memory_of(next->batch)) : std::nullopt});
    sizes.push_back(next->batch);
    if (sizes.size() > 50) break;
  }
  return sizes;
}

TEST(BatchSearch, DoublesUntilOneDoesNotFit) {
  EXPECT_THAT(sizes_tried({}, 2.0), ElementsAre(8, 16, 32, 64, 128));
  EXPECT_THAT(sizes_tried({.first = 3}, 1.1), ElementsAre(3, 6, 12));
}

TEST(BatchSearch, ExactHalvesTheGapToTheSample) {
  // 100 samples take the whole 2 GiB.
  EXPECT_THAT(sizes_tried({.is_exact = true}, 2.0),
              ElementsAre(8, 16, 32, 64, 128, 96, 112, 104, 100, 102, 101));
}

TEST(BatchSearch, FindsTheLargestWithinTheBudgetToo) {
  // 90 % of 2 GiB are 80 samples.
  const auto sizes = sizes_tried({.is_exact = true, .budget_gib = 1.8001}, 2.0);
  EXPECT_EQ(sizes.back(), 80);
}

TEST(BatchSearch, NothingFollowsWhereTheFirstDoesNotFit) {
  EXPECT_THAT(sizes_tried({.is_exact = true}, 0.5), ElementsAre(8));
}

TEST(BatchSearch, EndsAtTheLargestSizeThereIs) {
  EXPECT_THAT(sizes_tried({.most = 32}, 1e9), ElementsAre(8, 16, 32));
}

// Whose samples take 10 ms each.
std::vector<TriedBatch> tried_up_to(std::int64_t largest, std::int64_t steps) {
  std::vector<TriedBatch> tried;
  for (std::int64_t batch = 8; batch <= largest; batch *= 2) {
    const Seconds step(0.01 * static_cast<double>(batch));
    tried.push_back(
        {batch, true, steps, memory_of(batch), step, step * static_cast<double>(steps + 3)});
  }
  return tried;
}

TEST(BatchSearch, ASizeThatWouldNotEndInTimeIsNotTried) {
  const BatchSearch search{.least_steps = 3, .time = Seconds(60)};
  const auto next = next_batch(search, tried_up_to(128, 10));
  ASSERT_TRUE(next);
  EXPECT_EQ(next->batch, 256);
  EXPECT_DOUBLE_EQ(next->step.value, 2.56);
  EXPECT_FALSE(left_for_time(search, tried_up_to(128, 10)));
  EXPECT_FALSE(next_batch(search, tried_up_to(512, 3)));
  const auto left = left_for_time(search, tried_up_to(512, 3));
  ASSERT_TRUE(left);
  EXPECT_EQ(left->batch, 1024);
  EXPECT_TRUE(next_batch({.least_steps = 3}, tried_up_to(512, 3)));
}

TEST(BatchSearch, ASizeThatHardlyFitsTakesLittleTime) {
  // 1024 samples take 11 GiB and 10 s a step: their first steps alone have room in the time.
  const BatchSearch search{.budget_gib = 9, .least_steps = 3, .time = Seconds(85)};
  ASSERT_TRUE(next_batch(search, tried_up_to(512, 3)));
  BatchSearch roomy = search;
  roomy.budget_gib = 20;
  EXPECT_FALSE(next_batch(roomy, tried_up_to(512, 3)));
}

TEST(BatchSearch, TimeIsNotWhatEndsASearchThatFoundItsEnd) {
  std::vector<TriedBatch> tried = tried_up_to(64, 10);
  tried.push_back({.batch = 128, .took = Seconds(100)});
  EXPECT_FALSE(left_for_time({.time = Seconds(60)}, tried));
}

TEST(BatchSearch, TheLargestIsRunAgainWhereItDidFewerSteps) {
  EXPECT_THAT(sizes_tried({}, 1.2, 3), ElementsAre(8, 16, 32, 16));
}

TEST(BatchSearch, AVerificationThatFailsIsNotRepeated) {
  const std::vector<TriedBatch> tried{{8, true, 3, 1.0}, {16, false}, {8, false}};
  EXPECT_FALSE(next_batch({}, tried));
}

TEST(BatchSearch, KilledByTheKernelIsLackOfMemory) {
  results::Result result;
  result.status = results::Status::crashed;
  EXPECT_FALSE(is_lack_of_memory(result));
  result.reason = Message{"runner.engine_killed", {}};
  EXPECT_TRUE(is_lack_of_memory(result));
  result.reason = Message{"runner.engine_signal", {}};
  EXPECT_FALSE(is_lack_of_memory(result));
  result.status = results::Status::out_of_memory;
  EXPECT_TRUE(is_lack_of_memory(result));
}

}  // namespace
}  // namespace wgf::runner
