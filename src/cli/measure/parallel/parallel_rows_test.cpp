// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/parallel_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace wgf::cli {
namespace {

std::vector<results::Case> rows(std::string_view name, const ParallelOptions& typed) {
  const ParallelWork work{.model = "gpt2-xl", .config = "{}", .precision = "bf16"};
  for (const ParallelTable& table : parallel_tables())
    if (table.name == name) return table.rows(typed, work);
  return {};
}

TEST(ParallelRows, EveryScheduleWithEveryNumberOfMicroBatches) {
  const auto all = rows("schedules", {.stages = "4",
                                      .schedules = "naive,1f1b,interleaved",
                                      .split = "balanced",
                                      .micro_batches = "8,16"});
  ASSERT_EQ(all.size(), 5U);  // of naive one
  EXPECT_EQ(all[1].parameters.text("schedule"), "1f1b");
  EXPECT_EQ(all[1].parameters.text("split"), "balanced");
  EXPECT_EQ(all[1].ranks(), 4);
  EXPECT_EQ(all[2].parameters.integer("accumulate"), 16);
  EXPECT_EQ(all[3].parameters.integer("vpp"), 2);
}

TEST(ParallelRows, FewMicroBatchesLeaveOutRoundsOfStagesUnlessAskedFor) {
  const auto schedules = rows("schedules", {.stages = "4", .micro_batches = "2"});
  ASSERT_EQ(schedules.size(), 5U);
  for (const auto& value : schedules) EXPECT_NE(value.parameters.text("schedule"), "interleaved");
  EXPECT_THROW(rows("schedules", {.stages = "4", .schedules = "interleaved", .micro_batches = "2"}),
               Error);
}

TEST(ParallelRows, OptionsAreTheUsualWayAndOneThingElseEach) {
  const auto all = rows("options", {.gpus = "4"});
  EXPECT_EQ(all.front().parameters.integer("dp"), 4);
  const auto has = [&](const char* name) {
    return std::any_of(all.begin(), all.end(), [&](const results::Case& value) {
      return value.parameters.find(name) != nullptr;
    });
  };
  for (const char* name : {"overlap", "bucket_mb", "exchange_type", "zero", "recompute", "offload",
                           "accumulate", "exchange", "spared_multiprocessors", "protocol"})
    EXPECT_TRUE(has(name)) << name;
}

TEST(ParallelRows, GpusThatAPipelineLeavesAreDataParallel) {
  const auto all = rows("stages", {.gpus = "16", .stages = "2,16", .tp = "1"});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].parameters.integer("dp"), 8);
  EXPECT_EQ(all[1].parameters.integer("dp", 1), 1);
}

// One GPU with the micro-batches of each, then layouts of all with as many sequences a step.
TEST(ParallelRows, LayoutsOf3DAreAllOfOneBatch) {
  const auto all = rows("3d", {.gpus = "8", .micro_batches = "4"});
  ASSERT_EQ(all.size(), 11U);  // 8 = dp tp pp in ten ways
  EXPECT_EQ(all[0].ranks(), 1);
  EXPECT_EQ(all[0].parameters.integer("accumulate"), 4);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_EQ(all[i].ranks(), 8);
    EXPECT_EQ(all[i].parameters.integer("dp", 1) * all[i].parameters.integer("accumulate", 1), 32);
  }
  EXPECT_EQ(rows("3d", {.gpus = "8", .stages = "2", .tp = "2,4"}).size(), 3U);
}

TEST(ParallelRows, FormsOf5DComeOneAfterTheOther) {
  const auto all = rows("5d", {.gpus = "8"});
  ASSERT_EQ(all.size(), 7U);
  EXPECT_EQ(all[1].parameters.integer("dp"), 8);
  EXPECT_EQ(all.back().parameters.integer("tp") * all.back().parameters.integer("pp") *
                all.back().parameters.integer("cp"),
            8);
  EXPECT_EQ(rows("5d", {.gpus = "4"}).size(), 6U);  // no eight of four
  // Experts among the ranks that are left: of all but the first, and none where one is left.
  const auto experts = rows("5d", {.gpus = "8", .ep = "2"});
  ASSERT_EQ(experts.size(), 8U);
  EXPECT_EQ(experts[1].parameters.integer("ep", 1), 1);
  EXPECT_EQ(experts[2].parameters.integer("ep", 1), 2);
  EXPECT_EQ(experts.back().parameters.integer("ep", 1), 1);
}

TEST(ParallelRows, OneGpuComputesMoreAgainUntilItFits) {
  results::Run run;
  for (const results::Case& row : rows("tp", {.gpus = "1,2"}))
    run.results.push_back({.measured_case = row, .status = results::Status::ok});
  EXPECT_FALSE(next_in_less_memory(run));
  for (const char* wanted : {"selective", "full"}) {
    (run.results.size() == 3 ? run.results.front() : run.results.back()).status =
        results::Status::out_of_memory;
    const auto next = next_in_less_memory(run);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->ranks(), 1);
    EXPECT_EQ(next->parameters.text("recompute"), wanted);
    run.results.push_back({.measured_case = *next, .status = results::Status::ok});
    EXPECT_FALSE(next_in_less_memory(run));
  }
  run.results.front().status = results::Status::ok;
  run.results[1].status = results::Status::out_of_memory;  // of two ranks: left so
  EXPECT_FALSE(next_in_less_memory(run));
}

TEST(ParallelRows, EveryTableHasRowsOfOneWorkAndKeysOfTheirOwn) {
  for (const ParallelTable& table : parallel_tables()) {
    const auto all = rows(table.name, {});
    EXPECT_GE(all.size(), 4U) << table.name;
    std::vector<std::string> keys;
    for (const results::Case& value : all) {
      EXPECT_EQ(std::find(keys.begin(), keys.end(), value.key()), keys.end()) << value.key();
      keys.push_back(value.key());
    }
  }
}

// Dense once, each number of experts by the router and skewed, of each batch.
TEST(ParallelRows, ExpertsStandBesideDenseLayers) {
  const auto all = rows("moe", {.gpus = "8", .experts = "4,64"});
  ASSERT_EQ(all.size(), 2U * 5);
  EXPECT_EQ(all[0].parameters.integer("experts"), 1);
  EXPECT_EQ(all[0].parameters.find("ep"), nullptr);
  EXPECT_EQ(all[1].parameters.integer("ep"), 4);
  EXPECT_EQ(all[2].parameters.text("routing"), "skewed");
  EXPECT_EQ(all[3].parameters.integer("ep"), 8);
  EXPECT_EQ(all[9].parameters.integer("batch_size"), 4);
  for (const results::Case& one : all) EXPECT_EQ(one.ranks(), 8);
}

TEST(ParallelRows, RefusesWhatCannotBe) {
  EXPECT_THROW(rows("stages", {.gpus = "8", .stages = "3"}), Error);
  EXPECT_THROW(rows("schedules", {.schedules = "2f2b"}), Error);
  EXPECT_THROW(rows("schedules", {.split = "even,balanced"}), Error);
  EXPECT_THROW(rows("schedules", {.stages = "0"}), Error);
  EXPECT_THROW(rows("schedules", {.stages = "4", .schedules = "interleaved", .micro_batches = "6"}),
               Error);
  EXPECT_THROW(rows("column-row", {.gpus = "3"}), Error);
  EXPECT_THROW(rows("3d", {.gpus = "8", .tp = "3"}), Error);
}

}  // namespace
}  // namespace wgf::cli
