// SPDX-License-Identifier: MIT
#include "report/tasks/llm_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"

namespace wgf::report {
namespace {

using results::Result;

Result answered() {
  Result result = trained("llama-3.1-8b", 2, {{"decode.bytes_per_step", 16}});
  result.metrics.push_back(results::metric_from_samples("decode.step_time", {4, 4, 4, 4}));
  return result;
}

Result changed() {
  Result result = answered();
  result.metrics.push_back(results::metric_from_samples("one_by_one.step_time", {5, 5, 5}));
  result.metrics.push_back(results::metric_from_samples("fewer_bytes.step_time", {2, 2.5, 3}));
  result.metrics.push_back(results::single_metric("fewer_bytes.bytes_per_step", 8));
  result.timelines = {{.phase = "decode",
                       .period_us = 5000,
                       .launches = {{.name = "a", .part = "qkv", .duration_us = 3200}}}};
  return result;
}

TEST(LlmChanges, GainsAreOverTheStepAsItWasTimed) {
  const std::vector<LlmChange> changes = llm_changes(changed());
  ASSERT_EQ(changes.size(), 4u);
  EXPECT_DOUBLE_EQ(changes[0].step_ms, 4);
  EXPECT_DOUBLE_EQ(changes[1].step_ms, 3.2);  // the recorded launches
  EXPECT_DOUBLE_EQ(changes[1].gain, 0.25);
  EXPECT_FALSE(changes[1].interval);
  EXPECT_DOUBLE_EQ(changes[2].gain, -0.2);
  EXPECT_DOUBLE_EQ(changes[3].gain, 0.6);
  EXPECT_DOUBLE_EQ(changes[3].bytes_share, 0.5);
  EXPECT_LT(changes[3].interval->low, 0.6);
  EXPECT_GT(changes[3].interval->high, 0.6);
}

TEST(LlmChanges, LaunchesThatRecordingMadeLongerThanTheStepLeaveNothingToGain) {
  Result result = changed();
  result.timelines[0].launches[0].duration_us = 4500;
  EXPECT_DOUBLE_EQ(llm_changes(result)[1].gain, 0);
}

TEST(LlmChanges, RowsAreOfAllSequencesTogether) {
  const auto tables =
      change_tables(run_of("llm", {answered(), changed()}), messages::Language::english);
  ASSERT_EQ(tables.size(), 1u);  // the first was not profiled
  const auto& rows = tables[0].table.rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0][2], "500.0");
  EXPECT_EQ(rows[2][2], "400.0");
  EXPECT_EQ(rows[0][3], "");
  EXPECT_EQ(rows[1][3], "+25.0 %");
}

}  // namespace
}  // namespace wgf::report
