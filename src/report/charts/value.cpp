// SPDX-License-Identifier: MIT
// Score over launch list price: the GPUs of the ranking whose record names one.

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "catalog/catalog.h"
#include "report/charts/chart_list.h"
#include "report/score_section.h"

namespace wgf::report {
namespace {

using results::Score;

constexpr int grid_left = 72, grid_right = 40;

struct Point {
  const catalog::Gpu* gpu = nullptr;
  double score = 0;
  bool is_this = false;  // the machine's own model
};

const Score* first_score(const ReportInput& input) {
  for (const results::Run& run : input.runs)
    if (run.score) return &*run.score;
  return nullptr;
}

std::vector<Point> points_of(const Score& score, const catalog::GpuCatalog& gpus) {
  std::vector<Point> points;
  for (const results::RankRow& row : score.ranking) {
    const catalog::Gpu* gpu = gpus.find_id(row.gpu);
    if (gpu == nullptr || !gpu->msrp_usd || row.total <= 0 || row.gpu == score.catalog_id) continue;
    points.push_back({gpu, row.total, false});
  }
  const catalog::Gpu* own = gpus.find_id(score.catalog_id);
  if (own != nullptr && own->msrp_usd && score.total > 0)
    points.push_back({own, score.total, true});
  return points;
}

// No other card gives more for as little: only these are named, or the names would cover each
// other.
bool is_best_at_its_price(const Point& point, const std::vector<Point>& points) {
  return std::none_of(points.begin(), points.end(), [&](const Point& other) {
    return (other.score > point.score && *other.gpu->msrp_usd <= *point.gpu->msrp_usd) ||
           (other.score == point.score && *other.gpu->msrp_usd < *point.gpu->msrp_usd);
  });
}

std::string short_name(const catalog::Gpu& gpu) {
  std::string name = gpu.name;
  for (const std::string_view maker : {"NVIDIA ", "AMD ", "Intel ", "GeForce ", "Radeon "})
    if (name.starts_with(maker)) name.erase(0, maker.size());
  return name;
}

// The ends of the price axis.
struct PriceRange {
  double low = 0, high = 0;

  // Where the price stands in a drawing of chart_width.
  double position_px(double price) const {
    return grid_left + std::log(price / low) / std::log(high / low) *
                           static_cast<double>(chart_width - grid_left - grid_right);
  }
};

PriceRange range_of(const std::vector<Point>& points) {
  const auto [low, high] = std::minmax_element(
      points.begin(), points.end(),
      [](const Point& a, const Point& b) { return *a.gpu->msrp_usd < *b.gpu->msrp_usd; });
  return {std::max(std::floor(*low->gpu->msrp_usd / 200) * 100, 10.0),
          std::ceil(*high->gpu->msrp_usd / 1000 * 1.3) * 1000};
}

// Over its point, or left of it where it would leave the drawing.
const char* label_position(const std::string& name, double price, const PriceRange& range) {
  const double half = text_width(name) / 2.0;
  return range.position_px(price) + half < chart_width ? "top" : "left";
}

Json series_of(const std::vector<Point>& points, const PriceRange& range, bool is_this,
               const std::string& name) {
  Json data = Json::array();
  for (const Point& point : points) {
    if (point.is_this != is_this) continue;
    const double price = *point.gpu->msrp_usd;
    const std::string label = short_name(*point.gpu);
    data.push_back({{"value", {price, chart_number(point.score)}},
                    {"name", label},
                    {"label",
                     {{"show", is_this || is_best_at_its_price(point, points)},
                      {"position", label_position(label, price, range)},
                      {"formatter", label}}},
                    {"conditions",
                     {point.gpu->name, "$" + format_number(price, 6), score_text(point.score)}}});
  }
  return {{"type", "scatter"},
          {"name", name},
          {"symbolSize", is_this ? 14 : 9},
          {"data", data},
          {"label", {{"position", "top"}, {"padding", {0, 8}}}},
          {"labelLayout", {{"hideOverlap", true}}}};
}

// Says why the machine itself is not there, where it is not.
std::string note_of(const Score& score, const std::vector<Point>& points,
                    messages::Language language) {
  std::string note = messages::render("chart.value_note", language);
  if (!points.back().is_this && score.total > 0 && !score.device.empty())
    note += messages::render({"chart.value_no_price", {{"name", score.device}}}, language);
  return note;
}

}  // namespace

Chart make_value_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  constexpr int height = 460;
  Chart chart{.name = "value", .title = text("chart.value"), .height = height};
  const Score* score = first_score(input);
  const catalog::Catalog& catalog = catalog::embedded_catalog();
  const std::vector<Point> points =
      score == nullptr ? std::vector<Point>() : points_of(*score, catalog.gpus());
  constexpr std::size_t fewest = 2;  // one point compares nothing
  chart.is_empty = points.size() < fewest;
  if (chart.is_empty) return chart;
  chart.option = chart_option(chart.title, note_of(*score, points, input.language));
  const PriceRange range = range_of(points);
  chart.option["grid"].push_back(
      {{"left", grid_left}, {"right", grid_right}, {"top", 110}, {"bottom", 56}});
  chart.option["xAxis"].push_back({{"type", "log"},
                                   {"min", range.low},
                                   {"max", range.high},
                                   {"name", text("chart.value_price")},
                                   {"nameLocation", "middle"},
                                   {"nameGap", 30}});
  chart.option["yAxis"].push_back({{"type", "value"},
                                   {"name", text("chart.rank_axis")},
                                   {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}}});
  std::vector<std::string> names{text("chart.value_others")};
  chart.option["series"].push_back(series_of(points, range, false, names.front()));
  if (points.back().is_this) {
    names.push_back(text("chart.rank_this"));
    chart.option["series"].push_back(series_of(points, range, true, names.back()));
  }
  chart.option["color"] = {"#0072B2", "#D55E00"};
  add_legend(chart.option, names);
  return chart;
}

}  // namespace wgf::report
