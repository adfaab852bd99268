// SPDX-License-Identifier: MIT
#include "report/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/scored_run.h"

namespace wgf::report {
namespace {

using results::RateKind;
using testing::ElementsAre;

// 0: no place.
std::vector<int> places(const std::vector<RankedRow>& rows) {
  std::vector<int> list;
  for (const RankedRow& row : rows) list.push_back(row.place.value_or(0));
  return list;
}

TEST(Ranking, TheMachinesOwnRecordTakesNoPlace) {
  const results::Run run = scored_run();
  const std::vector<RankedRow> rows = ranked_rows(*run.score);
  EXPECT_THAT(places(rows), ElementsAre(1, 2, 3, 0, 4, 5));
  EXPECT_EQ(rows[2].gpu, nullptr);
}

TEST(Ranking, AMachineWithoutADeviceIsTheCatalogueAlone) {
  results::Run run = scored_run();
  run.score->device.clear();
  EXPECT_THAT(places(ranked_rows(*run.score)), ElementsAre(1, 2, 3, 4, 5));
}

TEST(Ranking, APartialScoreStandsNotAmongCompleteOnes) {
  std::vector<results::Run> runs{scored_run(), scored_run(70.0, 3), scored_run(95.0, 2)};
  runs[2].score->cases[0].rate.reset();
  EXPECT_THAT(places(ranked_rows(ReportInput{.runs = runs})), ElementsAre(1, 2, 3, 3, 0, 4, 5));
}

TEST(Ranking, TheNearestAreTheBestAndThoseAroundEachMachine) {
  const results::Run run = scored_run(55.0, 5);
  const std::vector<RankedRow> rows = ranked_rows(*run.score);
  EXPECT_THAT(nearest_rows(rows, 1, 1), ElementsAre(true, false, false, true, true, true));
}

TEST(Ranking, ASingleRowBetweenShownOnesIsShown) {
  const results::Run run = scored_run(55.0, 5);
  const std::vector<RankedRow> rows = ranked_rows(*run.score);
  EXPECT_THAT(nearest_rows(rows, 2, 1), ElementsAre(true, true, true, true, true, true));
}

TEST(Ranking, ARowIsColouredAfterMostOfItsRates) {
  EXPECT_EQ(usual_kind({.measured = 5, .published = 1, .forecast = 2}), RateKind::measured);
  EXPECT_EQ(usual_kind({.measured = 1, .published = 6, .forecast = 1}), RateKind::published);
  EXPECT_EQ(usual_kind({.measured = 4, .forecast = 4}), RateKind::forecast);
}

}  // namespace
}  // namespace wgf::report
