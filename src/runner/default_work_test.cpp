// SPDX-License-Identifier: MIT
#include "runner/default_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runner/work_probe.h"

namespace wgf::runner {
namespace {

using testing::ElementsAre;

const OpenWork all_open{
    .batch = true, .steps = true, .time = true, .other_steps = 5, .steps_option = "--batches"};

std::vector<CaseCost> cases(std::size_t count, double sample_s) {
  return std::vector<CaseCost>(count, {.start = Seconds(3), .sample = Seconds(sample_s)});
}

TEST(DefaultWork, AFastDeviceDoesTheUsual) {
  const Work usual{.batch = 64, .steps = 100, .time = Seconds(5)};
  EXPECT_EQ(fitting_work(usual, all_open, cases(4, 1e-5)), usual);
}

TEST(DefaultWork, ASlowOneDoesWhatEndsInTime) {
  const Work usual{.batch = 32, .steps = 100};
  for (const double sample_s : {0.001, 0.01, 0.05, 0.2})
    for (const std::size_t count : {1U, 3U, 9U}) {
      const Work work = fitting_work(usual, all_open, cases(count, sample_s));
      const bool is_least = work.batch == 1 && work.steps == 5;
      EXPECT_TRUE(is_least ||
                  time_of(work, all_open.other_steps, cases(count, sample_s)) <= default_time);
      EXPECT_GE(work.steps, 5);
    }
}

TEST(DefaultWork, TheBatchIsHalvedFirstThenSteps) {
  const Work usual{.batch = 64, .steps = 20};
  EXPECT_EQ(fitting_work(usual, all_open, cases(2, 0.1)), (Work{.batch = 8, .steps = 20}));
  EXPECT_EQ(fitting_work(usual, all_open, cases(2, 0.2)), (Work{.batch = 4, .steps = 10}));
  EXPECT_EQ(fitting_work(usual, all_open, cases(2, 1.0)), (Work{.batch = 1, .steps = 10}));
}

TEST(DefaultWork, TimeIsLoweredWhereItIsWhatLasts) {
  const Work usual{.batch = 8, .steps = 10, .time = Seconds(20)};
  EXPECT_EQ(fitting_work(usual, all_open, cases(4, 1e-4)),
            (Work{.batch = 8, .steps = 10, .time = Seconds(5)}));
}

TEST(DefaultWork, WhatWasTypedStays) {
  OpenWork steps_alone = all_open;
  steps_alone.batch = steps_alone.time = false;
  const Work work = fitting_work({.batch = 64, .steps = 100}, steps_alone, cases(1, 1.0));
  EXPECT_EQ(work, (Work{.batch = 64, .steps = 5}));
  OpenWork nothing;
  EXPECT_EQ(fitting_work({.batch = 64, .steps = 100}, nothing, cases(9, 1.0)),
            (Work{.batch = 64, .steps = 100}));
}

TEST(DefaultWork, ChangesAreNamedAsOptions) {
  const Work usual{.batch = 64, .steps = 100, .time = Seconds(20)};
  EXPECT_THAT(changes_of(usual, {.batch = 8, .steps = 100, .time = Seconds(2)}, all_open),
              ElementsAre("--batch-size 64 -> 8", "--time 20.0 s -> 2.0 s"));
  EXPECT_THAT(changes_of(usual, usual, all_open), ElementsAre());
}

TEST(DefaultWork, IsReadFromACaseAndWrittenToIt) {
  results::Case exact{.parameters = {{"batch_size", std::int64_t{32}}}};
  exact.stopping.iterations = 50;
  EXPECT_EQ(planned_work(exact), (Work{.batch = 32, .steps = 50}));
  set_work(exact, {.batch = 4, .steps = 10});
  EXPECT_EQ(planned_work(exact), (Work{.batch = 4, .steps = 10}));
  results::Case recorded{.parameters = {{"profiled_steps", std::int64_t{20}}}};
  set_work(recorded, {.batch = 4, .steps = 10, .time = Seconds(2)});
  EXPECT_EQ(recorded.parameters.integer("profiled_steps"), 10);
  EXPECT_EQ(planned_work(recorded), (Work{.batch = 4, .steps = 10, .time = Seconds(2)}));
}

TEST(DefaultWork, CasesShareTheTime) {
  const Seconds usual(20);
  EXPECT_EQ(time_cap(1, usual), usual);
  EXPECT_NEAR(time_cap(4, usual).value, 6.33, 0.01);
  EXPECT_EQ(time_cap(100, usual), Seconds(2));
}

TEST(WorkProbe, IsTwoStepsOfAFewSamples) {
  results::Case planned{
      .parameters = {{"batch_size", std::int64_t{64}}, {"workers", std::int64_t{8}}}};
  planned.stopping.min_samples = 100;
  const results::Case probe = probe_of(planned);
  EXPECT_EQ(probe.parameters.integer("batch_size"), 4);
  EXPECT_EQ(probe.parameters.integer("workers"), 0);
  EXPECT_EQ(probe.stopping.iterations, 2);
}

TEST(WorkProbe, TellsStartAndSample) {
  results::Result result{.measured_case = {.parameters = {{"batch_size", std::int64_t{4}}}},
                         .metrics = {results::single_metric("step_time", 200)}};
  const auto cost = cost_from(result, Seconds(2));
  ASSERT_TRUE(cost);
  EXPECT_DOUBLE_EQ(cost->sample.value, 0.05);
  EXPECT_NEAR(cost->start.value, 1, 1e-9);
  EXPECT_EQ(cost_from(result, Seconds(60))->start, Seconds(3));
  result.metrics.front().samples = {300, 100};
  EXPECT_DOUBLE_EQ(cost_from(result, Seconds(2))->sample.value, 0.025);
  result.status = results::Status::out_of_memory;
  EXPECT_FALSE(cost_from(result, Seconds(2)));
}

}  // namespace
}  // namespace wgf::runner
