// SPDX-License-Identifier: MIT
#pragma once
// The charts, one function each in a file of that name.

#include "report/charts/chart_parts.h"

namespace wgf::report {

Chart make_throughput_chart(const ReportInput& input);
Chart make_latency_chart(const ReportInput& input);
Chart make_memory_chart(const ReportInput& input);
Chart make_timeline_chart(const ReportInput& input);
Chart make_radar_chart(const ReportInput& input);
Chart make_rank_chart(const ReportInput& input);
Chart make_value_chart(const ReportInput& input);
Chart make_batch_memory_chart(const ReportInput& input);
Chart make_batch_throughput_chart(const ReportInput& input);
Chart make_optimizers_chart(const ReportInput& input);
Chart make_efficiency_chart(const ReportInput& input);
Chart make_step_parts_chart(const ReportInput& input);
Chart make_profile_chart(const ReportInput& input);
Chart make_compile_speedup_chart(const ReportInput& input);
Chart make_busy_share_chart(const ReportInput& input);
Chart make_llm_curve_chart(const ReportInput& input);
Chart make_llm_timeline_chart(const ReportInput& input);
Chart make_load_curve_chart(const ReportInput& input);
Chart make_load_times_chart(const ReportInput& input);
Chart make_load_timeline_chart(const ReportInput& input);
Chart make_roofline_chart(const ReportInput& input);

}  // namespace wgf::report
