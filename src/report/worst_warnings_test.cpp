// SPDX-License-Identifier: MIT
#include "report/worst_warnings.h"

#include <gtest/gtest.h>

#include "report/result_table.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

using messages::Language;

Message not_converged(const std::string& reached) {
  return {"warning.not_converged", {{"reached", reached}, {"target", "0.5"}}};
}

results::Run run_with(const std::vector<Message>& warnings) {
  results::Run run;
  for (std::size_t i = 0; i < warnings.size(); ++i) {
    results::Result result;
    result.measured_case = {.benchmark = "train",
                            .parameters = {{"batch_size", static_cast<std::int64_t>(i + 1)}}};
    result.metrics = {{.tag = "step_time", .value = 10}};
    result.warnings = {warnings[i]};
    run.results.push_back(result);
  }
  return run;
}

TEST(WorstWarnings, OneNoteForThirteenAndAMarkInEachRow) {
  std::vector<Message> warnings;
  for (int i = 1; i <= 13; ++i) warnings.push_back(not_converged(std::to_string(i)));
  warnings[4] = not_converged("1,200");
  const ResultTable table = result_table(run_with(warnings), Language::english);
  ASSERT_EQ(table.notes.size(), 1U);
  EXPECT_NE(table.notes[0].find("1,200"), std::string::npos);
  EXPECT_NE(table.notes[0].find("13"), std::string::npos);
  for (const auto& row : table.table.rows) EXPECT_TRUE(row[1].ends_with(" [1]")) << row[1];
  EXPECT_EQ(task_notes(run_with(warnings), Language::english).size(), 1U);
}

TEST(WorstWarnings, TheWorstIsOfItsKind) {
  const auto few = [](const char* count) {
    return Message{"warning.few_steps", {{"count", count}, {"wanted", "8"}}};
  };
  const Message other{"warning.foreign_processes", {{"count", "1"}, {"processes", "a"}}};
  const WorstWarnings worst(
      run_with({few("3"), few("1"), few("7"), not_converged("2"), other, not_converged("2")}));
  EXPECT_EQ(worst.worst_of(few("7")), few("1"));
  EXPECT_EQ(worst.count_of(few("7")), 3U);
  EXPECT_EQ(worst.count_of(not_converged("2")), 1U);  // said once as it is
  EXPECT_EQ(worst.worst_of(other), other);
}

TEST(WorstWarnings, OfOthersOnTheCpuTheBusiestIsSaidOnce) {
  const auto load = [](const char* busy) {
    return Message{"warning.busy_cpu", {{"busy", busy}, {"cores", "2"}}};
  };
  const WorstWarnings worst(run_with({load("0.4"), load("1.1"), load("0.7")}));
  EXPECT_EQ(worst.worst_of(load("0.4")), load("1.1"));
  EXPECT_EQ(worst.count_of(load("0.4")), 3U);
}

TEST(WorstWarnings, WhatAFileSaysInAnotherWayStandsAlone) {
  const Message broken{"warning.not_converged", {{"reached", "?"}}};
  const WorstWarnings worst(run_with({broken, not_converged("1"), not_converged("2")}));
  EXPECT_EQ(worst.worst_of(broken), broken);
  EXPECT_EQ(worst.count_of(not_converged("1")), 2U);
}

}  // namespace
}  // namespace wgf::report
