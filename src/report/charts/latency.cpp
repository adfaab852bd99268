// SPDX-License-Identifier: MIT
// How long single steps took: the box holds the middle half of them, the whiskers reach from the
// first to the 99th percentile.

#include <algorithm>
#include <limits>

#include "base/statistics.h"
#include "base/text.h"
#include "report/charts/chart_list.h"

namespace wgf::report {
namespace {

using results::Metric;
using results::Result;

constexpr double box_quantiles[] = {0.01, 0.25, 0.5, 0.75, 0.99};

// A latency where there is one (how long one request waits), else the step. Five steps make a box.
const Metric* times_of(const Result& result) {
  constexpr std::size_t fewest = 5;
  for (const char* tag : {"latency", "step_time"})
    if (const Metric* metric = result.find(tag); metric && metric->samples.size() >= fewest)
      return metric;
  return nullptr;
}

std::vector<double> box_of(const Metric& metric) {
  std::vector<double> box;
  for (const double q : box_quantiles) box.push_back(quantile(metric.samples, q));
  return box;
}

// Rows of one case in all runs, one category of the axis.
using CaseRows = std::vector<ChartRow>;

std::vector<CaseRows> cases_of(const std::vector<ChartRow>& rows) {
  std::vector<CaseRows> cases;
  for (const ChartRow& row : rows) {
    if (cases.empty() || !is_same_case(cases.back().front(), row)) cases.emplace_back();
    cases.back().push_back(row);
  }
  return cases;
}

// "2.98 ms, p99 3.31 ms"
std::string box_text(const ChartRow& row, messages::Language language) {
  const std::vector<double> box = box_of(*times_of(*row.result));
  return messages::render(
      {"chart.latency_text",
       {{"median", format_number(box[2], 3)}, {"p99", format_number(box.back(), 3)}}},
      language);
}

// ECharts sets the boxes of several series side by side by itself; a case a run lacks is a gap.
Json boxes_of(const ReportInput& input, const std::vector<CaseRows>& cases, std::size_t run) {
  Json boxes = Json::array();
  for (const CaseRows& rows : cases) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const ChartRow& each) { return each.run == run; });
    if (row == rows.end()) {
      boxes.push_back("-");
      continue;
    }
    Json values = Json::array();
    for (const double value : box_of(*times_of(*row->result)))
      values.push_back(chart_number(value));
    const std::string text = box_text(*row, input.language);
    boxes.push_back({{"value", values}, {"conditions", condition_lines_of(input, *row, text)}});
  }
  return boxes;
}

// Of several runs the medians alone, "2.98 | 3.01 ms"; of many the ends of their range.
std::string text_of(const CaseRows& rows, messages::Language language) {
  if (rows.size() == 1) return box_text(rows.front(), language);
  std::vector<double> medians;
  for (const ChartRow& row : rows) medians.push_back(box_of(*times_of(*row.result))[2]);
  std::vector<std::string> texts;
  for (const double median : medians) texts.push_back(format_number(median, 3));
  const std::string text = join(texts, " | ") + " ms";
  if (text_width(text) < text_room) return text;
  const auto [low, high] = std::minmax_element(medians.begin(), medians.end());
  return format_number(*low, 3) + " … " + format_number(*high, 3) + " ms";
}

RowPanel axes_of(const std::vector<CaseRows>& cases, messages::Language language) {
  RowPanel axes{.heading = "ms", .prefers_log = true};
  axes.log_note = messages::render("chart.log_note", language);
  axes.smallest = std::numeric_limits<double>::infinity();
  for (const CaseRows& rows : cases) {
    axes.labels.push_back(rows.front().label);
    for (const ChartRow& row : rows) {
      const std::vector<double> box = box_of(*times_of(*row.result));
      axes.smallest = std::min(axes.smallest, box.front());
      axes.largest = std::max(axes.largest, box.back());
    }
  }
  return axes;
}

Json texts_of(const std::vector<CaseRows>& cases, messages::Language language) {
  Json texts = Json::array();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    double end = 0;
    for (const ChartRow& row : cases[i]) end = std::max(end, box_of(*times_of(*row.result)).back());
    texts.push_back(row_text(end, i, text_of(cases[i], language)));
  }
  return texts;
}

}  // namespace

Chart make_latency_chart(const ReportInput& input) {
  Chart chart{.name = "latency", .title = messages::render("chart.latency", input.language)};
  const ShownRows shown =
      limit_cases(select_rows(measured_rows(input),
                              [](const Result& result) { return times_of(result) != nullptr; }),
                  input);
  chart.is_empty = shown.rows.empty();
  chart.option = chart_option(chart.title,
                              messages::render("chart.latency_note", input.language) + shown.note);
  chart.height = first_panel_top;
  if (chart.is_empty) return chart;
  const std::vector<CaseRows> cases = cases_of(shown.rows);
  const RowPanel axes = axes_of(cases, input.language);
  const std::vector<std::string> names = run_names(input);
  if (names.size() > 1) chart.height = add_legend(chart.option, names);
  chart.height = add_panel(chart.option, axes, chart.height, label_width(axes.labels));
  for (std::size_t run = 0; run < names.size(); ++run)
    chart.option["series"].push_back({{"type", "boxplot"},
                                      {"name", names[run]},
                                      {"boxWidth", {4, 14}},
                                      {"itemStyle", {{"borderWidth", 1.2}}},
                                      {"data", boxes_of(input, cases, run)}});
  chart.option["series"].push_back(row_texts_series(0, "", texts_of(cases, input.language)));
  return chart;
}

}  // namespace wgf::report
