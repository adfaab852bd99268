// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <algorithm>

#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;

results::Result all_reduce(std::int64_t bytes, const char* caller, double ms) {
  results::Result result;
  result.measured_case = {.benchmark = "collective",
                          .parameters = {{"operation", std::string("all_reduce")},
                                         {"bytes", bytes},
                                         {"type", std::string("float32")},
                                         {"ranks", std::int64_t{2}}},
                          .device = "cuda:0,cuda:1"};
  if (caller != nullptr) result.measured_case.parameters.set("through", std::string(caller));
  result.metrics = {results::single_metric("step_time", ms)};
  return result;
}

std::vector<std::string> column(const Table& table, const std::string& title) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].title == title)
      for (const auto& row : table.rows) cells.push_back(row[i]);
  return cells;
}

TEST(CommSection, StandsBesideAReference) {
  results::Run run;
  run.results = {all_reduce(1 << 10, "nccl", 0.008), all_reduce(1 << 20, "nccl", 0.016),
                 all_reduce(1 << 25, "nccl", 0.128)};
  run.results[0].metrics.push_back(results::single_metric("reference_time", 0.010));
  run.results[1].metrics.push_back(results::single_metric("reference_time", 0.012));
  const TaskSection section = comm_section(run, Language::english);
  EXPECT_THAT(column(section.table, "ratio"), testing::ElementsAre("1.250", "0.750", "-"));
  EXPECT_THAT(section.advice, testing::Contains(testing::HasSubstr("0.750 to 1.250, 1 of 2")));
}

// A fit is of one way to call.
TEST(CommSection, TellsWhoCallsApart) {
  results::Run run;
  for (const char* caller : {"nccl", static_cast<const char*>(nullptr)})
    for (const int power : {10, 20, 25})
      run.results.push_back(all_reduce(std::int64_t{1} << power, caller,
                                       (caller == nullptr ? 0.048 : 0.008) + 3e-9 * (1 << power)));
  const TaskSection section = comm_section(run, Language::english);
  EXPECT_THAT(column(section.table, "through"),
              testing::ElementsAre("nccl", "nccl", "nccl", "c10d", "c10d", "c10d"));
  EXPECT_THAT(section.advice,
              testing::ElementsAre(testing::StartsWith("all_reduce nccl: 8.00 µs"),
                                   testing::StartsWith("all_reduce c10d: 48.0 µs")));
}

}  // namespace
}  // namespace wgf::report
