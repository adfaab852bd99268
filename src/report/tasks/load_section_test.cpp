// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;

// So many requests with times of 1, 2, 3 … ms.
Result under_load(results::Parameters load, std::size_t requests) {
  Result result;
  result.measured_case = {.benchmark = "llm_load",
                          .parameters = {{"model", std::string("llama-3.2-1b")}}};
  for (const auto& [name, value] : load) result.measured_case.parameters.set(name, value);
  result.measured_case.parameters.set("precision", std::string("bf16"));
  std::vector<double> times;
  for (std::size_t i = 1; i <= requests; ++i) times.push_back(static_cast<double>(i));
  for (const char* tag : {"ttft", "queue_time", "tpot"})
    result.metrics.push_back(results::metric_from_samples(tag, times));
  result.metrics.push_back(results::single_metric("request_rate", 2));
  result.metrics.push_back(results::single_metric("measured_time", 50));
  return result;
}

TEST(LoadSection, PercentilesNeedSamples) {
  const auto few =
      task_section(run_of("llm", {under_load({{"rate", 2.5}}, 99)}), Language::english);
  ASSERT_TRUE(few);
  EXPECT_EQ(few->table.rows[0][2], "2.5 requests/s");
  EXPECT_EQ(few->table.rows[0][4], "50.0 / - ms");
  ASSERT_EQ(few->more.size(), 1u);
  EXPECT_EQ(few->more[0].table.rows[0][3], "94.1 ms");
  EXPECT_EQ(few->more[0].table.rows[0][4], "-");
  const auto many =
      task_section(run_of("llm", {under_load({{"rate", 2.5}}, 101)}), Language::english);
  EXPECT_EQ(many->table.rows[0][4], "51.0 / 100 ms");
  EXPECT_EQ(many->more[0].table.rows[0][4], "100 ms");
}

TEST(LoadSection, ARateThatRisesIsNamedByBothEnds) {
  const auto section = task_section(
      run_of("llm", {under_load({{"rate", 2.5}, {"rate_to", 9.0}}, 9)}), Language::english);
  EXPECT_EQ(section->table.rows[0][2], "2.5-9 requests/s");
}

// Of 1, 2, 3 … ms each sample is its place.
TEST(LoadSection, TheP99OfManyRequestsHasAnInterval) {
  const auto many =
      task_section(run_of("llm", {under_load({{"rate", 2.5}}, 1000)}), Language::english);
  ASSERT_EQ(many->more[0].table.rows[0].size(), 6u);
  EXPECT_EQ(many->more[0].table.rows[0][5], "983 - 997 ms");
  const auto few =
      task_section(run_of("llm", {under_load({{"rate", 2.5}}, 300)}), Language::english);
  EXPECT_EQ(few->more[0].table.rows[0].size(), 5u);
}

TEST(LoadSection, OfASweepTheBestGoodputIsNamed) {
  std::vector<Result> results;
  for (const std::int64_t users : {1, 4, 8, 16}) {
    results.push_back(under_load({{"concurrency", users}}, 20));
    results.back().metrics.push_back(results::single_metric("goodput", users == 8 ? 3.0 : 1.0));
    results.back().metrics.push_back(results::single_metric("good_share", 75));
  }
  const auto section = task_section(run_of("llm", results), Language::english);
  ASSERT_EQ(section->table.rows.size(), 4u);
  EXPECT_EQ(section->table.rows[0][2], "1 user");
  EXPECT_EQ(section->table.rows[3][2], "16 users");
  EXPECT_TRUE(section->more.empty());
  ASSERT_EQ(section->advice.size(), 1u);
  EXPECT_THAT(section->advice[0], testing::HasSubstr("8 users"));
  results.resize(1);  // nothing to choose from
  EXPECT_TRUE(task_section(run_of("llm", results), Language::english)->advice.empty());
}

TEST(LoadSection, APeakAtWhichTheClientWasLateIsMarked) {
  const auto advice = [](const char* warned) {
    std::vector<Result> results;
    for (const std::int64_t users : {1, 4}) {
      results.push_back(under_load({{"concurrency", users}}, 20));
      results.back().measured_case.benchmark = "serve_test";
      const auto rate = static_cast<double>(users);
      results.back().metrics.push_back(results::single_metric("output.token_throughput", rate));
    }
    results.back().warnings.push_back({warned, {}});
    return task_section(run_of("serve_test", results), Language::english)->advice.size();
  };
  EXPECT_EQ(advice("server.client_late"), advice("server.cached") + 1);
}

TEST(LoadSection, WhatAServerAddsIsToldOfTheSameLoad) {
  const auto asked = [](const char* benchmark, std::int64_t users, double rate, double shift) {
    Result result = under_load({{"concurrency", users}}, 21);
    result.measured_case.benchmark = benchmark;
    result.metrics.push_back(results::single_metric("output.token_throughput", rate));
    for (results::Metric& metric : result.metrics)
      for (double& sample : metric.samples) sample += shift;
    return result;
  };
  const std::vector<Result> results{asked("llm_load", 2, 200, 0), asked("llm_load", 4, 400, 0),
                                    asked("serve_test", 4, 384, 0.5)};
  const auto section = task_section(run_of("serve_test", results), Language::english);
  ASSERT_EQ(section->table.rows.size(), 3u);
  EXPECT_EQ(section->table.rows[1][2], "in process");
  EXPECT_EQ(section->table.rows[2][2], "as a server");
  ASSERT_EQ(section->advice.size(), 1u);
  EXPECT_THAT(section->advice[0], testing::HasSubstr("96.0 %"));
  EXPECT_THAT(section->advice[0], testing::HasSubstr("TTFT P50 +0.500 ms"));
}

// 60 tokens/s forecast of 50, 40 ms of a mean of 50.5.
TEST(LoadSection, AForecastSaysHowFarItIsOff) {
  Result result = under_load({{"concurrency", std::int64_t{4}}}, 100);
  result.measured_case.benchmark = "serve_test";
  result.metrics.push_back(results::single_metric("output.token_throughput", 50));
  result.metrics.push_back(results::single_metric("output.token_throughput_forecast", 60));
  result.metrics.push_back(results::single_metric("ttft_forecast", 40));
  const auto section = task_section(run_of("serve_test", {result}), Language::english);
  ASSERT_EQ(section->advice.size(), 1u);
  EXPECT_THAT(section->advice[0], testing::HasSubstr("(+20 %)"));
  EXPECT_THAT(section->advice[0], testing::HasSubstr("(-21 %)"));
}

TEST(LoadSection, ProcessesOfOneLoadAreOneRow) {
  std::vector<Result> results(2, under_load({{"rate", 2.5}}, 60));
  results[1].process = 1;
  const auto section = task_section(run_of("llm", results), Language::english);
  ASSERT_EQ(section->table.rows.size(), 1u);
  EXPECT_EQ(section->table.rows[0][4], "30.5 / 59.8 ms");  // of 120 requests together
}

}  // namespace
}  // namespace wgf::report
