// SPDX-License-Identifier: MIT
#include "report/page/page_data.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/charts/chart.h"
#include "report/score_section.h"
#include "report/scored_run.h"
#include "report/tasks/task_runs.h"

namespace wgf::report {
namespace {

std::size_t legend_rows(const ReportInput& input) {
  for (const Chart& chart : make_charts(input))
    if (chart.name == "radar") return chart.option["legend"].size();
  return 0;
}

// The picture's legend has more rows in English; the page's is one in both languages.
TEST(PageCharts, TheyHaveAllNamesOfALegendInBothLanguages) {
  const std::vector<results::Run> runs{run_on("rtx-4090"), run_on("h200-sxm")};
  const std::string longer(36, 'x');
  ReportInput input{.runs = runs, .names = {"run0" + longer + ".json", "run1" + longer + ".json"}};
  const std::size_t english_rows = legend_rows(input);
  input.language = messages::Language::chinese;
  ASSERT_NE(legend_rows(input), english_rows);
  const nlohmann::ordered_json data = page_data(input);
  for (const auto& chart : data["charts"]) {
    if (chart["name"] != "radar") continue;
    std::vector<nlohmann::ordered_json> names;
    for (const auto& outline : chart["option"]["series"][0]["data"])
      names.push_back(outline["name"]);
    EXPECT_EQ(chart["option"]["legend"]["data"], nlohmann::ordered_json(names));
    return;
  }
  ADD_FAILURE() << "no radar";
}

TEST(PageRanking, APartialScoreIsNamedAsLeftOut) {
  std::vector<results::Run> runs{scored_run(), scored_run(70.0, 3), scored_run(95.0, 2)};
  runs[2].score->cases[0].rate.reset();
  const auto ranking = page_data({.runs = runs, .names = {"a", "b", "c"}})["ranking"];
  EXPECT_EQ(ranking["left_out"], nlohmann::ordered_json::parse(R"(["c"])"));
}

TEST(PageScore, ItPrintsScoresAsTheTerminalDoes) {
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

TEST(PageRanking, ItHasPointsPerDollarWhereACardIsRented) {
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

TEST(PageTask, ItHasTheTablesInBothLanguages) {
  const results::Run run = search();
  const nlohmann::ordered_json data = page_data({.runs = {&run, 1}});
  ASSERT_EQ(data["tasks"].size(), 1u);
  const auto& task = data["tasks"][0];
  EXPECT_EQ(task["run"], 0);
  const auto text = [&](const nlohmann::ordered_json& number) {
    return data["texts"][number.get<std::size_t>()];
  };
  EXPECT_EQ(text(task["tables"][0]["columns"][0][0]), nlohmann::ordered_json({"batch", "批大小"}));
  EXPECT_EQ(task["tables"][0]["columns"][0][1], true);
  EXPECT_EQ(text(task["tables"][0]["rows"][3][1])[0], "out of memory");
  EXPECT_EQ(task["advice"].size(), 4u);
  const results::Run other = run_of("", run.results);
  EXPECT_TRUE(page_data({.runs = {&other, 1}})["tasks"].empty());
}

}  // namespace
}  // namespace wgf::report
