// SPDX-License-Identifier: MIT
// The visible list of charts: a new one is a file and a line.
#include "report/charts/chart_list.h"

namespace wgf::report {
namespace {

constexpr Chart (*all_charts[])(const ReportInput& input) = {
    make_throughput_chart, make_latency_chart, make_memory_chart, make_timeline_chart,
    make_radar_chart,      make_rank_chart,    make_value_chart,
};

}  // namespace

std::vector<Chart> make_charts(const ReportInput& input) {
  std::vector<Chart> charts;
  for (const auto make_chart : all_charts) charts.push_back(make_chart(input));
  return charts;
}

}  // namespace wgf::report
