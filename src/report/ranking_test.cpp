// SPDX-License-Identifier: MIT
#include "report/ranking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/charts/chart_list.h"
#include "report/charts/chart_parts.h"
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

Rent rent(const char* gpu, double usd, PriceAge age, const char* date = "") {
  return {gpu, UsdPerHour(usd), "cloud", parse_date(date), age};
}

Json value_chart(const results::Run& run, std::vector<Rent> rents) {
  return make_value_chart({.runs = {&run, 1}, .rents = std::move(rents)}).option;
}

TEST(ValueChart, EveryAgeOfAPriceIsASeriesOfItsOwnAndTheMachineIsDrawn) {
  const results::Run run = scored_run();
  const Json option = value_chart(run, {rent("b200", 4.5, PriceAge::fresh, "2026-11-09"),
                                        rent("h100-sxm", 1.29, PriceAge::unknown),
                                        rent("mi300x", 2, PriceAge::stale, "2026-05"),
                                        rent("h200-sxm", 2.5, PriceAge::stale, "2026-05-24")});
  std::vector<std::string> names, symbols;
  for (const Json& series : option["series"]) {
    names.push_back(series["name"]);
    symbols.push_back(series["symbol"]);
  }
  EXPECT_THAT(names, ElementsAre("price of the last 30 days", "older price", "undated price",
                                 "this machine, older price"));
  EXPECT_THAT(symbols, ElementsAre("circle", "triangle", "emptyDiamond", "triangle"));
  EXPECT_EQ(option["legend"][0]["data"], Json(names));
  const Json& own = option["series"][3]["data"];
  ASSERT_EQ(own.size(), 1U);  // with its own score, not that of its record
  EXPECT_EQ(own[0]["value"], Json({2.5, 77.8}));
  // 77.8 / 2.5
  EXPECT_EQ(own[0]["conditions"],
            Json({"NVIDIA H200 SXM 141GB", "2.50 $/h, cloud, stale: 2026-05-24", "77.8",
                  "31.1 points per $/h"}));
  EXPECT_THAT(option["series"][2]["data"][0]["conditions"].dump(),
              testing::HasSubstr("1.29 $/h, cloud, date unknown"));
}

TEST(ValueChart, AMachineThatNobodyRentsIsNamedInTheNote) {
  const results::Run run = scored_run();
  std::vector<Rent> rents{rent("b200", 4.5, PriceAge::fresh, "2026-11-09"),
                          rent("h100-sxm", 1.29, PriceAge::unknown)};
  const auto note = [&] { return value_chart(run, rents)["title"]["subtext"].get<std::string>(); };
  EXPECT_THAT(note(), testing::EndsWith("not drawn, without a rent: NVIDIA H200"));
  EXPECT_LE(text_width(note()), chart_width - 32);
  rents.push_back(rent("h200-sxm", 2.5, PriceAge::fresh, "2026-11-09"));
  EXPECT_THAT(note(), testing::Not(testing::HasSubstr("not drawn")));
}

TEST(ValueChart, WithoutPricesItIsEmpty) {
  const results::Run run = scored_run();
  EXPECT_TRUE(make_value_chart({.runs = {&run, 1}}).is_empty);
}

TEST(RadarChart, ItsValueIsWhatAnHoursDollarBuys) {
  results::Run run = sample_run();
  run.devices[0].catalog_id = "h200-sxm";
  results::Result& product = run.results[0];
  product.measured_case.benchmark = "matmul";
  product.metrics = {{.tag = "flops", .value = 700}, {.tag = "power", .value = 700}};
  run.results.push_back(product);
  run.results.back().measured_case.benchmark = "bandwidth";
  run.results.back().metrics = {{.tag = "bandwidth", .value = 4200}};
  const auto indicators = [&](std::vector<Rent> rents) {
    return make_radar_chart({.runs = {&run, 1}, .rents = std::move(rents)})
        .option["radar"]["indicator"];
  };
  EXPECT_EQ(indicators({}).size(), 4U);  // an axis without a figure is left out
  const Json all = indicators({rent("h200-sxm", 2.5, PriceAge::stale, "2026-05-24")});
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[4]["name"], "value\n280 TFLOP/s per $/h");  // 700 / 2.5
}

TEST(Ranking, ThePageHasPointsPerDollarWhereACardIsRented) {
  const results::Run run = scored_run();
  const auto data = page_data(
      {.runs = {&run, 1}, .rents = {rent("h200-sxm", 2.5, PriceAge::stale, "2026-05-24")}});
  const auto& rows = data["ranking"]["rows"];
  EXPECT_TRUE(rows[0]["points"].is_null());
  EXPECT_EQ(rows[2]["points_text"], "31.1");  // the machine's own 77.8 / 2.5
  EXPECT_EQ(rows[3]["points_text"], "26.9");  // the record's 67.2
  const auto& texts = data["texts"][rows[2]["rent"].get<std::size_t>()];
  EXPECT_EQ(texts[0], "2.50 $/h, cloud, stale: 2026-05-24");
  EXPECT_EQ(texts[1], "2.50 $/h, cloud, 过时：2026-05-24");
}

}  // namespace
}  // namespace wgf::report
