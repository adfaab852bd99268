// SPDX-License-Identifier: MIT
// Where the names of points stand in the drawn charts of score and price, and of the roofline: read
// from their SVG.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "catalog/catalog.h"
#include "report/charts/chart_list.h"
#include "report/charts/chart_renderer.h"
#include "report/sample_run.h"

namespace wgf::report {
namespace {

struct Box {
  double left = 0, right = 0, top = 0, bottom = 0;

  bool meets(const Box& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

// Cards of the catalogue with a score and a price each.
struct Offer {
  double score = 0, price = 0;
};
Chart chart_of(const std::vector<Offer>& offers) {
  const auto& gpus = catalog::embedded_catalog().gpus().gpus;
  results::Run run = sample_run();
  run.score = results::Score{.version = 1, .total = 60, .rank = 1, .ranked = 1};
  ReportInput input{.runs = {&run, 1}};
  for (std::size_t i = 0; i < offers.size(); ++i) {
    run.score->ranking.push_back({.gpu = gpus.at(i).id, .total = offers[i].score});
    input.rents.push_back({gpus.at(i).id, UsdPerHour(offers[i].price), "cloud"});
  }
  return make_value_chart(input);
}

std::vector<double> numbers_of(const std::string& text) {
  static const std::regex number(R"(-?[\d.]+)");
  std::vector<double> numbers;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
    numbers.push_back(std::stod(at->str()));
  return numbers;
}

std::vector<Box> markers_of(const std::string& svg) {
  static const std::regex marker(R"re(matrix\(([^)]*)\)"[^>]*ecmeta_ssr_type="chart")re");
  std::vector<Box> boxes;
  for (std::sregex_iterator at(svg.begin(), svg.end(), marker), end; at != end; ++at) {
    const std::vector<double> parts = numbers_of((*at)[1]);  // scale, 0, 0, scale, x, y
    const double half = parts[0], x = parts[4], y = parts[5];
    boxes.push_back({x - half, x + half, y - half, y + half});
  }
  return boxes;
}

// Texts of 12 px that are the name of a point.
std::vector<Box> names_of(const std::string& svg, const nlohmann::json& option) {
  std::set<std::string> wanted;
  for (const auto& series : option["series"])
    for (const auto& item : series["data"])
      if (item.is_object()) wanted.insert(item["name"].get<std::string>());
  static const std::regex text(R"re(<text([^>]*)translate\(([^)]*)\)[^>]*>([^<]*)<)re");
  constexpr double line = 12;
  std::vector<Box> boxes;
  for (std::sregex_iterator at(svg.begin(), svg.end(), text), end; at != end; ++at) {
    const std::string attributes = (*at)[1], name = (*at)[3];
    if (!wanted.contains(name)) continue;
    const std::vector<double> place = numbers_of((*at)[2]);
    const auto has = [&](const char* part) { return attributes.find(part) != std::string::npos; };
    const double width = text_width(name);
    const double before = has("\"end\"") ? 1 : has("\"middle\"") ? 0.5 : 0;
    static const std::regex own_y(R"re( y="(-?[\d.]+)")re");
    std::smatch found;
    const double middle =
        place[1] + (std::regex_search(attributes, found, own_y) ? std::stod(found[1]) : 0);
    boxes.push_back({place[0] - before * width, place[0] + (1 - before) * width, middle - line / 2,
                     middle + line / 2});
  }
  return boxes;
}

void expect_apart_and_inside(const std::vector<Box>& names, const std::vector<Box>& markers,
                             const Chart& chart) {
  const auto& grid = chart.option["grid"][0];
  const double left = grid["left"];
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_GE(names[i].left, left) << "over the axis";
    EXPECT_LE(names[i].right, chart_width);
    EXPECT_LE(names[i].bottom, chart.height - grid["bottom"].get<double>());
    for (const Box& marker : markers) EXPECT_FALSE(names[i].meets(marker)) << "over a point";
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(names[i].meets(names[j])) << "over a name";
  }
}

double distance(const Box& a, const Box& b) {
  const double x = std::max({a.left - b.right, b.left - a.right, 0.0});
  const double y = std::max({a.top - b.bottom, b.top - a.bottom, 0.0});
  return std::hypot(x, y);
}

// One mark is nearest to a name, so that nobody reads it as that of another.
void expect_told_apart(const std::vector<Box>& names, const std::vector<Box>& markers) {
  constexpr double beside = 3;  // pixels left free at both ends of a name
  for (const Box& name : names) {
    const Box wide{name.left - beside, name.right + beside, name.top, name.bottom};
    std::vector<double> distances;
    for (const Box& marker : markers) distances.push_back(distance(wide, marker));
    std::sort(distances.begin(), distances.end());
    EXPECT_GT(distances[1], distances[0] + 0.5);
  }
}

std::vector<Box> drawn_names(const Chart& chart, std::size_t points) {
  const std::string svg = render_svg(chart.option, chart_width, chart.height);
  const std::vector<Box> markers = markers_of(svg), names = names_of(svg, chart.option);
  EXPECT_EQ(markers.size(), points);
  expect_apart_and_inside(names, markers, chart);
  expect_told_apart(names, markers);
  return names;
}

TEST(ValueChart, EveryCardThatNothingBeatsForLessIsNamedWhereThereIsRoom) {
  std::vector<Offer> offers;
  for (int i = 0; i < 8; ++i) {
    offers.push_back({10.0 + 12 * i, 0.1 * std::exp2(i)});
    offers.push_back({5.0 + 12 * i, 0.11 * std::exp2(i)});  // dearer and worse
  }
  EXPECT_EQ(drawn_names(chart_of(offers), 16).size(), 8U);
}

// Prices of today's cards: the best, the dearest, stands near the right edge, others close below
// it.
TEST(ValueChart, TheBestAtTheRightEdgeIsNamedAndTicksAreRoundPrices) {
  const Chart chart = chart_of({{4, 0.06}, {20, 0.4}, {96, 4.29}, {94.8, 6}, {100, 7.9}});
  EXPECT_EQ(drawn_names(chart, 5).size(), 4U);  // one is dearer and worse
  const std::string svg = render_svg(chart.option, chart_width, chart.height);
  for (const char* tick : {">0.05<", ">0.1<", ">0.2<", ">0.5<", ">1<", ">2<", ">5<", ">10<"})
    EXPECT_NE(svg.find(tick), std::string::npos) << tick;
  EXPECT_EQ(svg.find(">0.06<"), std::string::npos);
}

// The cheapest stands at the axis, the best at the right edge.
TEST(ValueChart, NoNameLiesOverTheAxisAPointOrAnotherName) {
  std::vector<Offer> offers;
  for (int i = 0; i < 40; ++i) offers.push_back({10.0 + 0.5 * i, 1.0 + 0.02 * i});
  const std::size_t named = drawn_names(chart_of(offers), 40).size();
  EXPECT_GT(named, 3U);
  EXPECT_LT(named, 40U);
}

// A crowd, in which a name ends beside the mark of another card unless that place is refused.
TEST(ValueChart, ANameStandsBesideItsOwnMark) {
  std::vector<Offer> offers;
  unsigned state = 2;
  const auto random = [&] {
    state = state * 1664525U + 1013904223U;
    return (state >> 8) / static_cast<double>(1U << 24);
  };
  for (int i = 0; i < 60; ++i) {
    const double price = 0.1 * std::exp2(5 * random());
    offers.push_back({20 * std::sqrt(price) * (0.5 + random()), price});
  }
  EXPECT_GT(drawn_names(chart_of(offers), 60).size(), 3U);
}

results::Result work(const std::string& benchmark, double tflops, double gflop, double gb) {
  using results::single_metric;
  results::Result result;
  result.measured_case.benchmark = benchmark;
  result.measured_case.parameters = {{"model", std::string("simple_cnn")},
                                     {"batch_size", std::int64_t{16}},
                                     {"precision", std::string("fp32")},
                                     {"image_size", std::int64_t{32}}};
  if (benchmark == "matmul") result.measured_case.parameters.set("model", std::string("x"));
  result.metrics = {single_metric("flops", tflops), single_metric("flops_per_step", gflop),
                    single_metric("operator_bytes_per_step", gb)};
  return result;
}

// Where the roof is drawn, in steps of a pixel or so.
std::vector<Box> roof_of(const Chart& chart) {
  const auto& grid = chart.option["grid"][0];
  const auto place = [&](const nlohmann::json& axis, double value, double low, double high) {
    const double bottom = axis["min"], top = axis["max"];
    return low + (high - low) * std::log(value / bottom) / std::log(top / bottom);
  };
  const auto x = [&](double value) {
    return place(chart.option["xAxis"][0], value, grid["left"],
                 chart_width - grid["right"].get<double>());
  };
  const auto y = [&](double value) {
    return place(chart.option["yAxis"][0], value, chart.height - grid["bottom"].get<double>(),
                 grid["top"]);
  };
  std::vector<Box> boxes;
  for (const auto& series : chart.option["series"]) {
    if (series["type"] != "line") continue;
    for (std::size_t i = 1; i < series["data"].size(); ++i) {
      const auto &a = series["data"][i - 1], &b = series["data"][i];
      constexpr int steps = 1000;
      for (int step = 0; step <= steps; ++step) {
        const double share = static_cast<double>(step) / steps;
        const double at_x = x(a[0]) + share * (x(b[0]) - x(a[0])),
                     at_y = y(a[1]) + share * (y(b[1]) - y(a[1]));
        boxes.push_back({at_x - 0.5, at_x + 0.5, at_y - 0.5, at_y + 0.5});
      }
    }
  }
  return boxes;
}

TEST(RooflineChart, EveryNameStandsBesideItsPointOffTheRoofAndTheAxis) {
  results::Run run = sample_run();
  results::Result copy;
  copy.measured_case.benchmark = "bandwidth";
  copy.metrics = {results::single_metric("bandwidth", 4.705)};
  // On the roof, near its slope, and beside the axis.
  run.results = {copy, work("matmul", 0.0401, 17, 0.05), work("train", 0.0004, 0.03, 0.1),
                 work("infer", 0.0008, 0.06, 0.1)};
  const Chart chart = make_roofline_chart({.runs = {&run, 1}});
  ASSERT_FALSE(chart.is_empty);
  ASSERT_EQ(chart.option["yAxis"][0]["type"], "log");
  const std::vector<Box> names = drawn_names(chart, 3), roof = roof_of(chart);
  EXPECT_EQ(names.size(), 3U);
  ASSERT_GT(roof.size(), 1000U);
  for (const Box& name : names)
    EXPECT_TRUE(std::none_of(roof.begin(), roof.end(), [&](const Box& piece) {
      return name.meets(piece);
    })) << "over the roof";
}

TEST(ValueChart, TheAxisOfScoresEndsOverTheBest) {
  for (const auto& [best, end] :
       {std::pair(100.0, 100.0), {99.9, 100}, {43, 50}, {8.2, 10}, {0.7, 0.8}}) {
    const Chart chart = chart_of({{best, 2}, {best / 2, 1}});
    EXPECT_DOUBLE_EQ(chart.option["yAxis"][0]["max"].get<double>(), end) << best;
  }
}

}  // namespace
}  // namespace wgf::report
