// SPDX-License-Identifier: MIT
// Of the task workers: how busy the device was in each interval, one panel for each number of
// loader threads, with its mean and the line below which it counts as idle.

#include <algorithm>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Result;
using results::SensorReading;

constexpr int panel_height = 120, panel_step = 178;
constexpr double idle_below = 10;
constexpr const char *mean_colour = "#D62728", *idle_colour = "#E69F00";

bool has_shares(const Result& result) {
  return std::any_of(result.sensors.begin(), result.sensors.end(),
                     [](const SensorReading& reading) { return reading.busy_share.has_value(); });
}

bool reads_gpu(const Result& result) {
  return std::any_of(
      result.sensors.begin(), result.sensors.end(),
      [](const SensorReading& reading) { return reading.gpu_utilization.has_value(); });
}

std::vector<ChartRow> rows_of(const ReportInput& input) {
  std::vector<ChartRow> rows;
  for (ChartRow& row : select_rows(measured_rows(input), has_shares))
    if (input.runs[row.run].task == "workers" && (rows.empty() || rows.front().run == row.run))
      rows.push_back(std::move(row));
  return rows;
}

double last_time(const std::vector<ChartRow>& rows) {
  double last = 0;
  for (const ChartRow& row : rows)
    for (const SensorReading& reading : row.result->sensors)
      if (reading.busy_share) last = std::max(last, reading.time_s);
  return last;
}

Json points_of(const Result& result) {
  Json points = Json::array();
  for (const SensorReading& reading : result.sensors)
    if (reading.busy_share)
      points.push_back({chart_number(reading.time_s), chart_number(*reading.busy_share)});
  return points;
}

Json dashed(double percent, const char* colour, const std::string& text, const char* position) {
  return {{"yAxis", chart_number(percent)},
          {"lineStyle", {{"color", colour}, {"type", "dashed"}, {"width", 1.5}}},
          {"label", {{"formatter", text}, {"position", position}}}};
}

std::string heading_of(const Result& result, messages::Language language) {
  const auto number = [&](const char* tag) {
    const results::Metric* metric = result.find(tag);
    return metric ? format_number(metric->value, 3) : std::string("-");
  };
  return messages::render(
      {"chart.busy_heading",
       {{"workers", std::to_string(result.measured_case.parameters.integer("workers"))},
        {"rate", number("throughput")},
        {"deviation", number("busy_deviation")},
        {"idle", number("idle_share")}}},
      language);
}

void add_panel(Json& option, const Result& result, int top, double last, bool is_lowest,
               messages::Language language) {
  const std::size_t index = option["grid"].size();
  option["grid"].push_back({{"left", 56}, {"right", 48}, {"top", top}, {"height", panel_height}});
  Json time_axis{{"type", "value"}, {"gridIndex", index}, {"min", 0}, {"max", chart_number(last)}};
  if (is_lowest) {
    time_axis["name"] = messages::render("chart.seconds", language);
    time_axis["nameLocation"] = "middle";
    time_axis["nameGap"] = 28;
  }
  option["xAxis"].push_back(std::move(time_axis));
  option["yAxis"].push_back({{"type", "value"},
                             {"gridIndex", index},
                             {"min", 0},
                             {"max", 100},
                             {"interval", 25},
                             {"name", heading_of(result, language)},
                             {"nameTextStyle", {{"align", "left"}, {"fontWeight", "bold"}}}});
  Json levels{dashed(idle_below, idle_colour, "10 %", "end")};
  if (const results::Metric* mean = result.find("busy_mean"))
    levels.push_back(
        dashed(mean->value, mean_colour,
               messages::render({"chart.busy_mean", {{"percent", format_number(mean->value, 3)}}},
                                language),
               "insideEndTop"));
  option["series"].push_back(
      {{"type", "line"},
       {"name", heading_of(result, language)},
       {"xAxisIndex", index},
       {"yAxisIndex", index},
       {"showSymbol", false},
       {"clip", false},
       {"color", option["color"][0]},
       {"data", points_of(result)},
       {"markLine", {{"silent", true}, {"symbol", "none"}, {"data", std::move(levels)}}}});
}

}  // namespace

Chart make_busy_share_chart(const ReportInput& input) {
  const std::vector<ChartRow> rows = rows_of(input);
  const bool has_gpu = !rows.empty() && reads_gpu(*rows.front().result);
  Chart chart{
      .name = "utilization",
      .title = messages::render(has_gpu ? "chart.busy_gpu" : "chart.busy_thread", input.language)};
  chart.is_empty = rows.empty();
  if (chart.is_empty) return chart;
  const results::Parameters& first = rows.front().result->measured_case.parameters;
  chart.option = chart_option(
      chart.title, messages::render({"chart.busy_note",
                                     {{"model", first.text("model")},
                                      {"batch", std::to_string(first.integer("batch_size"))},
                                      {"data", first.text("data")}}},
                                    input.language));
  const double last = last_time(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int top = first_panel_top + 14 + static_cast<int>(i) * panel_step;
    add_panel(chart.option, *rows[i].result, top, last, i + 1 == rows.size(), input.language);
    chart.height = top + panel_height + 56;
  }
  return chart;
}

}  // namespace wgf::report
