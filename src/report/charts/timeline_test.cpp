// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "report/charts/chart_list.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

results::Run run_with_temperatures(const std::vector<double>& temperatures) {
  results::Run run = sample_run();
  for (const double temperature : temperatures)
    run.results[0].sensors.push_back({.time_s = static_cast<double>(run.results[0].sensors.size()),
                                      .temperature_c = temperature});
  return run;
}

Json temperature_axis(const std::vector<double>& temperatures) {
  const results::Run run = run_with_temperatures(temperatures);
  return make_timeline_chart({.runs = {&run, 1}}).option["yAxis"][0];
}

TEST(TimelineChart, OneDegreeDoesNotFillThePanel) {
  for (const double low : {0.0, 40.0, 55.9, 56.0, 57.3}) {
    const Json axis = temperature_axis({low, low + 1, low + 0.5});
    EXPECT_GE(axis["max"].get<double>() - axis["min"].get<double>(), 5) << low;
    EXPECT_LE(axis["min"].get<double>(), low);
    EXPECT_GE(axis["max"].get<double>(), low + 1);
    EXPECT_EQ(axis["interval"], 2);  // whole degrees
  }
}

TEST(TimelineChart, AWiderSpanHasTheAxisOfItsReadings) {
  EXPECT_FALSE(temperature_axis({40, 48}).contains("min"));
}

TEST(TimelineChart, ReasonsAreInWordsOfTheLanguage) {
  results::Run run = run_with_temperatures({40, 41});
  run.results[0].sensors[0].throttle_reasons = {"power_cap", "sw_thermal", "unheard_of"};
  const auto note = [&](messages::Language language) {
    return make_timeline_chart({.runs = {&run, 1}, .language = language})
        .option["title"]["subtext"]
        .get<std::string>();
  };
  EXPECT_THAT(note(messages::Language::english),
              testing::EndsWith("throttled by its power limit, heat (the driver), unheard_of"));
  EXPECT_THAT(note(messages::Language::chinese), testing::HasSubstr("达到功率上限"));
}

// Of two runs the legend says whose line it is, also where one of them has none.
TEST(TimelineChart, TheOnlyLineOfTwoRunsIsNamed) {
  std::vector<results::Run> runs{run_with_temperatures({40, 41}), sample_run()};
  runs[1].results[0].sensors.clear();
  const std::vector<std::string> names{"before.json", "after.json"};
  const Json option = make_timeline_chart({.runs = runs, .names = names}).option;
  EXPECT_EQ(option["legend"][0]["data"], Json({"before.json"}));
}

}  // namespace
}  // namespace wgf::report
