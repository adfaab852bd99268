// SPDX-License-Identifier: MIT
#include "pipeline/zero_bubble.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "pipeline/picture.h"
#include "pipeline/simulate.h"
#include "pipeline/theory.h"

namespace wgf::pipeline {
namespace {

// Forward, input's and weights' gradient take one each.
Simulation run(Kind kind, int ranks, int micro_batches) {
  const Schedule schedule = make_schedule(kind, ranks, micro_batches);
  return simulate(schedule, even_times(schedule, Seconds(1), Seconds(2)));
}

// (p - 1) (F + B - 2 W) of a step: Qi et al. 2023, table 2.
TEST(ZeroBubble, H1WaitsAThirdOf1F1B) {
  for (const int ranks : {2, 4, 8})
    for (const int batches : {8, 16, 32})
      EXPECT_NEAR(run(Kind::zb_h1, ranks, batches).end.value, 3 * batches + ranks - 1, 1e-9)
          << ranks << " " << batches;
}

TEST(ZeroBubble, H1KeepsNoMoreThanTheFirstRankOf1F1B) {
  const std::vector<int> kept = run(Kind::zb_h1, 4, 16).most_in_flight;
  EXPECT_EQ(*std::max_element(kept.begin(), kept.end()), 4);
}

// The last chunk's first backward pass begins when the first micro-batch has gone down and up the
// V; from then on no rank waits, and each ends as long after it began.
TEST(ZeroBubble, VNeverWaitsBetweenItsFirstActionAndItsLast) {
  for (const int ranks : {2, 4, 8}) {
    const Simulation simulation = run(Kind::zb_v, ranks, 2 * ranks);
    for (std::size_t rank = 0; rank < simulation.of_rank.size(); ++rank) {
      const auto& spans = simulation.of_rank[rank];
      EXPECT_NEAR((spans.back().end - spans.front().begin).value, simulation.busy(rank).value, 1e-9)
          << ranks << " " << rank;
    }
  }
}

// Two chunks a rank: 2 p of half a stage each are what 1f1b's first rank keeps in p.
TEST(ZeroBubble, VKeepsAsMuchOnEveryRankAs1F1BOnTheFirst) {
  for (const int kept : run(Kind::zb_v, 4, 16).most_in_flight) EXPECT_LE(kept, 8);
}

TEST(ZeroBubble, FewerMicroBatchesThanFillThePipelineRunAsWell) {
  for (const int batches : {1, 2, 3})
    for (const Kind kind : {Kind::zb_h1, Kind::zb_v})
      EXPECT_GE(run(kind, 4, batches).end.value, 3.0 * batches);
}

TEST(Theory, IsWhatSimulationTakes) {
  for (const Kind kind : all_kinds)
    for (const int ranks : {2, 4}) {
      if (kind == Kind::zb_v) continue;  // of that the ramps are left out
      const Schedule schedule = make_schedule(kind, ranks, 16);
      const Seconds forward(1.0 / schedule.chunks_each), backward(2.0 / schedule.chunks_each);
      const Simulation simulation = simulate(schedule, even_times(schedule, forward, backward));
      const StageTime stage{Seconds(1), Seconds(2), Seconds(1)};
      EXPECT_NEAR(simulation.end.value - simulation.busy(0).value,
                  ideal_bubble(schedule, kind, stage).value, 1e-9)
          << to_text(kind) << " " << ranks;
    }
}

TEST(Picture, DrawsOneF1BOfTwoRanks) {
  const auto lines = draw_step(run(Kind::one_f_one_b, 2, 3), 40);
  EXPECT_EQ(lines, (std::vector<std::string>{"01..aa2bb.cc", ".0aa1bb2cc.."}));
}

TEST(Picture, OfALongStepLeavesPassesOut) {
  for (const std::string& line : draw_step(run(Kind::gpipe, 4, 64), 60))
    EXPECT_EQ(line.size(), 60U);
}

}  // namespace
}  // namespace wgf::pipeline
