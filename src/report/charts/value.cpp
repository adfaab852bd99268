// SPDX-License-Identifier: MIT
// Score over what an hour costs: the cheapest fresh offer of one such card on demand, else the
// cheapest of any age, with a symbol for how old its price is.

#include <algorithm>
#include <cmath>

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
  const Rent* rent = nullptr;
  bool is_this = false;  // the machine's own model

  double price() const { return rent->price.value; }
};

const Score* first_score(const ReportInput& input) {
  for (const results::Run& run : input.runs)
    if (run.score) return &*run.score;
  return nullptr;
}

std::vector<Point> points_of(const Score& score, const ReportInput& input) {
  const catalog::GpuCatalog& gpus = catalog::embedded_catalog().gpus();
  std::vector<Point> points;
  const auto add = [&](const std::string& id, double total, bool is_this) {
    const catalog::Gpu* gpu = gpus.find_id(id);
    const Rent* rent = gpu == nullptr ? nullptr : find_rent(input.rents, gpu->id);
    if (rent != nullptr && total > 0) points.push_back({gpu, total, rent, is_this});
  };
  for (const results::RankRow& row : score.ranking)
    if (row.gpu != score.catalog_id) add(row.gpu, row.total, false);
  add(score.catalog_id, score.total, true);
  return points;
}

// No other card gives more for as little: only these are named, there is no room for all.
bool is_best_at_its_price(const Point& point, const std::vector<Point>& points) {
  return std::none_of(points.begin(), points.end(), [&](const Point& other) {
    return (other.score > point.score && other.price() <= point.price()) ||
           (other.score == point.score && other.price() < point.price());
  });
}

std::string short_name(const catalog::Gpu& gpu) {
  std::string name = gpu.name;
  for (const std::string_view maker :
       {"NVIDIA ", "AMD ", "Intel ", "GeForce ", "Radeon ", "Instinct "})
    if (name.starts_with(maker)) name.erase(0, maker.size());
  for (const std::string_view part :
       {" Blackwell", " Edition", " Generation", " (per GPU)", " Grace Hopper"})
    if (const std::size_t at = name.find(part); at != std::string::npos)
      name.erase(at, part.size());
  return name;
}

// Its ticks are 0.05, 0.1, 0.2, 0.5 …, from the last below all prices on; it ends where the dearest
// card has room for its name beside it.
struct PriceAxis {
  std::vector<double> ticks;
  double end = 0;
};

PriceAxis price_axis_of(const std::vector<Point>& points) {
  const auto [low, high] =
      std::minmax_element(points.begin(), points.end(),
                          [](const Point& a, const Point& b) { return a.price() < b.price(); });
  constexpr double room_for_name = 1.2;
  PriceAxis axis{{}, room_for_name * high->price()};
  for (int power = static_cast<int>(std::floor(std::log10(low->price())));; ++power)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double tick = digit * std::pow(10.0, power);
      if (tick <= low->price()) axis.ticks.clear();
      axis.ticks.push_back(tick);
      if (tick < high->price()) continue;
      axis.end = std::max(axis.end, tick);
      return axis;
    }
}

struct ScoreAxis {
  double high = 0, step = 0;
};

// At most five steps, of 1, 2 or 5 times a power of ten, reach over the best score.
ScoreAxis score_axis_of(const std::vector<Point>& points) {
  double best = 0;
  for (const Point& point : points) best = std::max(best, point.score);
  double step = std::pow(10, std::floor(std::log10(best)) - 1);
  for (const double factor : {2.0, 2.5, 2.0, 2.0})
    if (constexpr double most_steps = 5; best > most_steps * step) step *= factor;
  return {std::ceil(best / step) * step, step};
}

// How a point is drawn: by the age of its price, the machine's own larger and in a colour of its
// own.
struct Kind {
  PriceAge age;
  const char* key;  // of the legend
  const char* symbol;
  const char* colour;
};
constexpr Kind kinds[] = {{PriceAge::fresh, "chart.value_fresh", "circle", "#0072B2"},
                          {PriceAge::stale, "chart.value_stale", "triangle", "#56B4E9"},
                          {PriceAge::unknown, "chart.value_undated", "emptyDiamond", "#8C8C8C"}};
constexpr const char* own_colour = "#D55E00";

// A label that is shown asks for a place: point_names.js finds one where there is room.
Json data_of(const std::vector<Point>& points, PriceAge age, bool is_this,
             messages::Language language) {
  Json data = Json::array();
  for (const Point& point : points) {
    if (point.is_this != is_this || point.rent->age != age) continue;
    const std::string label = short_name(*point.gpu);
    const std::string value = messages::render(
        {"chart.value_points", {{"points", format_number(point.score / point.price(), 3)}}},
        language);
    Json name = {{"show", is_this || is_best_at_its_price(point, points)}, {"formatter", label}};
    if (is_this) name["color"] = own_colour;
    data.push_back(
        {{"value", {chart_number(point.price()), chart_number(point.score)}},
         {"name", label},
         {"label", std::move(name)},
         {"conditions",
          {point.gpu->name, rent_text(*point.rent, language), score_text(point.score), value}}});
  }
  return data;
}

Json series_of(const std::string& name, const Kind& kind, bool is_this, Json data) {
  return {{"type", "scatter"},
          {"name", name},
          {"symbol", kind.symbol},
          {"symbolSize", is_this ? 15 : 9},
          {"color", is_this ? own_colour : kind.colour},
          {"data", std::move(data)}};
}

// Returns the names of the series.
std::vector<std::string> add_series(Json& option, const std::vector<Point>& points,
                                    messages::Language language) {
  std::vector<std::string> names;
  for (const bool is_this : {false, true})
    for (const Kind& kind : kinds) {
      Json data = data_of(points, kind.age, is_this, language);
      if (data.empty()) continue;
      std::string name = messages::render(kind.key, language);
      if (is_this) name = messages::render("chart.rank_this", language) + ", " + name;
      names.push_back(name);
      option["series"].push_back(series_of(name, kind, is_this, std::move(data)));
    }
  return names;
}

// Says why the machine itself is not there, where it is not.
std::string note_of(const Score& score, const std::vector<Point>& points,
                    messages::Language language) {
  if (!points.back().is_this && score.total > 0 && !score.device.empty())
    return messages::render({"chart.value_no_price", {{"name", score.device}}}, language);
  return messages::render("chart.value_note", language);
}

}  // namespace

Chart make_value_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  constexpr int height = 460, grid_top = 110;
  Chart chart{.name = "value", .title = text("chart.value"), .height = height};
  const Score* score = first_score(input);
  const std::vector<Point> points =
      score == nullptr ? std::vector<Point>() : points_of(*score, input);
  constexpr std::size_t fewest = 2;  // one point compares nothing
  chart.is_empty = points.size() < fewest;
  if (chart.is_empty) return chart;
  chart.option = chart_option(chart.title, note_of(*score, points, input.language));
  const PriceAxis prices = price_axis_of(points);
  const std::vector<std::string> names = add_series(chart.option, points, input.language);
  const int lower = add_legend(chart.option, names) - first_panel_top;
  chart.height += lower;
  for (Json& row : chart.option["legend"]) row["itemWidth"] = 14;  // symbols as wide as high
  chart.option["grid"].push_back(
      {{"left", grid_left}, {"right", grid_right}, {"top", grid_top + lower}, {"bottom", 56}});
  chart.option["xAxis"].push_back({{"type", "log"},
                                   {"min", prices.ticks.front()},
                                   {"max", prices.end},
                                   {"axisLabel", {{"customValues", prices.ticks}}},
                                   {"axisTick", {{"customValues", prices.ticks}}},
                                   {"name", text("chart.value_price")},
                                   {"nameLocation", "middle"},
                                   {"nameGap", 30}});
  const ScoreAxis scores = score_axis_of(points);
  chart.option["yAxis"].push_back({{"type", "value"},
                                   {"min", 0},
                                   {"max", chart_number(scores.high)},
                                   {"interval", chart_number(scores.step)},
                                   {"name", text("chart.rank_axis")},
                                   {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}}});
  return chart;
}

}  // namespace wgf::report
