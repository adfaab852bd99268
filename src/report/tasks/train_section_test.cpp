// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

results::Result on_ranks(std::int64_t ranks, std::int64_t batch, double rate) {
  results::Result result = trained("gpt2", batch, {{"throughput", rate}, {"step_time", 100}});
  if (ranks == 1) return result;
  result.measured_case.parameters.set("dp", ranks);
  for (const auto& [tag, value] : {std::pair{"exchange_wait_time", 5.0},
                                   {"exchange_time", 20.0},
                                   {"exchange_hidden_share", 75.0}})
    result.metrics.push_back(results::single_metric(tag, value));
  return result;
}

TEST(TrainSection, HoldsMoreRanksAgainstOne) {
  const auto weak = task_section(run_of("train", {on_ranks(1, 8, 100), on_ranks(2, 8, 190)}),
                                 messages::Language::english);
  EXPECT_EQ(cell(*weak, 1, "speed-up"), "1.90");
  EXPECT_EQ(cell(*weak, 1, "efficiency"), "95.0 %");
  EXPECT_EQ(cell(*weak, 1, "waited"), "5.0 %");
  const auto strong = task_section(run_of("train", {on_ranks(1, 8, 100), on_ranks(2, 4, 150)}),
                                   messages::Language::english);
  EXPECT_EQ(cell(*strong, 1, "efficiency"), "75.0 %");
}

TEST(TrainSection, NamesTheFastestWayToExchange) {
  results::Result off = on_ranks(2, 8, 100);
  off.measured_case.parameters.set("overlap", std::string("off"));
  const auto section =
      task_section(run_of("train", {on_ranks(2, 8, 150), off}), messages::Language::english);
  ASSERT_EQ(section->advice.size(), 1U);
  EXPECT_NE(section->advice[0].find("50.0 %"), std::string::npos);
}

}  // namespace
}  // namespace wgf::report
