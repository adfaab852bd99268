// SPDX-License-Identifier: MIT
// The visible list of charts: a new one is a file and a line.
#include "report/charts/chart_list.h"

#include "report/joined_processes.h"

namespace wgf::report {
namespace {

struct ChartMaker {
  Chart (*make)(const ReportInput& input);
  // Engine processes of a run count as one; where not, the chart shows what one of them did.
  bool joins_processes = true;
};
constexpr ChartMaker all_charts[] = {
    {make_llm_curve_chart},
    {make_throughput_chart},
    {make_latency_chart},
    {make_memory_chart},
    {make_timeline_chart, false},
    {make_radar_chart},
    {make_rank_chart},
    {make_value_chart},
    {make_batch_memory_chart},
    {make_batch_throughput_chart},
    {make_optimizers_chart},
    {make_efficiency_chart},
    {make_step_parts_chart},
    {make_busy_share_chart},
    {make_compile_speedup_chart},
    {make_roofline_chart},
    {make_profile_chart, false},
    {make_llm_timeline_chart},
    {make_load_curve_chart},
    {make_load_times_chart},
    {make_load_timeline_chart, false},
};

}  // namespace

std::vector<Chart> make_charts(const ReportInput& input) {
  const JoinedInput joined(input);
  std::vector<Chart> charts;
  for (const ChartMaker& chart : all_charts)
    charts.push_back(chart.make(chart.joins_processes ? joined.input() : input));
  return charts;
}

}  // namespace wgf::report
