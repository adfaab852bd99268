// SPDX-License-Identifier: MIT
#include "report/tasks/task_section.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/charts/chart.h"
#include "report/report_format.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

Result trained(const std::string& model, std::int64_t batch,
               std::vector<std::pair<const char*, double>> metrics) {
  Result result;
  result.measured_case = {.benchmark = "train",
                          .parameters = {{"model", model},
                                         {"batch_size", batch},
                                         {"precision", std::string("fp32")},
                                         {"launch", std::string("eager")},
                                         {"optimizer", std::string("sgd")}}};
  for (const auto& [tag, value] : metrics)
    result.metrics.push_back(results::single_metric(tag, value));
  return result;
}

results::Run run_of(const std::string& task, std::vector<Result> results) {
  results::Run run;
  run.started_at = "2026-01-02T03:04:05Z";
  run.task = task;
  for (const Result& result : results) run.plan.push_back(result.measured_case);
  run.results = std::move(results);
  return run;
}

// A limit of 2 GiB; the forecast is a tenth too high everywhere.
Result of_batch(std::int64_t batch, double gib, double rate) {
  return trained("mobilenet_v2", batch,
                 {{"memory_process_peak", gib},
                  {"memory_limit", 2},
                  {"memory_budget", 1.8},
                  {"memory_forecast", 1.1 * gib},
                  {"throughput", rate},
                  {"step_time", 1}});
}

results::Run search() {
  Result failed = of_batch(64, 0, 0);
  failed.status = results::Status::out_of_memory;
  failed.reason = Message{"files.cannot_read", {{"path", "x"}, {"reason", "full"}}};
  failed.metrics = {results::single_metric("memory_limit", 2),
                    results::single_metric("memory_forecast", 3)};
  return run_of("max_batch",
                {of_batch(8, 0.5, 70), of_batch(16, 0.9, 97), of_batch(32, 1.9, 100), failed});
}

TEST(TaskSection, OtherRunsHaveNone) {
  EXPECT_FALSE(task_section(run_of("", {of_batch(8, 1, 1)}), Language::english));
  EXPECT_FALSE(task_section(run_of("max_batch", {}), Language::english));
}

TEST(TaskSection, MaxBatchSaysWhatFitsWhatToTakeAndWhereTheKneeIs) {
  const auto section = task_section(search(), Language::english);
  ASSERT_TRUE(section);
  EXPECT_THAT(section->advice,
              Contains(HasSubstr("The largest batch that ran is 32 (1.90 GiB of 2.00 GiB); 64")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("Take 16: at 922 MiB it stays within 90.0 %")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("For speed 16 is enough")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("off by 10.0 %")));
  ASSERT_EQ(section->table.rows.size(), 4u);
  EXPECT_EQ(section->table.rows[3][1], "out of memory");
  EXPECT_EQ(section->table.rows[0][3], "+10 %");
}

TEST(TaskSection, AnExactLimitIsSaidToBeOne) {
  results::Run run = search();
  run.results.back().measured_case.parameters.set("batch_size", std::int64_t{33});
  EXPECT_THAT(task_section(run, Language::english)->advice,
              Contains(HasSubstr("The largest batch is 32 (1.90 GiB of 2.00 GiB): 33")));
}

TEST(TaskSection, TheBatchChartMarksInRedWhatDidNotFit) {
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

TEST(TaskSection, NoChartOfATaskInOtherRuns) {
  const results::Run run = run_of("", {of_batch(8, 1, 1), of_batch(16, 2, 2)});
  for (const Chart& chart : make_charts({.runs = {&run, 1}}))
    if (chart.name.starts_with("batch_") || chart.name == "optimizers") {
      EXPECT_TRUE(chart.is_empty) << chart.name;
    }
}

TEST(TaskSection, CompareModelsTellsActivationsFromState) {
  const results::Run run = run_of("compare_models", {trained("resnet18", 32,
                                                             {{"parameters", 11.7e6},
                                                              {"memory_allocated_peak", 1.0},
                                                              {"memory_model_state", 0.13},
                                                              {"measured_time", 50},
                                                              {"throughput", 64}}),
                                                     trained("mobilenet_v2", 32,
                                                             {{"parameters", 3.5e6},
                                                              {"memory_allocated_peak", 2.5},
                                                              {"memory_model_state", 0.05},
                                                              {"measured_time", 100},
                                                              {"throughput", 32}})});
  const auto section = task_section(run, Language::english);
  EXPECT_THAT(section->advice, Contains(HasSubstr("98 % of that are activations")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("mobilenet_v2 has 30 % of the parameters of "
                                                  "resnet18 and takes 2.5 times its memory")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("an epoch of mobilenet_v2 takes 2.0 times")));
}

TEST(TaskSection, OptimizersAreHeldAgainstTheFusedOne) {
  std::vector<Result> results;
  for (const auto& [optimizer, way, milliseconds] :
       {std::tuple("sgd", "fused", 1.0), {"sgd", "loop", 3.0}, {"adamw", "fused", 2.0}}) {
    results.push_back(trained("resnet18", 32,
                              {{"optimizer_time", milliseconds},
                               {"step_time", 100},
                               {"memory_model_state", optimizer[0] == 's' ? 0.1 : 0.15},
                               {"final_loss", 6.9}}));
    results.back().measured_case.parameters.set("optimizer", std::string(optimizer));
    if (std::string(way) != "fused")
      results.back().measured_case.parameters.set("implementation", std::string(way));
  }
  const auto section = task_section(run_of("optimizers", results), Language::english);
  EXPECT_THAT(section->advice, Contains(HasSubstr("sgd: fused takes 1.00 ms, loop 3.00 ms (3.0 "
                                                  "times as long); fused saves 2.0 % of a step")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("AdamW keeps 51.2 MiB more than SGD")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("reaches the same loss")));
}

// Steps of eager take 10 ms, of the package 4; 30 s of compiling are 5,000 steps of the difference.
results::Run compiled(std::vector<double> package_ms) {
  std::vector<Result> results;
  for (const auto& [launch, milliseconds] :
       {std::pair<std::string, std::vector<double>>{"eager", std::vector<double>(20, 10.0)},
        {"graph", {}},
        {"package", std::move(package_ms)},
        {"torch_compile", std::vector<double>(20, 5.0)}}) {
    Result result = trained("resnet50", 32, {{"throughput", 100}});
    result.measured_case.parameters.set("launch", launch);
    if (milliseconds.empty())
      result.status = results::Status::unsupported;
    else
      result.metrics.push_back(
          results::metric_from_samples("step_time", milliseconds, results::ThermalState::burst));
    if (launch == "package") {
      result.metrics.push_back(results::single_metric("compile_time", 30));
      result.metrics.push_back(results::single_metric("output_difference", 1e-6));
    }
    results.push_back(std::move(result));
  }
  return run_of("compile_test", std::move(results));
}

TEST(TaskSection, CompileTestSaysWhenCompilingPays) {
  const auto section = task_section(compiled(std::vector<double>(20, 4.0)), Language::english);
  ASSERT_EQ(section->table.rows.size(), 4u);
  EXPECT_EQ(section->table.rows[0][3], "1");
  EXPECT_EQ(section->table.rows[1][2], "unsupported");
  EXPECT_THAT(section->table.rows[2][3], testing::StartsWith("2.50 ["));
  EXPECT_EQ(section->table.rows[2][6], "5,000");
  EXPECT_EQ(section->table.rows[2][8], "1.0e-06");
  EXPECT_THAT(section->advice,
              Contains(HasSubstr("take package: 2.50 times as fast as eager; its 30.0 s of "
                                 "compiling are won back after 5,000 steps (20.0 s)")));
  EXPECT_THAT(section->advice, Contains(HasSubstr("1.25 times the speed of torch.compile")));
}

TEST(TaskSection, WhatIsNotCertainlyFasterIsNoAdvice) {
  const results::Run run = compiled(std::vector<double>(20, 10.5));
  const auto section = task_section(run, Language::english);
  EXPECT_EQ(section->table.rows[2][6], "never");
  EXPECT_THAT(section->advice, Contains(HasSubstr("keep it")));
}

TEST(TaskSection, TheChartOfSpeedupsHasABarForEachMode) {
  const results::Run run = compiled(std::vector<double>(20, 4.0));
  for (const Chart& chart : make_charts({.runs = {&run, 1}}))
    if (chart.name == "compile_speedup") {
      ASSERT_FALSE(chart.is_empty);
      EXPECT_EQ(chart.option["series"][0]["data"].size(), 3u);  // eager is 1
      return;
    }
  FAIL();
}

TEST(TaskSection, AdviceIsInEveryReport) {
  const results::Run run = search();
  for (const char* format : {"txt", "md", "html"})
    EXPECT_THAT(report_format(format).write({.runs = {&run, 1}}),
                HasSubstr("For speed 16 is enough"))
        << format;
  const results::Run other = run_of("", run.results);
  EXPECT_THAT(report_format("txt").write({.runs = {&other, 1}}), Not(HasSubstr("For speed")));
}

}  // namespace
}  // namespace wgf::report
