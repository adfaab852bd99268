// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using results::Result;

Result alone() {
  return trained("gpt2", 1, {{"step_time", 100}, {"throughput", 10}});
}

Result mixed() {
  Result result = trained("gpt2", 1,
                          {{"step_time", 100},
                           {"throughput", 32},
                           {"part_attention", 20},
                           {"part_feed_forward", 40},
                           {"part_data", 10},
                           {"part_tensor", 5},
                           {"part_stages", 20},
                           {"part_rest", 5}});
  result.measured_case.parameters.set("dp", std::int64_t{2});
  result.measured_case.parameters.set("pp", std::int64_t{2});
  return result;
}

TaskSection section_of(std::vector<Result> results) {
  return *task_section(run_of("parallel_5d", std::move(results)), messages::Language::english);
}

// What stages wait is no exchange.
TEST(MixedSection, HoldsEveryGpuAgainstOneAndSaysWhatExchangesTake) {
  const TaskSection section = section_of({alone(), mixed()});
  EXPECT_EQ(cell(section, 0, "efficiency"), "-");
  EXPECT_EQ(cell(section, 1, "layout"), "DP 2, PP 2");
  EXPECT_EQ(cell(section, 1, "efficiency"), "80.0 %");
  EXPECT_EQ(cell(section, 1, "communication"), "15.0 %");
}

TEST(MixedSection, PartsOfTheFastestLayoutAreItsWholeStep) {
  const TaskSection section = section_of({alone(), mixed()});
  ASSERT_EQ(section.more.size(), 1U);  // shares of one layout alone say no more
  const auto& rows = section.more[0].table.rows;
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[0][1], "40.0 ms");
  EXPECT_EQ(rows[0][3], "40.0 %");
  EXPECT_EQ(rows.back()[1], "65.0 ms");
  EXPECT_EQ(rows.back()[2], "35.0 ms");
}

// A forecast is not held against a measured GPU.
TEST(MixedSection, EfficiencyIsOfOneBasis) {
  Result forecast = mixed();
  forecast.provenance = results::Provenance::predicted;
  EXPECT_EQ(cell(section_of({alone(), forecast, mixed()}), 1, "efficiency"), "-");
}

}  // namespace
}  // namespace wgf::report
