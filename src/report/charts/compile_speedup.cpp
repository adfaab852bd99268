// SPDX-License-Identifier: MIT
// Of the task compile-test: how many times as fast as eager each way of running a network is.

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/chart_list.h"
#include "report/charts/interval_lines.h"
#include "report/tasks/speedup.h"

namespace wgf::report {
namespace {

struct Bar {
  std::string name;
  Speedup speedup;
};

std::vector<Bar> bars_of(const results::Run& run, messages::Language language) {
  std::vector<Bar> bars;
  for (const ComparedModes& compared : compared_modes(run))
    for (const results::Result* mode : compared.modes)
      if (const auto speedup = mode == compared.eager && mode->status == results::Status::ok
                                   ? std::optional(Speedup())
                                   : speedup_of(*compared.eager, *mode))
        bars.push_back({compared.name + ", " + mode_name(*mode, language), *speedup});
  return bars;
}

std::string text_of(const Speedup& speedup) {
  if (!speedup.interval) return fmt::format("{:.2f}", speedup.factor);
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", speedup.factor, speedup.interval->low,
                     speedup.interval->high);
}

}  // namespace

Chart make_compile_speedup_chart(const ReportInput& input) {
  Chart chart{.name = "compile_speedup",
              .title = messages::render("chart.compile_speedup", input.language)};
  std::vector<Bar> shown;
  for (const results::Run& run : input.runs)
    if (run.task == "compile_test" && shown.empty()) shown = bars_of(run, input.language);
  chart.is_empty = shown.empty();
  if (chart.is_empty) return chart;
  chart.option =
      chart_option(chart.title, messages::render("chart.compile_speedup_note", input.language));
  RowPanel axes{.heading = messages::render("compile.column_speedup", input.language)};
  Json bars = Json::array(), texts = Json::array();
  std::vector<RowInterval> intervals;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    axes.labels.push_back(shown[i].name);
    axes.largest = std::max(axes.largest, shown[i].speedup.factor);
    bars.push_back({{"value", chart_number(shown[i].speedup.factor)}});
    if (shown[i].speedup.interval) intervals.push_back({i, *shown[i].speedup.interval});
  }
  end_axis(axes, intervals);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto& [factor, interval] = shown[i].speedup;
    texts.push_back(row_text(row_end(factor, interval, axes), i, text_of(shown[i].speedup)));
  }
  chart.height = add_bar_panel(chart.option, axes, 0, first_panel_top - 20, label_width(axes),
                               std::move(bars), std::move(texts), chart.title);
  chart.option["series"].front()["markLine"] = interval_lines(intervals, axes);
  return chart;
}

}  // namespace wgf::report
