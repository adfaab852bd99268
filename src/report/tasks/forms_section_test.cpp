// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using results::Result;

Result row(std::int64_t ranks, double rate, double half_width, double gibibytes) {
  Result result = trained("gpt2-xl", 8, {{"step_time", 100}, {"memory_allocated_peak", gibibytes}});
  if (ranks > 1) result.measured_case.parameters.set("dp", ranks);
  results::Metric throughput = results::single_metric("throughput", rate);
  throughput.interval = Interval{rate - half_width, rate + half_width};
  result.metrics.push_back(throughput);
  return result;
}

TEST(FormsSection, HoldsMoreGpusAgainstFewestOfTheSameBasis) {
  Result forecast = row(4, 400, 40, 20);
  forecast.provenance = results::Provenance::predicted;
  const auto section =
      task_section(run_of("parallel_ddp", {row(1, 100, 1, 40), row(2, 190, 1, 40), forecast}),
                   messages::Language::english);
  EXPECT_EQ(cell(*section, 1, "speed-up"), "1.90");
  EXPECT_EQ(cell(*section, 1, "efficiency"), "95.0 %");
  EXPECT_EQ(cell(*section, 2, "speed-up"), "-");  // no forecast of fewer
  EXPECT_EQ(cell(*section, 2, "basis"), "forecast");
}

TEST(FormsSection, HoldsGpusAgainstOneThatComputesMoreAgainWhereItDoesNotFitElse) {
  Result one = row(1, 80, 1, 130), too_large = row(1, 100, 1, 140);
  one.measured_case.parameters.set("recompute", std::string("selective"));
  too_large.status = results::Status::out_of_memory;
  too_large.metrics.clear();
  const auto section = task_section(run_of("parallel_tp", {too_large, one, row(2, 160, 1, 70)}),
                                    messages::Language::english);
  EXPECT_EQ(cell(*section, 1, "form"), "recompute selective");
  EXPECT_EQ(cell(*section, 2, "speed-up"), "2.00");
  // Where one fits without, that is what the others are held against.
  const auto usual =
      task_section(run_of("parallel_tp", {row(1, 100, 1, 140), one, row(2, 160, 1, 70)}),
                   messages::Language::english);
  EXPECT_EQ(cell(*usual, 2, "speed-up"), "1.60");
}

// The optimizer's state of one GPU shared out is less to do for each, and nothing is measured again
// of a forecast.
TEST(FormsSection, WarnsOfMoreThanLinearWhereItIsADisturbance) {
  const auto advice = [](results::Provenance provenance, std::int64_t zero) {
    Result shared = row(2, 220, 1, 40), one = row(1, 100, 1, 40);
    if (zero > 0) shared.measured_case.parameters.set("zero", zero);
    shared.provenance = one.provenance = provenance;
    return task_section(run_of("parallel_fsdp", {one, shared}), messages::Language::english)
        ->advice.size();
  };
  EXPECT_EQ(advice(results::Provenance::measured, 0), 1U);
  EXPECT_EQ(advice(results::Provenance::measured, 3), 0U);
  EXPECT_EQ(advice(results::Provenance::predicted, 0), 0U);
}

// What the samples do not tell apart is neither switched on nor off.
TEST(FormsSection, SaysWhatToSwitchOnWhereSamplesTell) {
  const auto with = [](const char* name, const results::Value& value, Result result) {
    result.measured_case.parameters.set(name, value);
    return result;
  };
  const auto section = task_section(
      run_of("parallel_options",
             {row(2, 100, 2, 40), with("overlap", std::string("off"), row(2, 80, 2, 40)),
              with("accumulate", std::int64_t{4}, row(2, 120, 2, 40)),
              with("zero", std::int64_t{1}, row(2, 99, 2, 30)),
              with("zero", std::int64_t{3}, row(2, 99, 2, 40))}),
      messages::Language::english);
  ASSERT_EQ(section->advice.size(), 4U);
  EXPECT_NE(section->advice[0].find("leave off"), std::string::npos);
  EXPECT_NE(section->advice[1].find("switch on, 20.0 %"), std::string::npos);
  EXPECT_NE(section->advice[2].find("25.0 % less memory"), std::string::npos);
  EXPECT_NE(section->advice[3].find("no difference"), std::string::npos);
}

TEST(MoeSection, HoldsExpertsAgainstDenseLayersAndSaysWhatRoutingCosts) {
  const auto with = [](std::int64_t experts, Result result) {
    result.measured_case.parameters.set("experts", experts);
    return result;
  };
  Result routed = with(8, row(2, 80, 1, 60));
  routed.metrics.push_back(results::single_metric("unrouted_time", 90));
  routed.metrics.push_back(results::single_metric("expert_imbalance", 1.25));
  const auto section = task_section(run_of("parallel_moe", {with(1, row(2, 100, 1, 40)), routed}),
                                    messages::Language::english);
  EXPECT_EQ(cell(*section, 0, "to dense"), "-");
  EXPECT_EQ(cell(*section, 1, "to dense"), "0.80");
  EXPECT_EQ(cell(*section, 1, "feed-forward"), "8 experts");
  ASSERT_EQ(section->more.size(), 1U);
  const std::vector<std::string>& cells = section->more[0].table.rows.at(0);
  EXPECT_EQ(cells[3], "10.0 ms");  // of a step of 100
  EXPECT_EQ(cells[6], "10.0 %");
  EXPECT_EQ(cells[7], "1.25");
}

TEST(SchedulesSection, DrawsOneScheduleAndSaysWhyStagesWait) {
  Result result = row(1, 10, 1, 5);
  result.measured_case.parameters.set("pp", std::int64_t{2});
  result.measured_case.parameters.set("schedule", std::string("1f1b"));
  result.measured_case.parameters.set("accumulate", std::int64_t{3});
  for (int rank = 0; rank < 2; ++rank)
    result.ranks.push_back({.rank = rank,
                            .metrics = {results::single_metric("bubble", 30),
                                        results::single_metric("bubble_schedule", 25),
                                        results::single_metric("bubble_jitter", 5)}});
  const auto section =
      task_section(run_of("parallel_schedules", {result}), messages::Language::english);
  ASSERT_EQ(section->more.size(), 2U);
  EXPECT_EQ(section->more[0].table.rows.size(), 2U);
  EXPECT_EQ(section->more[1].table.rows[0][1], "01..aa2bb.cc");
}

}  // namespace
}  // namespace wgf::report
