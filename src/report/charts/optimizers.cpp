// SPDX-License-Identifier: MIT
// Of the task optimizers: the time of the optimizer in a step, for each optimizer and each way of
// stepping it.

#include <algorithm>

#include "report/charts/chart_list.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Metric;
using results::Result;

const Metric* time_of(const Result& result) {
  return result.find("optimizer_time");
}

std::string name_of(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  return parameters.text("optimizer") + ", " + parameters.text("implementation", "fused");
}

}  // namespace

Chart make_optimizers_chart(const ReportInput& input) {
  Chart chart{.name = "optimizers", .title = messages::render("chart.optimizers", input.language)};
  const std::vector<ChartRow> rows =
      select_rows(measured_rows(input), [](const Result& result) { return time_of(result); });
  std::vector<ChartRow> shown;
  for (const ChartRow& row : rows)
    if (input.runs[row.run].task == "optimizers" && (shown.empty() || shown.front().run == row.run))
      shown.push_back(row);
  chart.is_empty = shown.empty();
  if (chart.is_empty) return chart;
  const results::Parameters& first = shown.front().result->measured_case.parameters;
  chart.option = chart_option(
      chart.title, messages::render({"chart.optimizers_note",
                                     {{"model", first.text("model")},
                                      {"batch", std::to_string(first.integer("batch_size"))}}},
                                    input.language));
  RowPanel axes{.heading = "ms"};
  Json bars = Json::array(), texts = Json::array();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Metric& time = *time_of(*shown[i].result);
    axes.labels.push_back(name_of(*shown[i].result));
    axes.largest = std::max(axes.largest, time.value);
    bars.push_back({{"value", chart_number(time.value)},
                    {"conditions", condition_lines_of(input, shown[i], metric_text(time))}});
    texts.push_back(row_text(time.value, i, metric_text(time)));
  }
  chart.height = add_bar_panel(chart.option, axes, 0, first_panel_top - 20, label_width(axes),
                               std::move(bars), std::move(texts), chart.title);
  return chart;
}

}  // namespace wgf::report
