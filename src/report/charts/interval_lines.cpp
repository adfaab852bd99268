// SPDX-License-Identifier: MIT
#include "report/charts/interval_lines.h"

#include <algorithm>
#include <cmath>

namespace wgf::report {
namespace {

constexpr double most_of_bars = 2;

// The axis' end is labelled: 725 is 800, 376 is 400.
double round_end(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0})
    if (value <= step * decade) return step * decade;
  return 10 * decade;
}

// A dark line in a white one, seen over any bar and on white and dark ground.
struct Stroke {
  const char* colour;
  double width, cap_width;  // of the line and of its ends
  int cap_height;
};
constexpr Stroke strokes[] = {{"#FFFFFF", 4, 3, 11}, {"#111111", 1.5, 1, 9}};

// An end with its cap, or where the axis ends and without one.
Json line_end(double end, double shown, std::size_t row, const Stroke& stroke) {
  Json point{{"coord", {chart_number(shown), row}},
             {"symbolSize", {stroke.cap_width, stroke.cap_height}}};
  if (shown != end) point["symbol"] = "none";
  return point;
}

Json interval_line(const RowInterval& shown, const RowPanel& axes, const Stroke& stroke) {
  const auto& [row, interval] = shown;
  const double high = axes.most > 0 ? std::min(interval.high, axes.most) : interval.high;
  Json begin = line_end(interval.low, std::max(interval.low, axis_start(axes)), row, stroke);
  begin["lineStyle"] = {{"color", stroke.colour}, {"width", stroke.width}};
  return {begin, line_end(interval.high, high, row, stroke)};
}

}  // namespace

Json interval_lines(std::span<const RowInterval> intervals, const RowPanel& axes) {
  Json lines = Json::array();
  for (const RowInterval& shown : intervals)
    if (!std::isnan(shown.interval.low))
      for (const Stroke& stroke : strokes) lines.push_back(interval_line(shown, axes, stroke));
  return {{"silent", true},
          {"symbol", {"rect", "rect"}},
          {"symbolRotate", 0},
          {"lineStyle", {{"type", "solid"}}},
          {"label", {{"show", false}}},
          {"data", lines}};
}

void end_axis(RowPanel& axes, std::span<const RowInterval> intervals) {
  for (const RowInterval& shown : intervals)
    if (!(shown.interval.high <= most_of_bars * axes.largest))
      axes.most = round_end(most_of_bars * axes.largest);
}

double row_end(double value, const std::optional<Interval>& interval, const RowPanel& axes) {
  const double end = interval ? std::max(interval->high, value) : value;
  return axes.most > 0 ? std::min(end, axes.most) : end;
}

}  // namespace wgf::report
