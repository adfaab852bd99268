// SPDX-License-Identifier: MIT
#include "report/tasks/link_matrix.h"

#include <gmock/gmock.h>

#include "report/tasks/task_runs.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using testing::ElementsAre;

TEST(LinkMatrix, HasOneForEachDirectionAndTheLatency) {
  const auto matrices = link_matrices(two_gpus(), Language::english);
  ASSERT_EQ(matrices.size(), 3U);
  EXPECT_THAT(matrices[0].title, testing::HasSubstr("256.0 MiB, GB/s"));
  EXPECT_EQ(matrices[0].table.columns[2].title, "GPU 1");
  EXPECT_THAT(matrices[0].table.rows[0], ElementsAre("GPU 0", "-", "400.0"));
  EXPECT_THAT(matrices[0].table.rows[1], ElementsAre("GPU 1", "390.0", "-"));
  EXPECT_THAT(matrices[1].title, testing::HasSubstr("both ways"));
  EXPECT_THAT(matrices[2].table.rows[0], ElementsAre("GPU 0", "-", "12.50"));
  EXPECT_THAT(matrices[2].title, testing::HasSubstr("µs"));
}

TEST(LinkMatrix, AFailedPairSaysSo) {
  results::Run run = two_gpus();
  run.results[2].status = results::Status::timeout;
  run.results[2].metrics.clear();
  EXPECT_THAT(link_matrices(run, Language::english)[0].table.rows[0],
              ElementsAre("GPU 0", "-", "timeout"));
}

TEST(LinkMatrix, ShowsTheMedianOfSeveralRounds) {
  results::Run run = two_gpus();
  add_link(run, 0, 1, "one_way", 300);
  add_link(run, 0, 1, "one_way", 310);
  EXPECT_THAT(link_matrices(run, Language::english)[0].table.rows[0],
              ElementsAre("GPU 0", "-", "310.0"));
}

TEST(LinkMatrix, TitlesHaveTheirUnitWhereOnlyOneDirectionHasNumbers) {
  results::Run run = two_gpus();
  for (Result& result : run.results)
    if (result.measured_case.parameters.text("direction") == "one_way") result.metrics.clear();
  for (const TitledTable& matrix : link_matrices(run, Language::english))
    EXPECT_THAT(matrix.title, testing::ContainsRegex("(GB/s|µs)$"));
}

// Of three ranks, 64 MiB between each two; one way of them is slow.
results::Run rank_pairs(double slow) {
  results::Run run;
  run.task = "comm";
  for (std::int64_t from = 0; from < 3; ++from)
    for (std::int64_t to = 0; to < 3; ++to) {
      if (from == to) continue;
      Result result;
      result.measured_case = {.benchmark = "collective",
                              .parameters = {{"operation", std::string("send_recv")},
                                             {"bytes", std::int64_t{64} << 20},
                                             {"ranks", std::int64_t{3}},
                                             {"from", from},
                                             {"to", to}}};
      result.metrics = {
          results::single_metric("algorithm_bandwidth", from == 2 && to == 1 ? slow : 40),
          results::single_metric("step_time", 1.5)};
      run.results.push_back(std::move(result));
    }
  return run;
}

TEST(RankMatrix, HasTheTimeOfTheSmallestAndTheBandwidthOfEachSize) {
  const auto matrices = rank_matrices(rank_pairs(12), Language::english);
  ASSERT_EQ(matrices.size(), 2U);
  EXPECT_THAT(matrices[0].table.rows[0], ElementsAre("rank 0", "-", "1,500", "1,500"));
  EXPECT_THAT(matrices[1].table.rows[2], ElementsAre("rank 2", "40.00", "12.00", "-"));
  EXPECT_TRUE(rank_matrices(two_gpus(), Language::english).empty());
}

TEST(RankMatrix, NamesTheSlowPair) {
  const auto slow = slow_pairs(rank_pairs(12), Language::english);
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_THAT(slow[0], testing::StartsWith("2 to 1 is slow: 12"));
  const auto none = slow_pairs(rank_pairs(39), Language::english);
  ASSERT_EQ(none.size(), 1U);
  EXPECT_THAT(none[0], testing::StartsWith("No pair"));
  EXPECT_TRUE(slow_pairs(two_gpus(), Language::english).empty());
}

TEST(LinkMatrix, OnePairNeedsNone) {
  results::Run run = sample_run();
  EXPECT_TRUE(link_matrices(run, Language::english).empty());
  add_link(run, 0, 1, "one_way", 400);
  EXPECT_TRUE(link_matrices(run, Language::english).empty());
}

}  // namespace
}  // namespace wgf::report
