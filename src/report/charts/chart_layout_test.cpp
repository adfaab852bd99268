// SPDX-License-Identifier: MIT
// Where things stand in a drawn chart: read from its SVG.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include "report/charts/chart_parts.h"
#include "report/charts/chart_renderer.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Chart chart_of(const ReportInput& input, std::string_view name) {
  for (Chart& chart : make_charts(input))
    if (chart.name == name) return std::move(chart);
  ADD_FAILURE() << "no chart " << name;
  return {};
}

struct Bar {
  double foot = 0, width = 0;  // pixels
};

// A bar's path is "M229 112l140.1 0l0 14…": its corner, then its width.
std::vector<Bar> bars_of(const std::string& svg) {
  static const std::regex bar(
      R"(<path d="M([\d.]+) [\d.]+l(-?[\d.]+) 0l0 14[^>]*ecmeta_data_index)");
  std::vector<Bar> bars;
  for (std::sregex_iterator at(svg.begin(), svg.end(), bar), end; at != end; ++at)
    bars.push_back({std::stod((*at)[1]), std::stod((*at)[2])});
  return bars;
}

results::Run run_with_rates(const std::vector<double>& rates) {
  results::Run run = sample_run();
  const results::Result first = run.results.front();
  run.results.clear();
  for (const double rate : rates) {
    run.results.push_back(first);
    auto& result = run.results.back();
    result.measured_case.parameters.set("batch_size",
                                        static_cast<std::int64_t>(run.results.size()));
    result.metrics = {{.tag = "throughput", .value = rate}};
  }
  return run;
}

// Decades are equally long: 0.05 stands 0.7 of one from the axis' end at 0.01, 50 stands 3.7.
TEST(ChartLayout, BarsOfALogarithmicAxisGrowFromItsEndAlsoBelowOne) {
  const results::Run run = run_with_rates({0.05, 0.5, 5, 50});
  const Chart chart = chart_of({.runs = {&run, 1}}, "throughput");
  ASSERT_EQ(chart.option["xAxis"][0]["type"], "log");
  const double left = chart.option["grid"][0]["left"];
  const std::vector<Bar> bars = bars_of(render_svg(chart.option, chart_width, chart.height));
  ASSERT_EQ(bars.size(), 4U);
  for (const Bar& bar : bars) EXPECT_NEAR(bar.foot, left, 1);
  const double decade = (bars[3].width - bars[0].width) / 3;
  EXPECT_GT(decade, 20);
  EXPECT_NEAR(bars[0].width, 0.699 * decade, 1);
  EXPECT_NEAR(bars[1].width, 1.699 * decade, 1);
}

// 1,057 lies just over a power of ten, on which its bar would have no length.
TEST(ChartLayout, TheSmallestBarOfALogarithmicAxisIsHalfADecadeLong) {
  ChartRenderer renderer;
  for (const double smallest : {1000.0, 1057.14, 3200.0, 9999.0}) {
    const results::Run run = run_with_rates({smallest, 100 * smallest, 1000 * smallest});
    const Chart chart = chart_of({.runs = {&run, 1}}, "throughput");
    ASSERT_EQ(chart.option["xAxis"][0]["type"], "log");
    const std::vector<Bar> bars =
        bars_of(renderer.render_svg(chart.option, chart_width, chart.height));
    ASSERT_EQ(bars.size(), 3U);
    const double decade = bars[2].width - bars[1].width;
    EXPECT_GE(bars[0].width, 0.49 * decade) << smallest;
    EXPECT_LE(bars[0].width, 1.51 * decade) << smallest;
  }
}

struct LegendText {
  double x = 0, y = 0, width = 0;
};

// The names of the legend as they are drawn, where they are; y is their middle.
std::vector<LegendText> legend_texts(const std::string& svg, const std::string& marker) {
  static const std::regex element("<text([^>]*)>([^<]*)<"),
      place(R"re((?: x="([\d.]+)")? y="([\d.]+)" transform="translate\(([\d.]+) ([\d.]+)\)")re");
  std::vector<LegendText> texts;
  for (std::sregex_iterator at(svg.begin(), svg.end(), element), end; at != end; ++at) {
    const std::string attributes = (*at)[1], text = (*at)[2];
    std::smatch found;
    if (text.find(marker) == std::string::npos || !std::regex_search(attributes, found, place))
      continue;
    const double x = found[1].matched ? std::stod(found[1]) : 0;
    if (x == 0) continue;  // no symbol before it: not of the legend
    texts.push_back({x + std::stod(found[3]), std::stod(found[2]) + std::stod(found[4]),
                     static_cast<double>(text_width(text))});
  }
  return texts;
}

void expect_apart_and_inside(const std::vector<LegendText>& texts, double below) {
  constexpr double line = 14, icon = 25;
  for (const LegendText& text : texts) {
    EXPECT_LE(text.x + text.width, chart_width);
    EXPECT_LE(text.y + line / 2, below);
    for (const LegendText& other : texts) {
      if (&other <= &text) continue;
      const bool is_beside =
          other.x - icon >= text.x + text.width || text.x - icon >= other.x + other.width;
      EXPECT_TRUE(is_beside || std::abs(other.y - text.y) >= line)
          << text.x << " " << text.y << ", " << other.x << " " << other.y;
    }
  }
}

std::vector<std::string> names_of(std::size_t count, std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i)
    names.push_back("run" + std::to_string(i) + std::string(columns - 9, 'x') + ".json");
  return names;
}

TEST(ChartLayout, NamesOfALegendAreNeitherCutNorOverEachOtherNorOverTheRows) {
  ChartRenderer renderer;
  for (const std::size_t columns : {12U, 35U, 60U, 119U})
    for (const std::size_t count : {3U, 9U}) {
      SCOPED_TRACE(std::to_string(count) + " names of " + std::to_string(columns));
      const std::vector<results::Run> runs(count, sample_run());
      const Chart chart = chart_of({.runs = runs, .names = names_of(count, columns)}, "throughput");
      const auto texts =
          legend_texts(renderer.render_svg(chart.option, chart_width, chart.height), "run");
      ASSERT_EQ(texts.size(), count);
      const double top = chart.option["grid"][0]["top"];
      expect_apart_and_inside(texts, top - 22);  // the panel's heading stands over it
      EXPECT_LT(top - texts.back().y, 60) << "a gap";
    }
}

TEST(ChartLayout, ANameWiderThanTheDrawingIsShortened) {
  const std::vector<results::Run> runs(2, sample_run());
  const Chart chart = chart_of({.runs = runs, .names = names_of(2, 200)}, "throughput");
  const auto texts = legend_texts(render_svg(chart.option, chart_width, chart.height), "run");
  ASSERT_EQ(texts.size(), 2U);
  expect_apart_and_inside(texts, chart.option["grid"][0]["top"]);
}

// Two models of GPUs and two files: four outlines, of which the last was cut at the right edge.
TEST(ChartLayout, TheRadarMovesDownWithItsLegendAndKeepsItsSize) {
  const std::vector<results::Run> runs{run_on("rtx-4090"), run_on("h200-sxm")};
  const auto drawn = [&](std::size_t columns) {
    return chart_of({.runs = runs, .names = names_of(2, columns)}, "radar");
  };
  const Chart few = drawn(12), many = drawn(110);
  ASSERT_FALSE(few.is_empty);
  const int lower = many.height - few.height;
  EXPECT_GT(lower, 0);
  EXPECT_EQ(many.option["radar"]["center"][1].get<int>(),
            few.option["radar"]["center"][1].get<int>() + lower);
  EXPECT_EQ(many.option["radar"]["radius"], few.option["radar"]["radius"]);
  for (const Chart* chart : {&few, &many}) {
    const std::string svg = render_svg(chart->option, chart_width, chart->height);
    const double centre = chart->option["radar"]["center"][1];
    const double radius = chart->option["radar"]["radius"];
    auto texts = legend_texts(svg, "run");
    const auto sheets = legend_texts(svg, "data sheet");
    texts.insert(texts.end(), sheets.begin(), sheets.end());
    ASSERT_EQ(texts.size(), 4U);
    expect_apart_and_inside(texts, centre - radius - 30);
    EXPECT_LE(centre + radius, chart->height);
  }
}

// Two noisy samples: of their medians one interval reaches a billion times beyond the bars, the
// other has no end. Bars keep their lengths, and both numbers stand in the drawing.
TEST(ChartLayout, IntervalsBeyondAllBarsEndWithTheAxis) {
  results::Run run = run_with_rates({188, 100});
  run.results[0].metrics[0].interval = {1e-7, 1.9e11};
  run.results[1].metrics[0].interval = {40, std::numeric_limits<double>::infinity()};
  const Chart chart = chart_of({.runs = {&run, 1}}, "throughput");
  EXPECT_EQ(chart.option["xAxis"][0]["max"], 400);  // twice the longest bar, rounded up
  const std::string svg = render_svg(chart.option, chart_width, chart.height);
  const std::vector<Bar> bars = bars_of(svg);
  ASSERT_EQ(bars.size(), 2U);
  const double room = chart_width - text_room - chart.option["grid"][0]["left"].get<double>();
  EXPECT_NEAR(bars[0].width, room * 188 / 400, 1);
  EXPECT_NEAR(bars[1].width, room * 100 / 400, 1);
  EXPECT_THAT(svg, HasSubstr("188"));
  EXPECT_THAT(svg, HasSubstr("100 [40.0, ∞) samples/s"));
  for (const auto& line : chart.option["series"][0]["markLine"]["data"])
    EXPECT_LE(line[1]["coord"][0], 400) << line;
}

}  // namespace
}  // namespace wgf::report
