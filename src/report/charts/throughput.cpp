// SPDX-License-Identifier: MIT
// Bars of what each case got done per second, a panel for each kind of work, with the 95 % interval
// as a line over the end of the bar.

#include <algorithm>

#include "report/charts/chart_list.h"
#include "report/charts/interval_lines.h"
#include "report/result_table.h"

namespace wgf::report {
namespace {

using results::Metric;

struct Panel {
  std::string heading;  // "train, samples/s"
  std::vector<ChartRow> rows;
};

const Metric* rate_of(const results::Result& result) {
  const Metric* rate = main_number(result, MainNumber::rate);
  return rate != nullptr && rate->value > 0 ? rate : nullptr;
}

std::vector<Panel> panels_of(const std::vector<ChartRow>& rows) {
  std::vector<Panel> panels;
  for (const ChartRow& row : rows) {
    const std::string heading = row.result->measured_case.benchmark + ", " +
                                std::string(results::metric_info(rate_of(*row.result)->tag).unit);
    const auto found = std::find_if(panels.begin(), panels.end(),
                                    [&](const Panel& panel) { return panel.heading == heading; });
    Panel& panel = found != panels.end() ? *found : panels.emplace_back(Panel{heading, {}});
    panel.rows.push_back(row);
  }
  return panels;
}

// A case is named once, beside its first run.
std::vector<std::string> labels_of(const std::vector<ChartRow>& rows) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < rows.size(); ++i)
    labels.push_back(i > 0 && is_same_case(rows[i - 1], rows[i]) ? "" : rows[i].label);
  return labels;
}

std::vector<RowInterval> intervals_of(const std::vector<ChartRow>& rows) {
  std::vector<RowInterval> intervals;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (const Metric& rate = *rate_of(*rows[i].result); rate.interval)
      intervals.push_back({i, *rate.interval});
  return intervals;
}

// A text that has no room beside its row leaves the interval to the hover.
std::string bar_text(const Metric& rate) {
  std::string text = metric_text(rate);
  if (text_width(text) < text_room) return text;
  Metric alone = rate;
  alone.interval.reset();
  return metric_text(alone);
}

void add_run(Json& option, const ReportInput& input, const Panel& panel, const RowPanel& axes,
             std::size_t run, const std::string& name) {
  const std::size_t index = option["grid"].size() - 1;
  Json bars = Json::array(), texts = Json::array();
  std::vector<RowInterval> intervals = intervals_of(panel.rows);
  std::erase_if(intervals, [&](const RowInterval& i) { return panel.rows[i.row].run != run; });
  for (std::size_t i = 0; i < panel.rows.size(); ++i) {
    const ChartRow& row = panel.rows[i];
    if (row.run != run) continue;
    const Metric& rate = *rate_of(*row.result);
    bars.push_back({{"value", {chart_number(rate.value), i}},
                    {"conditions", condition_lines_of(input, row, metric_text(rate))}});
    texts.push_back(row_text(row_end(rate.value, rate.interval, axes), i, bar_text(rate)));
  }
  // Rows have one bar each, so that bars of several runs share the whole row's height.
  option["series"].push_back({{"type", "bar"},
                              {"name", name},
                              {"xAxisIndex", index},
                              {"yAxisIndex", index},
                              {"barGap", "-100%"},
                              {"barWidth", 14},
                              {"color", option["color"][run % option["color"].size()]},
                              {"data", bars},
                              {"markLine", interval_lines(intervals, axes)}});
  option["series"].push_back(row_texts_series(index, name, texts));
}

RowPanel axes_of(const Panel& panel, messages::Language language) {
  RowPanel axes{.heading = panel.heading, .labels = labels_of(panel.rows)};
  axes.log_note = messages::render("chart.log_note", language);
  axes.smallest = axes.largest = rate_of(*panel.rows.front().result)->value;
  for (const ChartRow& row : panel.rows) {
    axes.smallest = std::min(axes.smallest, rate_of(*row.result)->value);
    axes.largest = std::max(axes.largest, rate_of(*row.result)->value);
  }
  end_axis(axes, intervals_of(panel.rows));
  return axes;
}

}  // namespace

Chart make_throughput_chart(const ReportInput& input) {
  Chart chart{.name = "throughput", .title = messages::render("chart.throughput", input.language)};
  const ShownRows shown = limit_cases(
      select_rows(measured_rows(input),
                  [](const results::Result& result) { return rate_of(result) != nullptr; }),
      input);
  chart.is_empty = shown.rows.empty();
  chart.option = chart_option(
      chart.title, messages::render("chart.throughput_note", input.language) + shown.note);
  const std::vector<std::string> names = run_names(input);
  chart.height = names.size() > 1 ? add_legend(chart.option, names) : first_panel_top;
  const int width = label_width(labels_of(shown.rows));
  const std::vector<Panel> panels = panels_of(shown.rows);
  for (const Panel& panel : panels) {
    const RowPanel axes = axes_of(panel, input.language);
    chart.height = add_panel(chart.option, axes, chart.height, width);
    for (std::size_t run = 0; run < names.size(); ++run)
      add_run(chart.option, input, panel, axes, run, names[run]);
  }
  return chart;
}

}  // namespace wgf::report
