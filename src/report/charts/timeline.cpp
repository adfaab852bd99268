// SPDX-License-Identifier: MIT
// Clock, power and temperature while one case ran: the one that was read most often among those
// that were throttled, else among all. Of a case that several engine processes measured, each run
// shows the one of them that this holds for.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;
using results::SensorReading;

struct Sensor {
  const char* key;  // of the heading, which has the unit
  std::optional<double> SensorReading::*member;
  // An axis shows no less than this, or the last digit of a steady reading would fill the panel.
  double least_span, tick;
};
constexpr Sensor sensors[] = {{"chart.clock", &SensorReading::sm_clock_mhz, 50, 20},
                              {"chart.power", &SensorReading::power_w, 20, 10},
                              {"chart.temperature", &SensorReading::temperature_c, 5, 2}};

bool has_sensor(const Result& result, const Sensor& sensor) {
  return std::count_if(result.sensors.begin(), result.sensors.end(),
                       [&](const SensorReading& reading) {
                         return (reading.*sensor.member).has_value();
                       }) >= 2;  // one point is no line
}

bool has_any_sensor(const Result& result) {
  return std::any_of(std::begin(sensors), std::end(sensors),
                     [&](const Sensor& sensor) { return has_sensor(result, sensor); });
}

bool is_throttled(const Result& result) {
  return std::any_of(result.sensors.begin(), result.sensors.end(),
                     [](const auto& reading) { return !reading.throttle_reasons.empty(); });
}

bool is_less_interesting(const ChartRow& a, const ChartRow& b) {
  const auto interest = [](const ChartRow& row) {
    return std::pair(is_throttled(*row.result), row.result->sensors.size());
  };
  return interest(a) < interest(b);
}

// The rows of the chosen case, one for each run that read its sensors.
std::vector<ChartRow> choose_case(const std::vector<ChartRow>& rows) {
  const auto best = std::max_element(rows.begin(), rows.end(), is_less_interesting);
  std::vector<ChartRow> chosen;
  for (const ChartRow& row : rows) {
    if (!is_same_case(row, *best)) continue;
    if (chosen.empty() || chosen.back().run != row.run)
      chosen.push_back(row);
    else if (is_less_interesting(chosen.back(), row))
      chosen.back() = row;
  }
  return chosen;
}

// One run is named by its case, several by themselves; both with the process that is shown.
std::vector<std::string> line_names(const ReportInput& input, const std::vector<ChartRow>& shown) {
  const std::vector<std::string> runs = run_names(input);
  std::vector<std::string> names;
  for (const ChartRow& row : shown) {
    const results::Run& run = input.runs[row.run];
    const auto index = static_cast<std::size_t>(row.result - run.results.data());
    names.push_back(with_process(input.runs.size() > 1 ? runs[row.run] : row.label,
                                 process_places(run)[index], input.language));
  }
  return names;
}

Json points_of(const Result& result, const Sensor& sensor) {
  constexpr std::size_t most_points = 400;
  const std::size_t stride = result.sensors.size() / most_points + 1;
  Json points = Json::array();
  for (std::size_t i = 0; i < result.sensors.size(); i += stride)
    if (const std::optional<double>& value = result.sensors[i].*sensor.member)
      points.push_back({chart_number(result.sensors[i].time_s), chart_number(*value)});
  return points;
}

// What the driver calls it is for warnings and files; a reason without words of ours keeps its
// name.
std::string reason_words(const std::string& reason, messages::Language language) {
  static constexpr std::pair<std::string_view, const char*> words[] = {
      {"power_cap", "chart.reason_power_cap"},
      {"sw_thermal", "chart.reason_sw_thermal"},
      {"hw_thermal", "chart.reason_hw_thermal"},
      {"hw_power_brake", "chart.reason_hw_power_brake"},
      {"hw_slowdown", "chart.reason_hw_slowdown"},
      {"sync_boost", "chart.reason_sync_boost"},
      {"display_clock", "chart.reason_display_clock"}};
  const auto* found = std::find_if(std::begin(words), std::end(words),
                                   [&](const auto& each) { return each.first == reason; });
  return found == std::end(words) ? reason : messages::render(found->second, language);
}

// "shaded: throttled: power limit"; empty where nothing was.
std::string throttled_text(const std::vector<ChartRow>& shown, messages::Language language) {
  std::vector<std::string> reasons;
  for (const ChartRow& row : shown)
    for (const SensorReading& reading : row.result->sensors)
      for (const std::string& reason : reading.throttle_reasons)
        if (const std::string words = reason_words(reason, language);
            std::find(reasons.begin(), reasons.end(), words) == reasons.end())
          reasons.push_back(words);
  if (reasons.empty()) return "";
  return messages::render({shown.size() > 1 ? "chart.throttled_runs" : "chart.throttled",
                           {{"reasons", join(reasons, ", ")}}},
                          language);
}

// Spans in which the device held itself back; the subtitle names the reasons.
Json throttled_spans(const Result& result, const Json& colour) {
  Json spans = Json::array();
  const auto& readings = result.sensors;
  for (std::size_t i = 0; i < readings.size(); ++i) {
    if (readings[i].throttle_reasons.empty()) continue;
    std::size_t end = i;
    while (end + 1 < readings.size() &&
           readings[end + 1].throttle_reasons == readings[i].throttle_reasons)
      ++end;
    const double until =
        end + 1 < readings.size() ? readings[end + 1].time_s : readings[end].time_s;
    spans.push_back({{{"xAxis", readings[i].time_s}}, {{"xAxis", until}}});
    i = end;
  }
  return {{"silent", true},
          {"itemStyle", {{"color", colour}, {"opacity", 0.15}}},
          {"label", {{"show", false}}},
          {"data", spans}};
}

constexpr int panel_height = 110, panel_step = 176;

// Of all points of the panel; a span the readings exceed is left to ECharts.
void widen_axis(Json& axis, const std::vector<ChartRow>& shown, const Sensor& sensor) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const ChartRow& row : shown)
    for (const SensorReading& reading : row.result->sensors)
      if (const std::optional<double>& value = reading.*sensor.member) {
        low = std::min(low, *value);
        high = std::max(high, *value);
      }
  if (!(high - low < sensor.least_span)) return;
  const double middle = (low + high) / 2;
  const double start =
      std::max(0.0, std::floor((middle - sensor.least_span / 2) / sensor.tick) * sensor.tick);
  axis["min"] = start;
  axis["max"] = start + std::ceil(sensor.least_span / sensor.tick + 1) * sensor.tick;
  axis["interval"] = sensor.tick;
}

void add_axes(Json& option, const std::string& heading, int top, bool is_last,
              messages::Language language) {
  const std::size_t index = option["grid"].size();
  option["grid"].push_back({{"left", 72}, {"right", 32}, {"top", top}, {"height", panel_height}});
  Json time_axis{{"type", "value"}, {"gridIndex", index}, {"splitLine", {{"show", false}}}};
  if (is_last) {
    time_axis["name"] = messages::render("chart.seconds", language);
    time_axis["nameLocation"] = "middle";
    time_axis["nameGap"] = 28;
  }
  option["xAxis"].push_back(time_axis);
  option["yAxis"].push_back({{"type", "value"},
                             {"gridIndex", index},
                             {"scale", true},
                             {"splitNumber", 3},
                             {"name", heading},
                             {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}}});
}

// One run is shaded in a colour of its own, several each in that of its line.
Json line_of(const ChartRow& row, const Sensor& sensor, std::size_t panel, const std::string& name,
             const Json& colour, bool is_only) {
  return {{"type", "line"},
          {"name", name},
          {"xAxisIndex", panel},
          {"yAxisIndex", panel},
          {"showSymbol", false},
          {"color", colour},
          {"data", points_of(*row.result, sensor)},
          {"markArea", throttled_spans(*row.result, is_only ? Json("#D55E00") : colour)}};
}

std::vector<const Sensor*> drawn_sensors(const std::vector<ChartRow>& shown) {
  std::vector<const Sensor*> drawn;
  for (const Sensor& sensor : sensors)
    if (std::any_of(shown.begin(), shown.end(),
                    [&](const ChartRow& row) { return has_sensor(*row.result, sensor); }))
      drawn.push_back(&sensor);
  return drawn;
}

}  // namespace

Chart make_timeline_chart(const ReportInput& input) {
  Chart chart{.name = "timeline", .title = messages::render("chart.timeline", input.language)};
  const std::vector<ChartRow> rows = select_rows(measured_rows(input), has_any_sensor);
  chart.is_empty = rows.empty();
  chart.height = first_panel_top;
  if (rows.empty()) return chart;
  const std::vector<ChartRow> shown = choose_case(rows);
  const bool is_only = shown.size() == 1;
  const std::vector<std::string> names = line_names(input, shown);
  const std::string reasons = throttled_text(shown, input.language);
  const bool is_one_run = input.runs.size() == 1;
  const std::string& name = is_one_run && is_only ? names.front() : shown.front().label;
  chart.option = chart_option(chart.title, reasons.empty() ? name : name + "; " + reasons);
  if (!is_one_run || !is_only) chart.height = add_legend(chart.option, names);
  const int first_top = chart.height + 30;
  const Json colours = chart.option["color"];
  const std::vector<const Sensor*> drawn = drawn_sensors(shown);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const int top = first_top + static_cast<int>(i) * panel_step;
    add_axes(chart.option, messages::render(drawn[i]->key, input.language), top,
             i + 1 == drawn.size(), input.language);
    widen_axis(chart.option["yAxis"].back(), shown, *drawn[i]);
    for (std::size_t j = 0; j < shown.size(); ++j)
      chart.option["series"].push_back(line_of(shown[j], *drawn[i], i, names[j],
                                               colours[shown[j].run % colours.size()], is_only));
    chart.height = top + panel_height + 56;
  }
  return chart;
}

}  // namespace wgf::report
