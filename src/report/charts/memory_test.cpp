// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cmath>

#include "report/charts/chart_list.h"
#include "report/charts/chart_renderer.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Chart chart_of(const results::Run& run) {
  return make_memory_chart({.runs = {&run, 1}});
}

TEST(MemoryChart, MemoryLayersAddUpToWhatTheDeviceCounted) {
  const results::Run run = run_with_memory(1, 4, 5, 7);
  const Chart chart = chart_of(run);
  std::vector<double> layers;
  for (const auto& series : chart.option["series"])
    if (series["type"] == "bar") layers.push_back(series["data"][0]["value"]);
  EXPECT_EQ(layers, (std::vector<double>{1, 3, 1, 2}));
  EXPECT_THAT(chart.option.dump(), HasSubstr("7.00 GiB"));
}

// 60 GiB of another process on a shared GPU are in the device's counter.
TEST(MemoryChart, MemoryOfTheDeviceIsNotCalledThatOfTheProcess) {
  const results::Run run = run_with_memory(1, 4, 5, 67);
  const Chart chart = chart_of(run);
  EXPECT_EQ(chart.option["legend"][0]["data"].back(), "rest of the device");
  EXPECT_THAT(chart.option["title"]["subtext"].get<std::string>(),
              HasSubstr("Rest of the device: context, libraries, other processes."));
  EXPECT_THAT(chart.option.dump(), Not(HasSubstr("rest of the process")));
}

TEST(MemoryChart, MemoryLayersAreNeverNegative) {
  const results::Run run = run_with_memory(6, 4, 3.5, 2);
  const Chart chart = chart_of(run);
  for (const auto& series : chart.option["series"]) {
    if (series["type"] != "bar") continue;
    EXPECT_GE(series["data"][0]["value"].get<double>(), 0);
  }
}

TEST(MemoryChart, LayersThatAreNowhereAreNotInTheLegendAndTheOthersKeepTheirColours) {
  results::Run run = sample_run();
  run.results[0].metrics = {{.tag = "memory_model_state", .value = 0.5},
                            {.tag = "memory_process_peak", .value = 2}};
  const Chart chart = chart_of(run);
  EXPECT_EQ(chart.option["legend"][0]["data"],
            nlohmann::json({"model state", "rest of the process"}));
  EXPECT_EQ(chart.option["series"][1]["color"], chart.option["color"][4]);
  EXPECT_THAT(chart.option["series"][1]["data"][0]["conditions"].dump(),
              HasSubstr("rest of the process: 1.50 GiB"));
}

// The case stands once over its runs, whole, and has room.
TEST(MemoryChart, ACaseIsNamedOverItsRuns) {
  std::vector<results::Run> runs(2, run_with_memory(1, 4, 5, 7));
  for (results::Run& run : runs)
    run.results[0].measured_case.parameters.set("model", std::string("a-network-of-a-long-name"));
  const Chart chart = make_memory_chart({.runs = runs, .names = {"before.json", "after.json"}});
  const auto& axis = chart.option["yAxis"][0];
  ASSERT_EQ(axis["data"].size(), 3);
  const std::string name = axis["data"][0]["value"];
  EXPECT_EQ(name, "train a-network-of-a-long-name b32 bf16");
  EXPECT_EQ(axis["data"][1], "before.json");
  EXPECT_EQ(axis["data"][2], "after.json");
  EXPECT_GE(axis["axisLabel"]["width"].get<int>(), text_width(name));
  for (const auto& series : chart.option["series"]) {
    if (series["type"] != "bar") continue;
    EXPECT_EQ(series["data"][0], "-");
    EXPECT_TRUE(series["data"][1].contains("conditions"));
  }
}

TEST(MemoryChart, ANameWiderThanItsRoomGoesOnInASecondLine) {
  results::Run run = run_with_memory(1, 4, 5, 7);
  run.results[0].measured_case.parameters.set(
      "model", std::string("a-network whose-name-is longer-than-any row-has-room-for"));
  const Chart chart = chart_of(run);
  const std::string svg = render_svg(chart.option, chart_width, chart.height);
  EXPECT_THAT(svg, HasSubstr("b32 bf16<"));
  EXPECT_THAT(svg, HasSubstr(">train a-network"));
}

TEST(MemoryChart, TheAxisHasTheUnitOfTheLargest) {
  const results::Run small = run_with_memory(0.01, 0.02, 0.04, 0.08);
  const Chart chart = chart_of(small);
  EXPECT_EQ(chart.option["yAxis"][0]["name"], "MiB");
  double sum = 0;
  for (const auto& series : chart.option["series"])
    if (series["type"] == "bar") sum += series["data"][0]["value"].get<double>();
  EXPECT_NEAR(sum, 0.08 * 1024, 1e-3);
  EXPECT_THAT(chart.option.dump(), HasSubstr("81.9 MiB"));
  const results::Run large = run_with_memory(1, 4, 5, 7);
  EXPECT_EQ(chart_of(large).option["yAxis"][0]["name"], "GiB");
}

TEST(MemoryChart, ReadingsThatAreNoNumbersAreNoChart) {
  results::Run run = run_with_memory(1, 4, 5, 7);
  for (auto& result : run.results)
    for (auto& metric : result.metrics) metric.value = std::nan("");
  EXPECT_TRUE(chart_of(run).is_empty);
}

}  // namespace
}  // namespace wgf::report
