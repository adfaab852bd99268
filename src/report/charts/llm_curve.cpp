// SPDX-License-Identifier: MIT
// Of llm: throughput of all requests over the time each waits for its next token, a point a batch;
// the knee is filled.

#include <algorithm>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"
#include "report/tasks/llm_curve.h"

namespace wgf::report {
namespace {

constexpr int curve_height = 420;

Json axis_of(const std::string& name) {
  return {{"type", "value"},
          {"min", 0},
          {"name", name},
          {"nameLocation", "middle"},
          {"nameTextStyle", {{"fontWeight", "bold"}}}};
}

Json points_of(const LlmCurve& curve, std::size_t run, const ReportInput& input) {
  Json points = Json::array();
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const LlmPoint& point = curve.points[i];
    const ChartRow row{run, point.result, "", case_label(point.result->measured_case)};
    points.push_back(
        {{"value", {chart_number(point.token_ms), chart_number(point.tokens_per_s)}},
         {"symbol", i == curve.knee ? "circle" : "emptyCircle"},
         {"symbolSize", i == curve.knee ? 14 : 9},
         {"label", {{"formatter", std::to_string(point.sequences)}}},
         {"conditions",
          condition_lines_of(input, row, format_number(point.tokens_per_s) + " tokens/s")}});
  }
  return points;
}

}  // namespace

Chart make_llm_curve_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "llm_curve", .title = text("chart.llm_curve"), .is_empty = true};
  for (std::size_t run = 0; run < input.runs.size(); ++run) {
    if (input.runs[run].task != "llm") continue;
    const std::vector<LlmCurve> curves = llm_curves(input.runs[run]);
    if (curves.empty()) continue;
    chart.is_empty = false;
    chart.option = chart_option(chart.title, text("chart.llm_curve_note"));
    std::vector<std::string> names;
    for (const LlmCurve& curve : curves) {
      names.push_back(curve.label);
      chart.option["series"].push_back(
          {{"type", "line"},
           {"name", curve.label},
           {"label", {{"show", true}, {"position", "top"}, {"textBorderWidth", 0}}},
           {"data", points_of(curve, run, input)}});
    }
    const int top = add_legend(chart.option, names);
    chart.option["grid"].push_back(
        {{"left", 96}, {"right", 40}, {"top", top + 20}, {"bottom", 56}});
    Json across = axis_of(text("chart.llm_token_time")), up = axis_of(text("chart.llm_rate"));
    across["nameGap"] = 30;
    up["nameGap"] = 70;
    chart.option["xAxis"].push_back(std::move(across));
    chart.option["yAxis"].push_back(std::move(up));
    chart.height = curve_height + top - first_panel_top;
    return chart;
  }
  return chart;
}

}  // namespace wgf::report
