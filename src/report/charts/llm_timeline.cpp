// SPDX-License-Identifier: MIT
// Of llm --profile: one token launch by launch, a row a part; below it one layer from the middle of
// it.

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "report/charts/chart_list.h"
#include "report/result_table.h"
#include "report/tasks/llm_timeline.h"

namespace wgf::report {
namespace {

using results::Result;
using results::Timeline;

const Timeline* token_of(const Result& result) {
  for (const Timeline& timeline : result.timelines)
    if (timeline.phase == "decode" && !timeline.launches.empty()) return &timeline;
  return nullptr;
}

struct Window {
  double begin_us = 0, end_us = 0;
};

// From a layer's first launch to that of the next one; the whole token where it has no layers.
Window middle_layer(const Timeline& token) {
  std::map<std::int64_t, double> begins;
  for (const Timeline::Launch& launch : token.launches)
    if (launch.layer >= 0) begins.emplace(launch.layer, launch.start_us);
  if (begins.size() < 2) return {0, token.period_us};
  const auto layer =
      std::next(begins.begin(), static_cast<std::ptrdiff_t>((begins.size() - 1) / 2));
  return {layer->second, std::next(layer)->second};
}

// Rows in the order parts begin.
std::vector<std::string> parts_within(const Timeline& token, const Window& window) {
  std::vector<std::string> parts;
  for (const Timeline::Launch& launch : token.launches) {
    const bool is_inside = launch.start_us >= window.begin_us && launch.start_us < window.end_us;
    if (is_inside && std::find(parts.begin(), parts.end(), launch.part) == parts.end())
      parts.push_back(launch.part);
  }
  return parts;
}

// A thick line from begin to end of each launch, nothing between them.
Json bars_of(const Timeline& token, const std::string& part, std::size_t row,
             const Window& window) {
  Json points = Json::array();
  for (const Timeline::Launch& launch : token.launches) {
    if (launch.part != part || launch.start_us < window.begin_us ||
        launch.start_us >= window.end_us)
      continue;
    const double begin_us = launch.start_us - window.begin_us;
    points.push_back({chart_number(begin_us), row});
    points.push_back({chart_number(begin_us + launch.duration_us), row});
    points.push_back(nullptr);
  }
  return points;
}

int add_token(Chart& chart, const Timeline& token, const Window& window, const char* heading,
              int top, messages::Language language) {
  const std::vector<std::string> parts = parts_within(token, window);
  RowPanel panel;
  panel.heading = messages::render(heading, language);
  panel.most = std::ceil(window.end_us - window.begin_us);
  for (const std::string& part : parts) panel.labels.push_back(part_name(part, language));
  std::vector<std::string> all;
  for (const std::string& part : parts_within(token, {0, token.period_us}))
    all.push_back(part_name(part, language));
  const std::size_t number = chart.option["grid"].size();
  const int next = add_panel(chart.option, panel, top, label_width(all));
  for (std::size_t row = 0; row < parts.size(); ++row)
    chart.option["series"].push_back({{"type", "line"},
                                      {"name", panel.labels[row]},
                                      {"xAxisIndex", number},
                                      {"yAxisIndex", number},
                                      {"showSymbol", false},
                                      {"silent", true},
                                      {"color", chart.option["color"][number]},
                                      {"lineStyle", {{"width", 12}, {"cap", "butt"}}},
                                      {"data", bars_of(token, parts[row], row, window)}});
  return next;
}

}  // namespace

// Of one result: the first that was profiled.
Chart make_llm_timeline_chart(const ReportInput& input) {
  Chart chart{.name = "llm_timeline",
              .title = messages::render("chart.llm_timeline", input.language),
              .is_empty = true};
  for (const ChartRow& row : measured_rows(input)) {
    const Timeline* token = token_of(*row.result);
    if (token == nullptr) continue;
    chart.is_empty = false;
    chart.option = chart_option(chart.title, profiled_label(*row.result));
    const int next = add_token(chart, *token, {0, token->period_us}, "chart.llm_token",
                               first_panel_top - 20, input.language);
    chart.height =
        add_token(chart, *token, middle_layer(*token), "chart.llm_layer", next, input.language);
    return chart;
  }
  return chart;
}

}  // namespace wgf::report
