// SPDX-License-Identifier: MIT
// Cases whose processes did not all end alike: what failed, ran otherwise, or was warned of.
#include <gmock/gmock.h>

#include "results/comparison.h"

namespace wgf::results {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

Result result(int process, double milliseconds) {
  Result one;
  one.measured_case = {.benchmark = "train", .parameters = {{"model", std::string("vae")}}};
  one.process = process;
  std::vector<double> samples;
  for (int i = 0; i < 20; ++i) samples.push_back(milliseconds * (1 + 1e-4 * (i % 3)));
  one.metrics = {{.tag = "step_time", .value = milliseconds, .samples = samples},
                 {.tag = "sm_clock", .value = 1980}};
  one.math_mode = MathMode{.compute = "bf16"};
  return one;
}

results::Run three_processes(double milliseconds) {
  results::Run run;
  for (int process = 0; process < 3; ++process)
    run.results.push_back(result(process, milliseconds * (1 + 0.001 * process)));
  return run;
}

void fail(Result& one, Status status) {
  one.status = status;
  one.metrics.clear();
  one.math_mode.reset();
}

ComparedCase compare(const results::Run& a, const results::Run& b) {
  return compare_runs(a, std::vector{b}, {}).front().cases.at(0);
}

Message failed(const char* side, const char* count, const char* status) {
  return {"compare.failed_processes",
          {{"side", side}, {"count", count}, {"total", "3"}, {"status", status}}};
}

TEST(Processes, AFailedOneLeavesTheCaseUndecided) {
  for (const double milliseconds : {10.0, 12.0, 8.0}) {
    results::Run b = three_processes(milliseconds);
    fail(b.results[1], Status::out_of_memory);
    const ComparedCase compared = compare(three_processes(10), b);
    EXPECT_EQ(compared.judgement.verdict, Verdict::undecided) << milliseconds;
    EXPECT_THAT(compared.notes, Contains(failed("B", "1", "out_of_memory")));
    EXPECT_EQ(compared.b.processes, 2u);
    EXPECT_EQ(compared.b.failed, 1u);
    EXPECT_TRUE(compared.is_lost());
    EXPECT_FALSE(compare(b, three_processes(10)).is_lost());
  }
}

TEST(Processes, EachEndIsNamed) {
  results::Run a = three_processes(10);
  fail(a.results[0], Status::crashed);
  fail(a.results[2], Status::timeout);
  const ComparedCase compared = compare(a, three_processes(10));
  EXPECT_THAT(compared.notes, Contains(failed("A", "1", "crashed")));
  EXPECT_THAT(compared.notes, Contains(failed("A", "1", "timeout")));
}

TEST(Processes, OneMeasuredAgainDidNotFail) {
  results::Run b = three_processes(10);
  Result earlier = result(1, 10);
  fail(earlier, Status::timeout);
  b.results.insert(b.results.begin(), earlier);
  const ComparedCase compared = compare(three_processes(10), b);
  EXPECT_EQ(compared.judgement.verdict, Verdict::same);
  EXPECT_THAT(compared.notes, IsEmpty());
}

TEST(Processes, OneWithoutSamplesOfTheTimeIsNoted) {
  results::Run b = three_processes(10);
  b.results[2].metrics[0].tag = "latency";
  const ComparedCase compared = compare(three_processes(10), b);
  EXPECT_EQ(compared.judgement.verdict, Verdict::undecided);
  EXPECT_EQ(compared.metric, "step_time");
  EXPECT_EQ(compared.notes[0].key, "compare.processes_without_samples");
  EXPECT_FALSE(compared.is_lost());
}

TEST(Processes, WhatRanInAAndFailedInBIsLost) {
  for (const Status status : {Status::out_of_memory, Status::crashed, Status::unsupported}) {
    results::Run b = three_processes(10), partly = three_processes(10);
    for (Result& one : b.results) fail(one, status);
    fail(partly.results[0], status);
    for (const results::Run& a : {three_processes(10), partly}) {
      const Comparison comparison = compare_runs(a, std::vector{b}, {}).front();
      EXPECT_EQ(comparison.cases[0].judgement.verdict, Verdict::invalid);
      EXPECT_EQ(comparison.count_lost(), 1u);
    }
    EXPECT_FALSE(compare(b, b).is_lost());
    EXPECT_FALSE(compare(b, three_processes(10)).is_lost());
    EXPECT_FALSE(compare(partly, partly).is_lost());
  }
}

// The first one as well as the last: every process counts.
TEST(Processes, OtherArithmeticInOneOfThemIsInvalid) {
  for (const std::size_t process : {0u, 1u, 2u}) {
    results::Run b = three_processes(10);
    b.results[process].math_mode->compute = "tf32";
    const ComparedCase compared = compare(three_processes(10), b);
    EXPECT_EQ(compared.judgement.verdict, Verdict::invalid);
    EXPECT_THAT(compared.notes,
                ElementsAre(Message{"compare.mixed_arithmetic",
                                    {{"side", "B"},
                                     {"name", "compute"},
                                     {"values", process == 0 ? "tf32 / bf16" : "bf16 / tf32"}}}));
    EXPECT_EQ(compare(b, b).judgement.verdict, Verdict::invalid);
  }
}

TEST(Processes, AnotherChoiceInOneOfThemIsNoted) {
  results::Run b = three_processes(10);
  b.results[0].math_mode->deterministic = true;
  const ComparedCase compared = compare(three_processes(10), b);
  EXPECT_EQ(compared.judgement.verdict, Verdict::same);
  EXPECT_THAT(
      compared.notes,
      ElementsAre(Message{"compare.mixed_choice",
                          {{"side", "B"}, {"name", "deterministic"}, {"values", "on / off"}}}));
}

TEST(Processes, ClocksAndThrottlingOfOneAreNoted) {
  results::Run b = three_processes(10);
  b.results[0].metrics[1].value = 1755;
  b.results[0].metrics.push_back({.tag = "throttled_share", .value = 60});
  EXPECT_THAT(compare(three_processes(10), b).notes,
              ElementsAre(Message{"compare.clocks", {{"a", "1980"}, {"b", "1755-1980"}}},
                          Message{"compare.throttled_processes", {{"a", "0/3"}, {"b", "1/3"}}}));
}

TEST(Processes, AWarningOfOneSideIsNoted) {
  const std::pair<const char*, const char*> warnings[] = {
      {"warning.foreign_processes", "compare.only_foreign_processes"},
      {"warning.busy_cpu", "compare.only_foreign_load"},
      {"warning.foreign_load", "compare.only_foreign_load"},
      {"warning.not_converged", "compare.only_not_converged"},
      {"warning.few_steps", "compare.only_not_converged"},
      {"engine.not_settled", "compare.only_not_settled"},
      {"engine.launch_bound", "compare.only_launch_bound"},
  };
  for (const auto& [warning, note] : warnings) {
    results::Run a = three_processes(10), b = three_processes(12);
    b.results[1].warnings = {{warning, {{"count", "1"}}}};
    const ComparedCase compared = compare(a, b);
    EXPECT_EQ(compared.judgement.verdict, Verdict::slower);
    EXPECT_THAT(compared.notes, ElementsAre(Message{note, {{"side", "B"}}}));
    EXPECT_THAT(compare(b, a).notes, ElementsAre(Message{note, {{"side", "A"}}}));
    a.results[2].warnings = {{warning, {{"count", "7"}}}};
    EXPECT_THAT(compare(a, b).notes, IsEmpty()) << "both have " << warning;
  }
}

TEST(Processes, AnUnknownWarningIsGivenAsItsWriterSaidIt) {
  results::Run b = three_processes(10);
  b.results[0].warnings = {{"later.warning", {{"text", "the moon was full"}}}};
  EXPECT_THAT(compare(three_processes(10), b).notes,
              ElementsAre(Message{"compare.only_warning",
                                  {{"side", "B"}, {"warning", "the moon was full"}}}));
}

TEST(Processes, ThrottlingIsSaidOnce) {
  results::Run b = three_processes(10);
  for (Result& one : b.results) {
    one.metrics.push_back({.tag = "throttled_share", .value = 60});
    one.warnings = {{"warning.throttled", {}}};
  }
  EXPECT_THAT(compare(three_processes(10), b).notes,
              ElementsAre(Message{"compare.b_throttled", {}}));
}

TEST(Processes, ASideThatFailedSaysWhatItsWarningsKnow) {
  results::Run b = three_processes(10);
  for (Result& one : b.results) {
    fail(one, Status::out_of_memory);
    one.warnings = {{"warning.foreign_processes", {}}};
  }
  EXPECT_THAT(compare(three_processes(10), b).notes,
              ElementsAre(Message{"compare.status", {{"status", "out_of_memory"}, {"side", "B"}}},
                          Message{"compare.only_foreign_processes", {{"side", "B"}}}));
}

}  // namespace
}  // namespace wgf::results
