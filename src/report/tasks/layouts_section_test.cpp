// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "report/tasks/task_runs.h"
#include "report/tasks/task_section.h"

namespace wgf::report {
namespace {

results::Result layout(const char* form, double step, std::optional<double> forecast) {
  results::Result result = trained("gpt2", 1, {{"step_time", step}, {"throughput", 1e3 / step}});
  result.measured_case.parameters.set(form, std::int64_t{2});
  if (forecast)
    result.metrics.push_back(results::single_metric("step_forecast", *forecast));
  else
    result.provenance = results::Provenance::predicted;
  return result;
}

TaskSection section_of(std::vector<results::Result> results) {
  return *task_section(run_of("parallel_auto", std::move(results)), messages::Language::english);
}

TEST(LayoutsSection, HoldsForecastsAgainstWhatWasMeasured) {
  const TaskSection section =
      section_of({layout("dp", 100, 110), layout("tp", 200, 180), layout("pp", 300, std::nullopt)});
  EXPECT_EQ(cell(section, 0, "layout"), "DP 2");
  EXPECT_EQ(cell(section, 0, "off"), "+10.0 %");
  EXPECT_EQ(cell(section, 1, "off"), "-10.0 %");
  EXPECT_EQ(cell(section, 2, "off"), "-");
  EXPECT_EQ(cell(section, 2, "forecast"), "300.0 ms");
}

TEST(LayoutsSection, SaysWhetherTheOrderHeldAndWhatTheRuleCosts) {
  results::Result rule = layout("tp", 200, 180);
  rule.warnings.push_back({"tasks.parallel_rule_of_thumb", {}});
  const TaskSection held = section_of({layout("dp", 100, 110), rule});
  const TaskSection changed = section_of({layout("dp", 100, 190), rule});
  ASSERT_EQ(held.advice.size(), 3U);
  ASSERT_EQ(changed.advice.size(), 3U);
  EXPECT_NE(held.advice[1], changed.advice[1]);
  EXPECT_NE(held.advice[2].find("2.00"), std::string::npos);
}

}  // namespace
}  // namespace wgf::report
