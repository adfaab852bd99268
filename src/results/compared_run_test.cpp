// SPDX-License-Identifier: MIT
#include "results/compared_run.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "results/json.h"

namespace wgf::results {
namespace {

Run run_with_series() {
  Result result;
  result.measured_case = {.benchmark = "train",
                          .parameters = {{"model", std::string(R"("sensors": [1, ])")}}};
  result.metrics = {{.tag = "step_time", .value = 10, .samples = {10, 11}}};
  result.series = {{"step_start", {0, 0.01}}, {"ttft", {180, 190}}};
  result.sensors = {{.time_s = 0, .sm_clock_mhz = 1980},
                    {.time_s = 0.1, .throttle_reasons = {"power_cap", "a ] \" b"}}};
  Run run;
  run.environment.sections = {{"sensors", {{"sensors", std::string("[")}}}};
  run.results = {result, result};
  return run;
}

TEST(ComparedRun, IsTheRunButForItsTimeSeries) {
  const results::Run run = run_with_series();
  for (const int indent : {-1, 2}) {
    const std::string text = to_json(run).dump(indent);
    const results::Run read = parse_compared_run(text, "a.json");
    results::Run expected = parse_run(text, "a.json");
    for (Result& result : expected.results) {
      EXPECT_EQ(result.sensors.size(), 2U);
      result.sensors.clear();
      result.series.clear();
    }
    EXPECT_EQ(read, expected);
  }
}

Message fault_of(const std::string& text, Run (*parse)(std::string_view, const std::string&)) {
  try {
    parse(text, "a.json");
  } catch (const Error& fault) {
    return fault.message();
  }
  return {};
}

TEST(ComparedRun, FaultsHaveTheirPlaceInTheWholeFile) {
  const std::string text = to_json(run_with_series()).dump(2);
  std::string wrong = text, ends = text.substr(0, text.rfind("power_cap"));
  wrong.insert(wrong.rfind('}'), "\n?");
  std::string comma = text, unknown = text, lacks = text;
  comma.insert(comma.find("\"results\": [") + 12, ",");
  unknown.replace(unknown.rfind("\"ok\""), 4, "\"of\"");
  lacks.replace(lacks.rfind("\"process\""), 9, "\"proc\"");
  for (const std::string& bad : {wrong, ends, comma, unknown, lacks}) {
    const Message fault = fault_of(bad, parse_compared_run);
    EXPECT_FALSE(fault.key.empty());
    EXPECT_EQ(fault, fault_of(bad, parse_run));
  }
}

}  // namespace
}  // namespace wgf::results
