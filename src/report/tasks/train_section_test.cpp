// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"
#include "report/tasks/train_definitions.h"

namespace wgf::report {
namespace {

results::Result on_ranks(std::int64_t ranks, std::int64_t batch, double rate) {
  results::Result result = trained("gpt2", batch, {{"throughput", rate}, {"step_time", 100}});
  if (ranks == 1) return result;
  result.measured_case.parameters.set("dp", ranks);
  for (const auto& [tag, value] : {std::pair{"exchange_wait_time", 5.0},
                                   {"exchange_time", 20.0},
                                   {"exchange_hidden_share", 75.0},
                                   {"exposed_share", 8.0}})
    result.metrics.push_back(results::single_metric(tag, value));
  return result;
}

TEST(TrainSection, HoldsMoreRanksAgainstOne) {
  const auto weak = task_section(run_of("train", {on_ranks(1, 8, 100), on_ranks(2, 8, 190)}),
                                 messages::Language::english);
  EXPECT_EQ(cell(*weak, 1, "speed-up"), "1.90");
  EXPECT_EQ(cell(*weak, 1, "efficiency"), "95.0 %");
  EXPECT_EQ(cell(*weak, 1, "waited"), "5.0 %");
  EXPECT_EQ(cell(*weak, 1, "communication"), "8.0 %");
  const auto strong = task_section(run_of("train", {on_ranks(1, 8, 100), on_ranks(2, 4, 150)}),
                                   messages::Language::english);
  EXPECT_EQ(cell(*strong, 1, "efficiency"), "75.0 %");
}

TEST(TrainSection, SplitsOfStagesAreWaysToShareTheSameTraining) {
  const auto pipelined = [](const char* split) {
    results::Result result = on_ranks(2, 8, 190);
    result.measured_case.parameters.set("pp", std::int64_t{2});
    if (*split != '\0') result.measured_case.parameters.set("split", std::string(split));
    return result;
  };
  const auto section =
      task_section(run_of("train", {on_ranks(1, 8, 100), pipelined(""), pipelined("balanced")}),
                   messages::Language::english);
  EXPECT_EQ(cell(*section, 2, "model"), "gpt2");
  EXPECT_EQ(cell(*section, 1, "exchange"), "PP 2 1f1b");
  EXPECT_EQ(cell(*section, 2, "exchange"), "PP 2 1f1b, balanced");
  EXPECT_EQ(cell(*section, 2, "speed-up"), "1.90");
}

// Of one share of the peak each definition's is what it counts more or less.
TEST(TrainDefinitions, AreSharesOfTheSameStep) {
  results::Result result = on_ranks(1, 8, 100);
  for (const auto& [tag, value] : {std::pair{"mfu", 50.0},
                                   {"flops_per_step", 100.0},
                                   {"flops_per_step_causal_all", 102.0},
                                   {"flops_per_step_6n", 90.0},
                                   {"flops_per_step_full", 110.0},
                                   {"flops_per_step_full_all", 112.0}})
    result.metrics.push_back(results::single_metric(tag, value));
  const TitledTable told =
      train_in_definitions(run_of("train", {result}), messages::Language::english);
  ASSERT_EQ(told.table.rows.size(), 5U);
  EXPECT_EQ(told.table.rows[0][1], "50.0 %");
  EXPECT_EQ(told.table.rows[2][1], "45.0 %");
  EXPECT_EQ(told.table.rows[4][1], "56.0 %");
  const auto none =
      train_in_definitions(run_of("train", {on_ranks(1, 8, 100)}), messages::Language::english);
  EXPECT_TRUE(none.table.rows.empty());
}

TEST(TrainSection, SaysWhereMoreThanAllGpusCameOut) {
  const auto section = task_section(run_of("train", {on_ranks(1, 8, 100), on_ranks(2, 8, 250)}),
                                    messages::Language::english);
  ASSERT_EQ(section->advice.size(), 1U);
  EXPECT_NE(section->advice[0].find("125 %"), std::string::npos);
}

// Two ranks of a batch that one rank has too: it is the batch of both together that counts.
TEST(TrainSection, HoldsStrongScalingAgainstTheWholeBatchOfSeveral) {
  const auto section = task_section(run_of("train", {on_ranks(1, 2, 80), on_ranks(1, 4, 100),
                                                     on_ranks(2, 1, 120), on_ranks(2, 2, 150)}),
                                    messages::Language::english);
  EXPECT_EQ(cell(*section, 2, "efficiency"), "75.0 %");
  EXPECT_EQ(cell(*section, 3, "efficiency"), "75.0 %");
}

TEST(TrainSection, HoldsMicroBatchesAgainstAsManyOfOneRank) {
  const auto accumulated = [](results::Result result) {
    result.measured_case.parameters.set("accumulate", std::int64_t{4});
    return result;
  };
  const auto section =
      task_section(run_of("train", {on_ranks(1, 8, 50), accumulated(on_ranks(1, 8, 100)),
                                    on_ranks(2, 8, 90), accumulated(on_ranks(2, 8, 190))}),
                   messages::Language::english);
  EXPECT_EQ(cell(*section, 2, "efficiency"), "90.0 %");
  EXPECT_EQ(cell(*section, 3, "efficiency"), "95.0 %");
}

TEST(TrainSection, HoldsForecastsAgainstWhatWasMeasured) {
  const auto section_of = [](std::initializer_list<std::optional<double>> forecasts) {
    std::vector<results::Result> results;
    for (const auto& forecast : forecasts) {
      results.push_back(on_ranks(1, 8 + static_cast<std::int64_t>(results.size()), 100));
      if (forecast)
        results.back().metrics.push_back(results::single_metric("step_forecast", *forecast));
    }
    return *task_section(run_of("train", std::move(results)), messages::Language::english);
  };
  const TaskSection section = section_of({110, 98, std::nullopt});
  EXPECT_EQ(cell(section, 0, "forecast"), "110.0 ms");
  EXPECT_EQ(cell(section, 0, "off"), "+10.0 %");
  EXPECT_EQ(cell(section, 1, "off"), "-2.0 %");
  EXPECT_EQ(cell(section, 2, "off"), "-");
  ASSERT_EQ(section.advice.size(), 1U);
  EXPECT_NE(section.advice[0].find("6.0 %"), std::string::npos);
  EXPECT_TRUE(section_of({110}).advice.empty());
  const TaskSection unknown = section_of({std::nullopt, std::nullopt});
  for (const Column& column : unknown.table.columns) EXPECT_NE(column.title, "off");
}

TEST(TrainSection, NamesTheFastestWayToExchange) {
  results::Result off = on_ranks(2, 8, 100);
  off.measured_case.parameters.set("overlap", std::string("off"));
  const auto section =
      task_section(run_of("train", {on_ranks(2, 8, 150), off}), messages::Language::english);
  ASSERT_EQ(section->advice.size(), 1U);
  EXPECT_NE(section->advice[0].find("50.0 %"), std::string::npos);
  const auto other_batch = task_section(run_of("train", {on_ranks(2, 8, 150), on_ranks(2, 4, 100)}),
                                        messages::Language::english);
  EXPECT_TRUE(other_batch->advice.empty());
  const auto within = [](results::Result result, double half_width) {
    for (results::Metric& metric : result.metrics)
      if (metric.tag == "throughput")
        metric.interval = Interval{metric.value - half_width, metric.value + half_width};
    return result;
  };
  const auto alike =
      task_section(run_of("train", {within(on_ranks(2, 8, 150), 30), within(off, 30)}),
                   messages::Language::english);
  EXPECT_TRUE(alike->advice.empty());
}

}  // namespace
}  // namespace wgf::report
