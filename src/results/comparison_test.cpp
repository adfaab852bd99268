// SPDX-License-Identifier: MIT
#include "results/comparison.h"

#include <gmock/gmock.h>

#include <limits>

namespace wgf::results {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

Result result(const std::string& model, int process, double milliseconds) {
  Result one;
  one.measured_case = {.benchmark = "train",
                       .parameters = {{"model", model}, {"batch_size", std::int64_t{8}}}};
  one.process = process;
  std::vector<double> samples;
  for (int i = 0; i < 20; ++i) samples.push_back(milliseconds * (1 + 1e-4 * (i % 3)));
  one.metrics = {{.tag = "step_time", .value = milliseconds, .samples = samples}};
  one.math_mode = MathMode{.compute = "bf16"};
  return one;
}

Run run_of(std::vector<Result> results) {
  Run run;
  run.results = std::move(results);
  return run;
}

Run three_processes(double milliseconds) {
  return run_of({result("vae", 0, milliseconds), result("vae", 1, milliseconds * 1.001),
                 result("vae", 2, milliseconds * 1.002)});
}

Comparison compare(const Run& a, const Run& b, const CompareOptions& options = {}) {
  return compare_runs(a, std::vector{b}, options).front();
}

std::vector<std::string> note_keys(const ComparedCase& compared) {
  std::vector<std::string> keys;
  for (const Message& note : compared.notes) keys.push_back(note.key);
  return keys;
}

TEST(Comparison, ProcessesOfOneCaseBelongTogether) {
  const Comparison comparison = compare(three_processes(10), three_processes(10.5));
  ASSERT_EQ(comparison.cases.size(), 1u);
  EXPECT_EQ(comparison.cases[0].a.processes, 3u);
  EXPECT_EQ(comparison.cases[0].a.samples, 60u);
  EXPECT_EQ(comparison.cases[0].judgement.verdict, Verdict::slower);
  EXPECT_NEAR(comparison.cases[0].judgement.difference.change, 0.05, 1e-9);
  EXPECT_THAT(comparison.cases[0].notes, IsEmpty());
}

Run with_forecast(Run run) {
  run.results.push_back(result("vit", 0, 5));
  run.results.back().provenance = Provenance::predicted;
  return run;
}

TEST(Comparison, ForecastsOfBothSidesAreLeftOutBesideMeasuredCases) {
  const auto measured = with_forecast(three_processes(10));
  const Comparison comparison = compare(measured, with_forecast(three_processes(10.5)));
  ASSERT_EQ(comparison.cases.size(), 1u);
  EXPECT_EQ(comparison.count(Verdict::slower), 1u);
  EXPECT_TRUE(comparison.only_a.empty());
  // Of one that only B measured the pair is named, and of forecasts alone every one.
  auto other = with_forecast(three_processes(10));
  other.results.back().provenance = Provenance::measured;
  EXPECT_EQ(compare(measured, other).cases.size(), 2u);
  const auto forecasts = run_of({measured.results.back()});
  EXPECT_EQ(compare(forecasts, forecasts).count(Verdict::invalid), 1u);
}

TEST(Comparison, WaitsOfATrainingFromFilesCount) {
  const auto loading = [](double wait) {
    std::vector<Result> processes;
    for (int process = 0; process < 3; ++process) {
      Result one = result("mobilenet_v2", process, 20);
      one.measured_case.benchmark = "train_from_files";
      one.metrics[0].samples.clear();
      for (int i = 0; i < 200; ++i)
        one.metrics[0].samples.push_back(i % 4 == 0 ? wait + 0.01 * process : 20);
      processes.push_back(one);
    }
    return run_of(processes);
  };
  const ComparedCase compared = compare(loading(40), loading(60)).cases[0];
  EXPECT_NEAR(compared.a.value.value(), 25, 0.01);  // three of 20 and one of 40
  EXPECT_NEAR(compared.judgement.difference.change, 0.2, 1e-3);
  EXPECT_EQ(compared.judgement.verdict, Verdict::slower);
  EXPECT_THAT(note_keys(compared), Contains("compare.of_means"));
}

TEST(Comparison, OneProcessASideSaysSo) {
  const results::Run one = run_of({result("vae", 0, 10)});
  EXPECT_THAT(note_keys(compare(one, one).cases[0]), ElementsAre("compare.one_process"));
  EXPECT_THAT(note_keys(compare(three_processes(10), one).cases[0]),
              ElementsAre("compare.one_process_b"));
}

TEST(Comparison, MoreOfACaseIsMeasuredAsItsCommandHasIt) {
  const auto note_of = [](const char* benchmark) {
    Result load = result("vae", 0, 10);
    load.measured_case.benchmark = benchmark;
    const results::Run run = run_of({load});
    return compare(run, run).cases.at(0).notes.at(0);
  };
  const auto with = [](const char* option) {
    return std::vector<std::pair<std::string, std::string>>{{"option", option}};
  };
  EXPECT_EQ(note_of("serve_test"), (Message{"compare.one_load", with("serve-test --repeats")}));
  EXPECT_EQ(note_of("llm_load").args, with("llm --repeat"));
  EXPECT_EQ(note_of("train"), (Message{"compare.one_process", with("--repeat")}));
}

TEST(Comparison, CasesOfOneSideAreListed) {
  const Comparison comparison = compare(run_of({result("vae", 0, 10), result("unet", 0, 9)}),
                                        run_of({result("vae", 0, 10), result("gpt2", 0, 8)}));
  EXPECT_EQ(comparison.cases.size(), 1u);
  ASSERT_EQ(comparison.only_a.size(), 1u);
  EXPECT_EQ(comparison.only_a[0].measured_case.parameters.text("model"), "unet");
  ASSERT_EQ(comparison.only_b.size(), 1u);
  EXPECT_EQ(comparison.only_b[0].measured_case.parameters.text("model"), "gpt2");
}

TEST(Comparison, AnotherBatchIsNamedAndInvalid) {
  Result larger = result("vae", 0, 10);
  larger.measured_case.parameters.set("batch_size", std::int64_t{16});
  const Comparison comparison = compare(run_of({result("vae", 0, 10)}), run_of({larger}));
  ASSERT_EQ(comparison.cases.size(), 1u);
  EXPECT_EQ(comparison.cases[0].judgement.verdict, Verdict::invalid);
  EXPECT_THAT(comparison.cases[0].notes,
              ElementsAre(Message{"compare.other_work",
                                  {{"name", "batch_size"}, {"a", "8"}, {"b", "16"}}}));
  EXPECT_THAT(comparison.only_a, IsEmpty());
  EXPECT_THAT(comparison.only_b, IsEmpty());
}

TEST(Comparison, AnotherArithmeticIsInvalid) {
  results::Run b = three_processes(10);
  for (Result& one : b.results) one.math_mode->compute = "fp32";
  const ComparedCase compared = compare(three_processes(10), b).cases[0];
  EXPECT_EQ(compared.judgement.verdict, Verdict::invalid);
  EXPECT_THAT(compared.notes,
              Contains(Message{"compare.other_arithmetic",
                               {{"name", "compute"}, {"a", "bf16"}, {"b", "fp32"}}}));
}

TEST(Comparison, OtherChoicesOfTheLibraryAreOnlyNamed) {
  results::Run b = three_processes(10);
  for (Result& one : b.results) one.math_mode->deterministic = true;
  const ComparedCase compared = compare(three_processes(10), b).cases[0];
  EXPECT_EQ(compared.judgement.verdict, Verdict::same);
  EXPECT_THAT(note_keys(compared), ElementsAre("compare.other_choice"));
}

TEST(Comparison, NotANumberAndZeroAreNotSamples) {
  for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    results::Run b = three_processes(10);
    b.results[1].metrics[0].samples[3] = bad;
    const ComparedCase compared = compare(three_processes(10), b).cases[0];
    EXPECT_EQ(compared.judgement.verdict, Verdict::invalid);
    EXPECT_THAT(note_keys(compared), ElementsAre("compare.unusable_samples"));
  }
}

TEST(Comparison, WhatFailedOnASideIsInvalidAndSaysSo) {
  Result failed = result("vae", 0, 10);
  failed.status = Status::out_of_memory;
  failed.metrics.clear();
  const ComparedCase compared = compare(run_of({result("vae", 0, 10)}), run_of({failed})).cases[0];
  EXPECT_EQ(compared.judgement.verdict, Verdict::invalid);
  EXPECT_THAT(compared.notes,
              ElementsAre(Message{"compare.status", {{"status", "out_of_memory"}, {"side", "B"}}}));
}

TEST(Comparison, ClocksThatDifferAreNamed) {
  results::Run a = three_processes(10), b = three_processes(10);
  for (Result& one : a.results) one.metrics.push_back({.tag = "sm_clock", .value = 1980});
  for (Result& one : b.results) one.metrics.push_back({.tag = "sm_clock", .value = 1755});
  EXPECT_THAT(compare(a, b).cases[0].notes,
              ElementsAre(Message{"compare.clocks", {{"a", "1980"}, {"b", "1755"}}}));
}

TEST(Comparison, AMetricCanBeNamed) {
  results::Run a = three_processes(10), b = three_processes(10);
  for (results::Run* run : {&a, &b})
    for (Result& one : run->results)
      one.metrics.push_back({.tag = "latency", .value = 3, .samples = {3, 3, 3, 3}});
  EXPECT_EQ(compare(a, b).cases[0].metric, "step_time");
  EXPECT_EQ(compare(a, b, {.metric = "latency"}).cases[0].metric, "latency");
}

TEST(Comparison, OfALoadWholeRequestsAreCompared) {
  results::Run a = three_processes(10), b = three_processes(10);
  for (results::Run* run : {&a, &b})
    for (Result& one : run->results)
      one.metrics = {{.tag = "e2e_time", .value = 3, .samples = {3, 3, 3, 3}}};
  EXPECT_EQ(compare(a, b).cases[0].metric, "e2e_time");
}

TEST(Conditions, DriverAndDeviceAreNamed) {
  results::Run a = three_processes(10), b = a;
  a.devices = {{.id = "cuda:0", .name = "NVIDIA H200"}};
  b.devices = {{.id = "cuda:0", .name = "NVIDIA H100"}};
  a.environment.sections = {{"software", {{"driver", std::string("570.1")}}}};
  b.environment.sections = {{"software", {{"driver", std::string("580.2")}}}};
  const std::vector<ConditionDifference> differences = differing_conditions(a, b);
  ASSERT_EQ(differences.size(), 2u);
  EXPECT_EQ(differences[0].name, "compare.device");
  EXPECT_EQ(differences[1].name, "compare.driver");
  EXPECT_EQ(differences[1].b, "580.2");
}

TEST(Conditions, AnotherQuotaOfACpuIsNamed) {
  results::Run a = three_processes(10), b = a;
  for (results::Run* run : {&a, &b}) {
    run->devices = {{.id = "cpu", .name = "Xeon"}};
    run->environment.sections = {{"cpu", {{"usable_cores", std::int64_t{2}}}}};
  }
  EXPECT_TRUE(differing_conditions(a, b).empty());
  b.environment.sections.push_back({"container", {{"cgroup_version", std::int64_t{2}}}});
  EXPECT_TRUE(differing_conditions(a, b).empty());
  b.environment.sections[1].facts.set("cpu_quota", 0.5);
  const std::vector<ConditionDifference> differences = differing_conditions(a, b);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].name, "compare.usable_cpus");
  EXPECT_EQ(differences[0].a, "2");
  EXPECT_EQ(differences[0].b, "0.5");
}

TEST(Conditions, OfSeveralDevicesAllAreNamed) {
  results::Run a = three_processes(10), b = a;
  a.devices = {{.id = "cuda:0", .name = "NVIDIA H100", .facts = {{"power_limit_w", 700.0}}},
               {.id = "cuda:1", .name = "NVIDIA H100", .facts = {{"power_limit_w", 700.0}}}};
  b.devices = a.devices;
  EXPECT_TRUE(differing_conditions(a, b).empty());
  b.devices[1].facts = {{"power_limit_w", 400.0}};
  std::vector<ConditionDifference> differences = differing_conditions(a, b);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].b, "700 / 400");
  b.devices.pop_back();
  differences = differing_conditions(a, b);
  ASSERT_EQ(differences.size(), 1u);
  EXPECT_EQ(differences[0].a, "2 x NVIDIA H100");
}

TEST(Comparison, SeveralFilesShareTheirChanceOfAFalseAlarm) {
  const results::Run a = three_processes(10);
  const std::vector<results::Run> others(3, three_processes(10.02));
  const std::vector<Comparison> comparisons = compare_runs(a, others, {});
  ASSERT_EQ(comparisons.size(), 3u);
  const Judgement alone = compare(a, others[0]).cases[0].judgement;
  const Judgement together = comparisons[2].cases[0].judgement;
  EXPECT_EQ(alone.interval, together.interval);
  EXPECT_LT(together.family_interval.low, alone.family_interval.low);
}

}  // namespace
}  // namespace wgf::results
