// SPDX-License-Identifier: MIT
#include "report/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/charts/chart_list.h"
#include "report/page_data.h"
#include "report/sample_run.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

using results::RankRow;
using results::RateKind;
using testing::ElementsAre;

RankRow gpu(const char* id, double total) {
  return {.gpu = id, .total = total, .kind = RateKind::forecast, .published = 1, .forecast = 7};
}

// An H200 that scores 77.8 among five GPUs, its own record at 67.2 one of them.
results::Run scored_run(double total = 77.8, int rank = 3) {
  results::Run run = sample_run();
  run.score = results::Score{.version = 1,
                             .reference = "gb300",
                             .device = "NVIDIA H200",
                             .catalog_id = "h200-sxm",
                             .total = total,
                             .areas = {{"training", 9.96, 1, 1}},
                             .cases = {{"train_net", "training", "samples/s", 1, 1e4, 996.0, "x"}},
                             .rank = rank,
                             .ranked = 5};
  run.score->ranking = {gpu("gb300", 100), gpu("b200-sxm", 90.7), gpu("h200-sxm", 67.2),
                        gpu("mi300x", 60.1), gpu("h100-sxm", 51.8)};
  return run;
}

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
  const auto ranking = page_data({.runs = runs, .names = {"a", "b", "c"}})["ranking"];
  EXPECT_EQ(ranking["left_out"], nlohmann::ordered_json::parse(R"(["c"])"));
}

TEST(Ranking, TheNearestAreTheBestAndThoseAroundEachMachine) {
  const results::Run run = scored_run(55.0, 5);
  const std::vector<RankedRow> rows = ranked_rows(*run.score);
  EXPECT_THAT(nearest_rows(rows, 1, 1), ElementsAre(true, false, false, true, true, true));
}

TEST(Ranking, ARowIsColouredAfterMostOfItsRates) {
  EXPECT_EQ(usual_kind({.measured = 5, .published = 1, .forecast = 2}), RateKind::measured);
  EXPECT_EQ(usual_kind({.measured = 1, .published = 6, .forecast = 1}), RateKind::published);
  EXPECT_EQ(usual_kind({.measured = 4, .forecast = 4}), RateKind::forecast);
}

TEST(Ranking, ThePagePrintsScoresAsTheTerminalDoes) {
  const results::Run run = scored_run();
  const auto data = page_data({.runs = {&run, 1}});
  EXPECT_EQ(data["scores"][0]["areas"][0]["text"], "9.96");
  EXPECT_EQ(data["scores"][0]["cases"][0]["rate"], "996.0 samples/s");
  const auto& rows = data["ranking"]["rows"];
  EXPECT_EQ(rows[0]["text"], "100");
  EXPECT_EQ(rows[2]["place"], 3);
  EXPECT_EQ(rows[2]["kind"], "own");
  EXPECT_TRUE(rows[3]["place"].is_null());
  EXPECT_EQ(data["texts"][rows[4]["basis"].get<std::size_t>()][0], "forecast (7 of 8)");
  const Table table = rank_table(*run.score, RankRows::all, messages::Language::english);
  EXPECT_EQ(table.rows[3][0], "-");
  EXPECT_EQ(table.rows[4][0], "4");
}

// The catalogue has list prices of an RTX 4090 and 3090, none of an H200.
TEST(ValueChart, AMachineWithoutListPriceIsNamedInTheNote) {
  results::Run run = scored_run();
  run.score->ranking = {gpu("rtx-4090", 30), gpu("rtx-3090", 15)};
  const auto note = [&] {
    const Chart chart = make_value_chart({.runs = {&run, 1}});
    return chart.option["title"]["subtext"].get<std::string>();
  };
  EXPECT_THAT(note(), testing::EndsWith("; without one, so not drawn: NVIDIA H200"));
  run.score->catalog_id = "rtx-3090";
  EXPECT_THAT(note(), testing::Not(testing::HasSubstr("not drawn")));
}

}  // namespace
}  // namespace wgf::report
