// SPDX-License-Identifier: MIT
// The measurements of the program: what of them is used, and what the errors are held against.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "catalog/catalog.h"
#include "truth/audit_rows.h"
#include "truth/validate_files.h"
#include "truth/validate_held_out.h"

namespace wgf::truth {
namespace {

using testing::UnorderedElementsAre;

TruthText own_table(const std::string& name) {
  for (const TruthText& file : built_in_truth())
    if (file.name == name) return file;
  ADD_FAILURE() << name;
  return {};
}

JudgedFile judge_own(const TruthText& file) {
  return judge({file.name, file.text}, catalog::embedded_catalog(), memory_readings({}));
}

TEST(OwnRows, WhatNoCardCanHoldAndWhatAModelComputedIsNotUsed) {
  const TruthText table = own_table("memory.csv");
  std::vector<std::string> broken, impossible;
  std::size_t computed = 0;
  for (const JudgedRow& row : judge_own(table).rows) {
    if (row.breaks_physics) broken.push_back(row.prediction.id);
    computed += row.reason == "computed by a model and not measured";
    EXPECT_FALSE(row.breaks_physics && row.is_used());
  }
  const std::vector<AuditedRow> audited =
      audit_rows(table.text, table.name, catalog::embedded_catalog()).value();
  for (const AuditedRow& row : audited)
    if (row.is_impossible()) impossible.push_back(row.id);
  EXPECT_THAT(impossible, UnorderedElementsAre("rar-0008", "rar-0011"));
  for (const std::string& id : impossible)
    EXPECT_NE(std::find(broken.begin(), broken.end(), id), broken.end()) << id;
  EXPECT_EQ(computed, 10u);  // of 12: two of them break physics
  // Their paper is in no group that the interval rests on.
  EXPECT_EQ(built_in_accuracy("memory_held_out.csv").find("2205.05198"), std::string::npos);
}

TEST(OwnRows, GoalsAreHeldAgainstErrorsOfFitsThatHaveNotSeenTheGroup) {
  const std::vector<Goal> goals = accuracy_goals({judge_own(own_table("engine_memory.csv"))});
  const auto goal = [&](const std::string& what) {
    return *std::find_if(goals.begin(), goals.end(),
                         [&](const Goal& one) { return one.what == what; });
  };
  EXPECT_EQ(goals.size(), 14u);
  for (const auto& [what, width] :
       {std::pair("training step time", 0.15), std::pair("TPOT", 0.2), std::pair("TTFT", 0.2),
        std::pair("throughput", 0.2), std::pair("classic training rate", 0.15)})
    EXPECT_EQ(goal(what).width, width) << what;
  EXPECT_FALSE(goal("memory").width);
  for (const Goal& one : goals) EXPECT_TRUE(one.has_interval_reached().has_value()) << one.what;
  const Goal engine = goal("memory, this program's engine");
  EXPECT_EQ(engine.reached.rows, 54u);
  EXPECT_TRUE(engine.is_reached());
  EXPECT_LT(engine.reached.median, 0.01);
}

}  // namespace
}  // namespace wgf::truth
