// SPDX-License-Identifier: MIT
// Of requests to a server: when each was sent, waited for its first token and was answered.

#include <algorithm>
#include <numeric>

#include "report/charts/chart_list.h"
#include "results/metrics.h"

namespace wgf::report {
namespace {

using results::Result;

// In the same order: seconds since the first was sent, and ms from there.
struct RequestTimes {
  std::vector<double> start, first, end;
};

std::optional<RequestTimes> times_of(const Result& result) {
  const results::Series* start = result.find_series("request_start");
  const results::Metric *first = result.find("ttft"), *end = result.find("e2e_time");
  if (start == nullptr || first == nullptr || end == nullptr || start->values.empty() ||
      start->values.size() != first->samples.size() || start->values.size() != end->samples.size())
    return std::nullopt;
  return RequestTimes{start->values, first->samples, end->samples};
}

// A row a request, a line from its begin to its end, nothing between them.
Json lines_of(const RequestTimes& times, const std::vector<std::size_t>& order, bool is_wait) {
  Json points = Json::array();
  for (std::size_t row = 0; row < order.size(); ++row) {
    const std::size_t i = order[row];
    const double first = times.start[i] + times.first[i] / 1e3;
    points.push_back({chart_number(is_wait ? times.start[i] : first), row});
    points.push_back({chart_number(is_wait ? first : times.start[i] + times.end[i] / 1e3), row});
    points.push_back(nullptr);
  }
  return points;
}

// By when they were sent.
std::vector<std::size_t> order_of(const RequestTimes& times, std::size_t most) {
  std::vector<std::size_t> order(times.start.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return times.start[a] < times.start[b]; });
  order.resize(std::min(order.size(), most));
  return order;
}

Json axis_of(const std::string& name, int gap) {
  return {{"type", "value"},
          {"min", 0},
          {"name", name},
          {"nameLocation", "middle"},
          {"nameGap", gap},
          {"nameTextStyle", {{"fontWeight", "bold"}}},
          {"axisLine", {{"onZero", false}}}};
}

}  // namespace

// Of one load: the last that was measured.
Chart make_load_timeline_chart(const ReportInput& input) {
  const auto text = [&](const char* key) { return messages::render(key, input.language); };
  Chart chart{.name = "load_timeline", .title = text("chart.load_timeline"), .is_empty = true};
  const std::vector<ChartRow> rows = measured_rows(input);
  const auto row = std::find_if(rows.rbegin(), rows.rend(),
                                [](const ChartRow& one) { return times_of(*one.result); });
  if (row == rows.rend()) return chart;
  constexpr std::size_t most_requests = 300;
  constexpr int height = 420, thickest = 6;
  const RequestTimes times = *times_of(*row->result);
  const std::vector<std::size_t> order = order_of(times, most_requests);
  chart.is_empty = false;
  chart.option = chart_option(chart.title, shortened_to(chart_width, row->label));
  const std::vector<std::string> names{text("metric.ttft"), text("chart.load_answering")};
  const int top = add_legend(chart.option, names) + 20;
  chart.option["grid"].push_back({{"left", 96}, {"right", 40}, {"top", top}, {"height", height}});
  chart.option["xAxis"].push_back(axis_of("s", 30));
  chart.option["yAxis"].push_back(axis_of(text("chart.load_requests"), 60));
  chart.option["yAxis"][0]["inverse"] = true;
  const int width = std::clamp(height / static_cast<int>(order.size()), 1, thickest);
  for (std::size_t i = 0; i < names.size(); ++i)
    chart.option["series"].push_back({{"type", "line"},
                                      {"name", names[i]},
                                      {"showSymbol", false},
                                      {"silent", true},
                                      {"color", chart.option["color"][i]},
                                      {"lineStyle", {{"width", width}, {"cap", "butt"}}},
                                      {"data", lines_of(times, order, i == 0)}});
  chart.height = top + height + 70;
  return chart;
}

}  // namespace wgf::report
