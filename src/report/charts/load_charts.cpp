// SPDX-License-Identifier: MIT
// Of requests to a server: what each load gave and how long they waited for it; and how the times
// of one load are distributed.

#include <algorithm>
#include <set>

#include "base/percentiles.h"
#include "base/statistics.h"
#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using results::Result;

constexpr int panel_height = 260, panel_gap = 70;

bool is_of_load(const Result& result) {
  const std::string& name = result.measured_case.benchmark;
  return (name == "serve_test" || name == "llm_load") && result.find("ttft") != nullptr;
}

// Arrivals a second, else users.
double load_of(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  return parameters.number("rate", parameters.number("concurrency", 0));
}

// Loads of one way to ask, in their order; of those that have most points.
std::vector<ChartRow> curve_of(const ReportInput& input, const std::string& benchmark) {
  std::vector<ChartRow> rows;
  std::set<double> loads;
  for (const ChartRow& row : measured_rows(input)) {
    const Result& result = *row.result;
    if (row.run != 0 || result.measured_case.benchmark != benchmark || !is_of_load(result))
      continue;
    const double load = load_of(result);
    if (load > 0 && loads.insert(load).second) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [](const ChartRow& a, const ChartRow& b) {
    return load_of(*a.result) < load_of(*b.result);
  });
  return rows;
}

Json axis_of(const std::string& name, std::size_t grid, int gap) {
  return {{"type", "value"},          {"min", 0},       {"name", name},
          {"nameLocation", "middle"}, {"nameGap", gap}, {"nameTextStyle", {{"fontWeight", "bold"}}},
          {"gridIndex", grid}};
}

void add_grid(Chart& chart, int top, const std::string& across, const std::string& up) {
  const std::size_t grid = chart.option["grid"].size();
  chart.option["grid"].push_back(
      {{"left", 96}, {"right", 40}, {"top", top}, {"height", panel_height - panel_gap}});
  chart.option["xAxis"].push_back(axis_of(across, grid, 30));
  chart.option["yAxis"].push_back(axis_of(up, grid, 70));
}

Json line_of(const std::string& name, std::size_t grid, Json points) {
  return {{"type", "line"},
          {"name", name},
          {"xAxisIndex", grid},
          {"yAxisIndex", grid},
          {"data", std::move(points)}};
}

template <typename Value>
Json points_of(const std::vector<ChartRow>& rows, const ReportInput& input, const char* unit,
               const Value& value) {
  Json points = Json::array();
  for (const ChartRow& row : rows) {
    const std::optional<double> up = value(*row.result);
    if (!up) continue;
    points.push_back(
        {{"value", {chart_number(load_of(*row.result)), chart_number(*up)}},
         {"conditions", condition_lines_of(input, row, format_number(*up, 3) + " " + unit)}});
  }
  return points;
}

std::optional<double> percentile_of(const Result& result, double share, std::size_t enough) {
  const std::vector<double>& samples = result.find("ttft")->samples;
  if (samples.size() < enough) return std::nullopt;
  return quantile(samples, share);
}

}  // namespace

Chart make_load_curve_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "load_curve", .title = text("chart.load_curve"), .is_empty = true};
  if (input.runs.empty()) return chart;
  std::vector<ChartRow> rows = curve_of(input, "serve_test");
  if (rows.empty()) rows = curve_of(input, "llm_load");
  constexpr std::size_t fewest = 2;
  if (rows.size() < fewest) return chart;
  chart.is_empty = false;
  chart.option = chart_option(chart.title, text("chart.load_curve_note"));
  const bool is_open = rows.front().result->measured_case.parameters.find("rate") != nullptr;
  const std::string across = text(is_open ? "chart.load_rate" : "chart.load_users");
  const int top = add_legend(chart.option, {text("chart.load_output"), "TTFT P50", "TTFT P99"});
  add_grid(chart, top + 20, across, "tokens/s");
  add_grid(chart, top + 20 + panel_height, across, "ms");
  Json& series = chart.option["series"];
  series.push_back(line_of(text("chart.load_output"), 0,
                           points_of(rows, input, "tokens/s", [](const Result& result) {
                             return number_of(result, "output.token_throughput");
                           })));
  series.push_back(line_of("TTFT P50", 1, points_of(rows, input, "ms", [](const Result& result) {
                             return percentile_of(result, 0.5, 1);
                           })));
  series.push_back(line_of("TTFT P99", 1, points_of(rows, input, "ms", [](const Result& result) {
                             return percentile_of(result, 0.99, enough_for_p99);
                           })));
  chart.height = top + 20 + 2 * panel_height;
  return chart;
}

Chart make_load_times_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "load_times", .title = text("chart.load_times"), .is_empty = true};
  std::vector<ChartRow> rows = select_rows(measured_rows(input), is_of_load);
  constexpr std::size_t most_lines = 8;
  if (rows.empty()) return chart;
  rows.resize(std::min(rows.size(), most_lines));
  chart.is_empty = false;
  chart.option = chart_option(chart.title, text("chart.load_times_note"));
  std::vector<std::string> names;
  for (const ChartRow& row : rows) names.push_back(shortened_to(chart_width / 2, row.label));
  const int top = add_legend(chart.option, names);
  int next = top + 20;
  for (const char* tag : {"ttft", "tpot"}) {
    const std::size_t grid = chart.option["grid"].size();
    add_grid(chart, next, text((std::string("metric.") + tag).c_str()) + " (ms)", "%");
    chart.option["yAxis"].back()["max"] = 100;
    next += panel_height;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const results::Metric* metric = rows[i].result->find(tag);
      if (metric == nullptr || metric->samples.empty()) continue;
      Json points = Json::array();
      constexpr int steps = 100;  // a point for each hundredth of the requests
      for (int step = 0; step <= steps; ++step)
        points.push_back({chart_number(quantile(metric->samples, step / 100.0)), step});
      Json line = line_of(names[i], grid, std::move(points));
      line["showSymbol"] = false;
      line["color"] = chart.option["color"][i % chart.option["color"].size()];
      chart.option["series"].push_back(std::move(line));
    }
  }
  chart.height = next;
  return chart;
}

}  // namespace wgf::report
