// SPDX-License-Identifier: MIT
// Charts of runs in which several engine processes measured each case (--repeat).

#include "report/repeated_run.h"

#include <gmock/gmock.h>

#include "report/charts/chart.h"

namespace wgf::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class RepeatedRuns : public testing::Test {
 protected:
  Chart chart(std::string_view name, std::size_t runs = 2) const {
    const ReportInput input{.runs = std::span(runs_).first(runs), .names = {"a.json", "b.json"}};
    for (Chart& chart : make_charts(input))
      if (chart.name == name) return std::move(chart);
    ADD_FAILURE() << "no chart " << name;
    return {};
  }
  static std::vector<json> series_of(const Chart& chart, std::string_view type) {
    std::vector<json> found;
    for (const auto& series : chart.option["series"])
      if (series["type"] == type) found.push_back(series);
    return found;
  }

  std::vector<results::Run> runs_{repeated_run({10, 20, 40}), repeated_run({5, 10, 20})};
};

// Of 15 samples in each run: 10 and 20 and 40 times 0.9, 1, 1, 1, 1.1 and half of these.
TEST_F(RepeatedRuns, ABoxIsMadeOfTheSamplesOfAllProcesses) {
  const Chart latency = chart("latency");
  const auto boxes = series_of(latency, "boxplot");
  ASSERT_EQ(boxes.size(), 2);
  ASSERT_EQ(boxes[0]["data"].size(), 1);
  EXPECT_EQ(boxes[0]["data"][0]["value"][2], 20);
  EXPECT_EQ(boxes[1]["data"][0]["value"][2], 10);
  EXPECT_EQ(series_of(latency, "scatter")[0]["data"][0]["label"]["formatter"], "20.0 | 10.0 ms");
  EXPECT_THAT(boxes[0]["data"][0]["conditions"].dump(), HasSubstr("engine processes: 3, joined"));
}

TEST_F(RepeatedRuns, ARowOfThroughputIsOneRunAndTheFirstOfACaseIsNamed) {
  const Chart throughput = chart("throughput");
  EXPECT_EQ(throughput.option["yAxis"][0]["data"], json({"train resnet50 b32 bf16", ""}));
  EXPECT_EQ(series_of(throughput, "bar")[0]["data"][0]["value"], json({1600.0, 0}));
  EXPECT_EQ(series_of(throughput, "bar")[1]["data"][0]["value"], json({3200.0, 1}));
  EXPECT_THAT(throughput.option["title"]["subtext"].get<std::string>(),
              HasSubstr("Engine processes of a run are joined."));
}

TEST_F(RepeatedRuns, NoRowOfMemoryHasTheNameOfAnother) {
  EXPECT_EQ(chart("memory", 1).option["yAxis"][0]["data"], json({"train resnet50 b32 bf16"}));
  const json both = chart("memory").option["yAxis"][0]["data"];
  ASSERT_EQ(both.size(), 3);
  EXPECT_EQ(both[0]["value"], "train resnet50 b32 bf16");
  EXPECT_EQ(both[1], "a.json");
  EXPECT_EQ(both[2], "b.json");
}

TEST_F(RepeatedRuns, TheTimelineShowsOneProcessAndSaysWhich) {
  runs_[0].results[2].sensors[1].throttle_reasons = {"power_cap"};  // of the second process
  const Chart one = chart("timeline", 1);
  EXPECT_EQ(one.option["title"]["subtext"],
            "train resnet50 b32 bf16 (process 2/3); shaded: throttled by its power limit");
  ASSERT_EQ(series_of(one, "line").size(), 1);
  EXPECT_EQ(series_of(one, "line")[0]["markArea"]["data"].size(), 1);
  const Chart both = chart("timeline");
  EXPECT_EQ(both.option["legend"][0]["data"],
            json({"a.json (process 2/3)", "b.json (process 1/3)"}));
  EXPECT_EQ(
      both.option["title"]["subtext"],
      "train resnet50 b32 bf16; shaded in the colour of the run: throttled by its power limit");
  const auto lines = series_of(both, "line");
  ASSERT_EQ(lines.size(), 2);
  EXPECT_EQ(lines[0]["markArea"]["data"].size(), 1);
  EXPECT_EQ(lines[0]["markArea"]["itemStyle"]["color"], lines[0]["color"]);
  EXPECT_TRUE(lines[1]["markArea"]["data"].empty());
}

// 30 cases of three processes in two runs are 180 results, and are all shown.
TEST_F(RepeatedRuns, CasesAreCountedNotRows) {
  for (results::Run& run : runs_) {
    const std::vector<results::Result> once = run.results;
    run.results.clear();
    for (int i = 0; i < 30; ++i)
      for (results::Result result : once) {
        if (result.status != results::Status::ok) continue;
        result.measured_case.parameters.set("batch_size", std::int64_t{i + 1});
        run.results.push_back(result);
      }
  }
  const Chart latency = chart("latency"), throughput = chart("throughput");
  EXPECT_EQ(latency.option["yAxis"][0]["data"].size(), 30);
  EXPECT_EQ(throughput.option["yAxis"][0]["data"].size(), 60);
  EXPECT_THAT(latency.option["title"]["subtext"].get<std::string>(), Not(HasSubstr("The first")));
}

TEST_F(RepeatedRuns, TheMediansOfManyRunsAreTheEndsOfTheirRange) {
  std::vector<results::Run> many;
  for (int i = 0; i < 9; ++i) many.push_back(repeated_run({100.0 + i}));
  for (const Chart& each : make_charts({.runs = many})) {
    if (each.name != "latency") continue;
    EXPECT_EQ(series_of(each, "scatter")[0]["data"][0]["label"]["formatter"], "100 … 108 ms");
  }
}

TEST_F(RepeatedRuns, TheSameWorkOnTwoDevicesIsTwoCases) {
  results::Run& run = runs_[0];
  run = sample_run();
  run.results.push_back(run.results[0]);
  run.results.back().measured_case.device = run.results.back().devices[0].id = "cuda:1";
  EXPECT_EQ(chart("throughput", 1).option["yAxis"][0]["data"],
            json({"train resnet50 b32 bf16 cuda:0", "train resnet50 b32 bf16 cuda:1"}));
}

}  // namespace
}  // namespace wgf::report
