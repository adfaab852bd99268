// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/charts/chart.h"
#include "report/tasks/task_runs.h"

namespace wgf::report {
namespace {

using results::Result;

TEST(TaskCharts, TheBatchChartShowsEachPointOfASingleSize) {
  const results::Run run = run_of("max_batch", {of_batch(8, 0.5, 70)});
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (chart.name != "batch_memory") continue;
    for (const auto& series : chart.option["series"]) EXPECT_GT(series["symbolSize"], 0);
  }
}

TEST(TaskCharts, TheBatchChartMarksInRedWhatDidNotFit) {
  const results::Run run = search();
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (chart.name != "batch_memory") continue;
    ASSERT_FALSE(chart.is_empty);
    EXPECT_EQ(chart.option["xAxis"][0]["type"], "log");
    EXPECT_EQ(chart.option["yAxis"][0]["name"], "MiB");
    const auto& failed = chart.option["series"].back();
    EXPECT_EQ(failed["color"], "#D62728");
    EXPECT_EQ(failed["data"][0]["value"], nlohmann::json({64, 2048}));
    EXPECT_EQ(chart.option["series"][0]["data"].size(), 3u);
    return;
  }
  FAIL();
}

TEST(TaskCharts, TheCurveOfBatchesFillsItsKnee) {
  results::Run run = run_of("llm", {});
  for (const auto& [batch, step] : {std::pair<std::int64_t, double>{1, 5}, {16, 8}, {32, 15.8}}) {
    Result result = trained("llama-3.1-8b", batch, {{"decode.step_time", step}});
    const double rate = 1e3 * static_cast<double>(batch) / step;
    result.metrics.push_back(results::single_metric("decode.token_throughput", rate));
    run.results.push_back(result);
  }
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (chart.name != "llm_curve") continue;
    const auto& points = chart.option["series"][0]["data"];
    ASSERT_EQ(points.size(), 3u);
    EXPECT_EQ(points[1]["value"], nlohmann::json({8, 2000}));
    EXPECT_EQ(points[1]["symbol"], "circle");
    EXPECT_EQ(points[2]["symbol"], "emptyCircle");
    return;
  }
  FAIL();
}

// Two GPUs give 1.9 times what one does, four forecast ones 3.6 times.
TEST(TaskCharts, EfficiencyGoesOverTheGpus) {
  const auto on = [](std::int64_t gpus, double rate) {
    Result result = trained("gpt2", 8, {{"step_time", 10}, {"throughput", rate}});
    if (gpus > 1) result.measured_case.parameters.set("dp", gpus);
    return result;
  };
  results::Run run = run_of("train", {on(1, 100), on(2, 190), on(4, 360)});
  run.results[2].provenance = results::Provenance::predicted;
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (chart.name == "step_parts") {
      EXPECT_TRUE(chart.is_empty);
    }
    if (chart.name != "efficiency") continue;
    const auto& points = chart.option["series"][0]["data"];
    ASSERT_EQ(points.size(), 2u);
    EXPECT_EQ(points[0]["value"], nlohmann::json({2, 95}));
    EXPECT_EQ(points[1]["value"], nlohmann::json({4, 90}));
    EXPECT_EQ(points[1]["symbol"], "emptyCircle");
    EXPECT_EQ(chart.option["xAxis"][0]["max"], 8);
    return;
  }
  FAIL();
}

TEST(TaskCharts, TablesOfParallelHaveThoseOfRanks) {
  const auto on = [](std::int64_t gpus, double rate) {
    Result result = trained("gpt2", 8, {{"step_time", 10}, {"throughput", rate}});
    if (gpus == 1) return result;
    result.measured_case.parameters.set("dp", gpus);
    result.measured_case.device = "cuda:0,cuda:1";
    result.metrics.push_back(results::single_metric("part_data", 2));
    return result;
  };
  const results::Run run = run_of("parallel_ddp", {on(1, 100), on(2, 190)});
  int found = 0;
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (chart.name == "step_parts") {
      const std::string label = chart.option["yAxis"][0]["data"][0];
      EXPECT_EQ(label, "gpt2, DDP, 0, 2 GPUs");
    } else if (chart.name != "efficiency") {
      continue;
    }
    EXPECT_FALSE(chart.is_empty);
    ++found;
  }
  EXPECT_EQ(found, 2);
}

// Two users get 100 tokens a second, one gets 60.
TEST(TaskCharts, LoadsOfAServerAreACurveAndTheirTimesLines) {
  std::vector<results::Result> results;
  for (const auto& [users, rate] :
       {std::pair{std::int64_t{2}, 100.0}, std::pair{std::int64_t{1}, 60.0}}) {
    results::Result result;
    result.measured_case = {.benchmark = "serve_test",
                            .parameters = {{"model", std::string("m")}, {"concurrency", users}}};
    std::vector<double> times;
    for (int i = 0; i <= 100; ++i) times.push_back(i * static_cast<double>(users));
    result.metrics.push_back(results::metric_from_samples("ttft", times));
    result.metrics.push_back(results::single_metric("output.token_throughput", rate));
    results.push_back(std::move(result));
  }
  const results::Run run = run_of("serve_test", results);
  int found = 0;
  for (const Chart& chart : make_charts({.runs = {&run, 1}})) {
    if (!chart.name.starts_with("load_") || chart.is_empty) continue;
    const auto& series = chart.option["series"];
    if (chart.name == "load_curve") {
      ASSERT_EQ(series.size(), 3u);
      EXPECT_EQ(series[0]["data"][0]["value"], nlohmann::json({1, 60}));
      EXPECT_EQ(series[1]["data"][1]["value"], nlohmann::json({2, 100}));
      EXPECT_EQ(series[2]["data"][1]["value"], nlohmann::json({2, 198}));
    } else if (chart.name == "load_times") {
      ASSERT_EQ(series.size(), 2u);  // none has more than one token
      EXPECT_EQ(series[0]["data"][50], nlohmann::json({100, 50}));
    } else {
      continue;
    }
    EXPECT_FALSE(chart.is_empty);
    ++found;
  }
  EXPECT_EQ(found, 2);
}

// Sent after 2 s and at once; each waits 0.5 s and is answered within 1 s.
TEST(TaskCharts, RequestsOfALoadAreLinesInTheOrderTheyWereSent) {
  results::Result result;
  result.measured_case = {.benchmark = "serve_test", .parameters = {{"model", std::string("m")}}};
  result.metrics = {results::metric_from_samples("ttft", {500, 500}),
                    results::metric_from_samples("e2e_time", {1000, 1000})};
  result.series.push_back({"request_start", {2, 0}});
  const auto timeline = [&] {
    const results::Run run = run_of("serve_test", {result});
    for (Chart& chart : make_charts({.runs = {&run, 1}}))
      if (chart.name == "load_timeline") return chart;
    return Chart{};
  };
  const Chart chart = timeline();
  ASSERT_FALSE(chart.is_empty);
  const auto& series = chart.option["series"];
  EXPECT_EQ(series[0]["data"],
            nlohmann::json({{0, 0}, {0.5, 0}, nullptr, {2, 1}, {2.5, 1}, nullptr}));
  EXPECT_EQ(series[1]["data"],
            nlohmann::json({{0.5, 0}, {1, 0}, nullptr, {2.5, 1}, {3, 1}, nullptr}));
  result.series.clear();
  EXPECT_TRUE(timeline().is_empty);
}

TEST(TaskCharts, NoChartOfATaskInOtherRuns) {
  const results::Run run = run_of("", {of_batch(8, 1, 1), of_batch(16, 2, 2)});
  for (const Chart& chart : make_charts({.runs = {&run, 1}}))
    if (chart.name.starts_with("batch_") || chart.name == "optimizers") {
      EXPECT_TRUE(chart.is_empty) << chart.name;
    }
}

TEST(TaskCharts, TheChartOfSpeedupsHasABarForEachMode) {
  const results::Run run = compiled(std::vector<double>(20, 4.0));
  for (const Chart& chart : make_charts({.runs = {&run, 1}}))
    if (chart.name == "compile_speedup") {
      ASSERT_FALSE(chart.is_empty);
      EXPECT_EQ(chart.option["series"][0]["data"].size(), 3u);  // eager is 1
      EXPECT_FALSE(chart.option["series"][0]["markLine"]["data"].empty());
      EXPECT_GT(chart.option["series"][1]["data"][2]["value"][0],
                chart.option["series"][0]["data"][2]["value"]);  // beside the end of the interval
      EXPECT_EQ(chart.option["series"][1]["label"]["textBorderColor"], "#FFFFFF");
      return;
    }
  FAIL();
}

}  // namespace
}  // namespace wgf::report
