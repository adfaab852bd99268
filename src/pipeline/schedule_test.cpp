// SPDX-License-Identifier: MIT
#include "pipeline/schedule.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <utility>

#include "pipeline/simulate.h"

namespace wgf::pipeline {
namespace {

TEST(Schedule, EveryMicroBatchGoesThroughEveryChunkBothWays) {
  for (const Kind kind : all_kinds)
    for (const int ranks : {1, 2, 4, 8})
      for (const int chunks_each : {1, 2, 3}) {
        if (kind != Kind::interleaved && chunks_each != usual_chunks_each(kind)) continue;
        const Schedule schedule = make_schedule(kind, ranks, 2 * ranks, chunks_each);
        std::set<std::pair<int, int>> seen[3];
        for (int rank = 0; rank < ranks; ++rank)
          for (const Action& action : schedule.of_rank[static_cast<std::size_t>(rank)]) {
            EXPECT_EQ(schedule.rank_of(action.chunk), rank);
            EXPECT_TRUE(seen[static_cast<std::size_t>(action.step)]
                            .emplace(action.chunk, action.micro_batch)
                            .second);
          }
        const auto count = static_cast<std::size_t>(schedule.chunks() * schedule.micro_batches);
        EXPECT_EQ(seen[0].size(), count) << to_text(kind);
        EXPECT_EQ(seen[1].size(), count) << to_text(kind);
        EXPECT_EQ(seen[2].size(), schedule.splits_backward ? count : 0) << to_text(kind);
        EXPECT_NO_THROW(simulate(schedule, even_times(schedule, Seconds(1), Seconds(2))));
      }
}

// (p - 1) / (m + p - 1), of interleaved (p - 1) / (v m + p - 1): Narayanan et al. 2021.
TEST(Schedule, BubblesAreThoseOfTheTheory) {
  for (const int ranks : {2, 4, 8})
    for (const int batches : {8, 16, 32}) {
      const auto bubble = [&](Kind kind, int chunks_each) {
        const Schedule schedule = make_schedule(kind, ranks, batches, chunks_each);
        return simulate(schedule, even_times(schedule, Seconds(1), Seconds(2))).bubble();
      };
      const double p = ranks, m = batches;
      EXPECT_NEAR(bubble(Kind::naive, 1), 1 - 1 / p, 1e-9);
      EXPECT_NEAR(bubble(Kind::gpipe, 1), (p - 1) / (m + p - 1), 1e-9);
      EXPECT_NEAR(bubble(Kind::one_f_one_b, 1), (p - 1) / (m + p - 1), 1e-9);
      EXPECT_NEAR(bubble(Kind::interleaved, 2), (p - 1) / (2 * m + p - 1), 1e-9);
    }
}

TEST(Schedule, OneOfEachKeepsNoMoreThanStagesToCome) {
  const auto in_flight = [](Kind kind) {
    const Schedule schedule = make_schedule(kind, 4, 16);
    return simulate(schedule, even_times(schedule, Seconds(1), Seconds(2))).most_in_flight;
  };
  EXPECT_EQ(in_flight(Kind::one_f_one_b), (std::vector{4, 3, 2, 1}));
  EXPECT_EQ(in_flight(Kind::gpipe), (std::vector{16, 16, 16, 16}));
}

TEST(Schedule, FewerMicroBatchesThanStagesRunWithALargerBubble) {
  const Schedule schedule = make_schedule(Kind::one_f_one_b, 4, 2);
  const double bubble = simulate(schedule, even_times(schedule, Seconds(1), Seconds(2))).bubble();
  EXPECT_NEAR(bubble, 3.0 / 5, 1e-9);
  for (const Kind kind : {Kind::naive, Kind::gpipe, Kind::zb_h1, Kind::zb_v})
    for (const int batches : {1, 2, 3}) {
      const Schedule few = make_schedule(kind, 4, batches);
      EXPECT_GT(simulate(few, even_times(few, Seconds(1), Seconds(2))).bubble(), 0.2)
          << to_text(kind) << batches;
    }
}

TEST(Schedule, TransfersLengthenTheStep) {
  const Schedule schedule = make_schedule(Kind::one_f_one_b, 2, 4);
  const Seconds without = simulate(schedule, even_times(schedule, Seconds(1), Seconds(2))).end;
  const Seconds with =
      simulate(schedule, even_times(schedule, Seconds(1), Seconds(2), Seconds(0.5))).end;
  EXPECT_GT(with, without);
}

TEST(Schedule, RefusesWhatCannotBe) {
  EXPECT_THROW(make_schedule(Kind::gpipe, 0, 1), std::invalid_argument);
  EXPECT_THROW(make_schedule(Kind::gpipe, 2, 4, 2), std::invalid_argument);
  EXPECT_THROW(make_schedule(Kind::interleaved, 4, 6, 2), std::invalid_argument);
}

}  // namespace
}  // namespace wgf::pipeline
