// SPDX-License-Identifier: MIT
#include "report/charts/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "report/charts/chart_parts.h"
#include "report/charts/chart_renderer.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

using testing::HasSubstr;

ReportInput input_of(std::span<const results::Run> runs) {
  return {.runs = runs};
}

Chart chart_of(const ReportInput& input, std::string_view name) {
  for (Chart& chart : make_charts(input))
    if (chart.name == name) return std::move(chart);
  ADD_FAILURE() << "no chart " << name;
  return {};
}

// The first series of the type, which all the charts with data have.
nlohmann::json series_of(const Chart& chart, std::string_view type) {
  for (const auto& series : chart.option["series"])
    if (series["type"] == type) return series;
  return {};
}

TEST(Charts, EveryChartHasATitleInBothLanguagesAndIsNamedOnce) {
  const results::Run run = sample_run();
  std::vector<std::string> names;
  for (const auto language : {messages::Language::english, messages::Language::chinese})
    for (const Chart& chart : make_charts({.runs = {&run, 1}, .language = language})) {
      EXPECT_EQ(chart.title.find("chart."), std::string::npos) << chart.title;
      names.push_back(chart.name);
    }
  const std::vector<std::string> wanted{"llm_curve", "throughput", "latency", "memory",
                                        "timeline",  "radar",      "rank"};
  EXPECT_EQ(std::vector(names.begin(), names.begin() + 7), wanted);
}

TEST(Charts, TheHelpOfReportNamesAll) {
  const results::Run run = sample_run();
  for (const Chart& chart : make_charts(input_of({&run, 1})))
    for (const auto language : {messages::Language::english, messages::Language::chinese})
      EXPECT_THAT(messages::render("cli.option_report_chart", language), HasSubstr(chart.name));
}

TEST(Charts, ThroughputDrawsTheMedianWithItsIntervalAndItsUnit) {
  const results::Run run = sample_run();
  const Chart chart = chart_of(input_of({&run, 1}), "throughput");
  ASSERT_FALSE(chart.is_empty);
  const auto bars = series_of(chart, "bar");
  ASSERT_EQ(bars["data"].size(), 1);  // the skipped case has no bar
  EXPECT_EQ(bars["data"][0]["value"], nlohmann::json({774.4, 0}));
  EXPECT_EQ(bars["markLine"]["data"][0][0]["coord"][0], 772.9);
  EXPECT_EQ(bars["markLine"]["data"][0][1]["coord"][0], 775.9);
  EXPECT_EQ(chart.option["yAxis"][0]["name"], "train, samples/s");
  EXPECT_THAT(chart.option.dump(), HasSubstr("774.4 ± 1.5 samples/s"));
}

// Relative luminance of WCAG 2.
double luminance(const std::string& colour) {
  double sum = 0;
  for (const auto& [at, weight] : {std::pair(1, 0.2126), {3, 0.7152}, {5, 0.0722}}) {
    const double part =
        std::stoi(colour.substr(static_cast<std::size_t>(at), 2), nullptr, 16) / 255.0;
    sum += weight * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const std::string& a, const std::string& b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

// One of its two colours stands out from whatever it lies over: 3 is what WCAG asks of graphics.
TEST(Charts, AnIntervalIsSeenOverEveryBarAndOnBothGrounds) {
  const results::Run run = sample_run();
  const Chart chart = chart_of(input_of({&run, 1}), "throughput");
  const auto lines = series_of(chart, "bar")["markLine"]["data"];
  ASSERT_EQ(lines.size(), 2);
  std::vector<std::string> grounds{"#ffffff", "#12161d"};  // of style.css
  for (const auto& colour : chart.option["color"]) grounds.push_back(colour);
  for (const std::string& ground : grounds)
    EXPECT_GE(std::max(contrast(ground, lines[0][0]["lineStyle"]["color"]),
                       contrast(ground, lines[1][0]["lineStyle"]["color"])),
              3)
        << ground;
  EXPECT_GT(lines[0][0]["lineStyle"]["width"], lines[1][0]["lineStyle"]["width"]);
}

TEST(Charts, AHoverHasTheConditionsAndWarningsOfItsNumber) {
  const results::Run run = sample_run();
  const auto bars = series_of(chart_of(input_of({&run, 1}), "throughput"), "bar");
  const std::string lines = bars["data"][0]["conditions"].dump();
  EXPECT_THAT(lines, HasSubstr("train resnet50 b32 bf16"));
  EXPECT_THAT(lines, HasSubstr("a, \\\"b\\\" | c"));  // of the warning
}

// Steps of 1 … 101 ms: quartiles 26, 51 and 76, first and 99th percentile 2 and 100.
TEST(Charts, LatencyBoxesAreQuartilesAndPercentiles) {
  results::Run run = sample_run();
  auto& time = run.results[0].metrics[0];
  time.samples.clear();
  for (int i = 1; i <= 101; ++i) time.samples.push_back(i);
  const auto boxes = series_of(chart_of(input_of({&run, 1}), "latency"), "boxplot");
  EXPECT_EQ(boxes["data"][0]["value"], nlohmann::json({2.0, 26.0, 51.0, 76.0, 100.0}));
}

TEST(Charts, TheLongestNameOfARowHasItsFullWidth) {
  const results::Run run = sample_run();
  const Chart chart = chart_of(input_of({&run, 1}), "throughput");
  const int width = chart.option["yAxis"][0]["axisLabel"]["width"];
  EXPECT_GE(width, text_width("train resnet50 b32 bf16"));
  EXPECT_GT(chart.option["grid"][0]["left"].get<int>(), width);
}

TEST(Charts, TheNoteNamesWhyTheDeviceHeldItselfBack) {
  results::Run run = sample_run();
  run.results[0].sensors = {
      {.time_s = 0, .sm_clock_mhz = 1980},
      {.time_s = 0.1, .sm_clock_mhz = 1700, .throttle_reasons = {"power_cap"}}};
  const Chart chart = chart_of(input_of({&run, 1}), "timeline");
  EXPECT_EQ(chart.option["title"]["subtext"],
            "train resnet50 b32 bf16; shaded: throttled by its power limit");
}

TEST(Charts, ALegendOfSeveralRowsMovesThePanelsDown) {
  const std::vector<results::Run> runs(8, sample_run());
  std::vector<std::string> names;
  for (int i = 0; i < 8; ++i) names.push_back("a-long-name-of-results-" + std::to_string(i));
  const Chart few = chart_of({.runs = {runs.data(), 2}, .names = {"a", "b"}}, "throughput");
  const Chart many = chart_of({.runs = runs, .names = names}, "throughput");
  EXPECT_GT(many.option["grid"][0]["top"].get<int>(), few.option["grid"][0]["top"].get<int>());
}

TEST(Charts, WhatWasNotReadMakesAnEmptyChart) {
  const results::Run run = sample_run();  // three samples, no sensors, no score
  for (const char* name : {"latency", "timeline", "rank", "value"})
    EXPECT_TRUE(chart_of(input_of({&run, 1}), name).is_empty) << name;
}

TEST(Charts, NumbersThatAreNoneAreLeftOut) {
  results::Run run = sample_run();
  run.results[0].metrics[1].value = std::nan("");
  EXPECT_TRUE(chart_of(input_of({&run, 1}), "throughput").is_empty);
}

TEST(Charts, SeveralRunsAreNamedByTheirFilesInOneLegend) {
  const std::vector<results::Run> runs{sample_run(), sample_run()};
  const Chart chart =
      chart_of({.runs = runs, .names = {"before.json", "after.json"}}, "throughput");
  EXPECT_EQ(chart.option["legend"][0]["data"], nlohmann::json({"before.json", "after.json"}));
  // The case is named once, beside the first of its two rows.
  EXPECT_EQ(chart.option["yAxis"][0]["data"], nlohmann::json({"train resnet50 b32 bf16", ""}));
}

TEST(Charts, RunsOfTheSameNameAreToldApart) {
  const std::vector<results::Run> runs{sample_run(), sample_run()};
  const std::vector<std::string> names = run_names(input_of(runs));
  EXPECT_NE(names[0], names[1]);
}

TEST(Charts, AThousandCasesAreCutAndTheSubtitleSaysSo) {
  results::Run run = sample_run();
  for (int i = 0; i < 1000; ++i) {
    run.results.push_back(run.results[0]);
    run.results.back().measured_case.parameters.set("batch_size", std::int64_t{i + 100});
  }
  const Chart chart = chart_of(input_of({&run, 1}), "throughput");
  EXPECT_LT(chart.height, 1500);
  EXPECT_THAT(chart.option["title"]["subtext"].get<std::string>(), HasSubstr("of 1001"));
}

TEST(ChartRenderer, DrawsAnOptionAsSvg) {
  const results::Run run = sample_run();
  const std::string svg =
      render_svg(chart_of(input_of({&run, 1}), "throughput").option, chart_width, 300);
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg.substr(0, 80);
  EXPECT_THAT(svg, HasSubstr("774.4 ± 1.5 samples/s"));
  EXPECT_THAT(svg, HasSubstr("train, samples/s"));
}

TEST(ChartRenderer, SaysWhatIsWrongWithAnOption) {
  nlohmann::json option;
  option["series"] = {{{"type", "bar"}, {"data", {1}}}};  // no axes to stand on
  EXPECT_THROW(render_svg(option, 100, 100), Error);
}

TEST(ChartRenderer, ThePageGetsTheSameScript) {
  EXPECT_THAT(echarts_source(), HasSubstr("Apache"));
  EXPECT_GT(echarts_source().size(), 500'000U);
  EXPECT_LT(echarts_gzip().size(), 400'000U);
}

}  // namespace
}  // namespace wgf::report
