// SPDX-License-Identifier: MIT
#include "report/joined_processes.h"

#include <gmock/gmock.h>

#include <cmath>

#include "report/repeated_run.h"

namespace wgf::report {
namespace {

using results::Metric;
using results::Result;

const Metric& metric_of(const results::Run& run, const char* tag) {
  return *run.results.at(0).find(tag);
}

TEST(JoinedProcesses, ARunOfOneProcessStaysAsItIs) {
  const results::Run run = sample_run();
  EXPECT_FALSE(has_repeated_cases(run));
  const JoinedInput joined({.runs = {&run, 1}});
  EXPECT_EQ(joined.input().runs.data(), &run);
  EXPECT_TRUE(joined.input().processes.empty());
}

TEST(JoinedProcesses, EveryCaseBecomesOneResultWithAllSamples) {
  const results::Run run = repeated_run({10, 20, 40});
  ASSERT_TRUE(has_repeated_cases(run));
  const JoinedRun joined = join_processes(run);
  ASSERT_EQ(joined.run.results.size(), 2);  // the skipped case as one, too
  EXPECT_THAT(joined.processes, testing::ElementsAre(3, 1));
  const Metric& time = metric_of(joined.run, "step_time");
  EXPECT_EQ(time.samples.size(), 15);
  EXPECT_NEAR(time.value, 20, 1e-9);  // the cube root of 10 x 20 x 40
}

// Logarithms of 10, 20, 40 lie ln 2 apart: standard error ln 2 / sqrt 3, t of two degrees 4.3027.
TEST(JoinedProcesses, TheIntervalIsThatOfTheProcesses) {
  const Metric time = metric_of(join_processes(repeated_run({10, 20, 40})).run, "step_time");
  const double half = 4.302653 * std::log(2) / std::sqrt(3);
  ASSERT_TRUE(time.interval);
  EXPECT_NEAR(time.interval->low, 20 * std::exp(-half), 1e-4);
  EXPECT_NEAR(time.interval->high, 20 * std::exp(half), 1e-2);
}

TEST(JoinedProcesses, EqualNumbersStayAsTheyAre) {
  const Metric time = metric_of(join_processes(repeated_run({0.1, 0.1, 0.1})).run, "step_time");
  EXPECT_EQ(time.value, 0.1);
  EXPECT_FALSE(time.interval);
}

TEST(JoinedProcesses, PeaksAreTheHighestAndStepsAreSums) {
  results::Run run = repeated_run({10, 20, 40});
  for (int i = 0; i < 3; ++i) {
    auto& metrics = run.results[static_cast<std::size_t>(2 * i)].metrics;
    metrics.push_back({.tag = "memory_device_peak", .value = 5.0 + i});
    metrics.push_back({.tag = "measured_steps", .value = 100});
    metrics.push_back({.tag = "throttled_share", .value = 3.0 * i});
  }
  const results::Run joined = join_processes(run).run;
  EXPECT_EQ(metric_of(joined, "memory_device_peak").value, 7);
  EXPECT_EQ(metric_of(joined, "measured_steps").value, 300);
  EXPECT_EQ(metric_of(joined, "throttled_share").value, 3);  // of 0, 3 and 6
}

TEST(JoinedProcesses, AWarningOfEveryProcessStandsOnce) {
  results::Run run = repeated_run({10, 20});
  run.results[2].warnings.push_back({"warning.burst", {}});
  EXPECT_EQ(join_processes(run).run.results[0].warnings.size(), 2);
}

TEST(JoinedProcesses, WhatFailedIsLeftOutBesideWhatDidNot) {
  results::Run run = repeated_run({10, 20, 40});
  run.results[0].status = results::Status::crashed;
  const JoinedRun joined = join_processes(run);
  EXPECT_EQ(joined.run.results[0].status, results::Status::ok);
  EXPECT_EQ(joined.processes[0], 2);
  EXPECT_NEAR(metric_of(joined.run, "step_time").value, std::sqrt(20.0 * 40.0), 1e-9);
}

TEST(JoinedProcesses, DevicesAreApart) {
  results::Run run = repeated_run({10, 20});
  run.results[2].measured_case.device = "cuda:1";
  EXPECT_EQ(join_processes(run).processes, (std::vector<std::size_t>{1, 1, 1}));
}

}  // namespace
}  // namespace wgf::report
