// SPDX-License-Identifier: MIT
#pragma once
// The commands, one file each: add_x_command stands in x.cpp.

#include <string>
#include <vector>

#include "cli/command.h"

namespace wgf::answers {
struct PredictOptions;
struct PlanAnswer;
}  // namespace wgf::answers

namespace wgf::cli {

void add_menu_command(Command& program, Context& context);
void add_quick_command(Command& program, Context& context);
void add_run_command(Command& program, Context& context);
void add_compare_models_command(Command& program, Context& context);
void add_serve_test_command(Command& program, Context& context);
void add_llm_serve_command(Command& program, Context& context);
void add_null_server_command(Command& program, Context& context);
void add_comm_command(Command& program, Context& context);
void add_parallel_command(Command& program, Context& context);
void add_scaling_command(Command& program, Context& context);
void add_train_command(Command& program, Context& context);
void add_llm_command(Command& program, Context& context);
void add_max_batch_command(Command& program, Context& context);
void add_optimizers_command(Command& program, Context& context);
void add_workers_command(Command& program, Context& context);
void add_profile_command(Command& program, Context& context);
void add_compile_test_command(Command& program, Context& context);
void add_kernel_commands(Command& program, Context& context);
std::vector<std::string> kernel_command_names();
void add_roofline_command(Command& program, Context& context);
void add_report_command(Command& program, Context& context);
void add_score_command(Command& program, Context& context);
void add_doctor_command(Command& program, Context& context);
void add_monitor_command(Command& program, Context& context);
void add_compare_command(Command& program, Context& context);
void add_baseline_command(Command& program, Context& context);
void add_info_command(Command& program, Context& context);
void add_list_devices_command(Command& program, Context& context);
void add_list_gpus_command(Command& program, Context& context);
void add_cloud_prices_command(Command& program, Context& context);
void add_tco_command(Command& program, Context& context);
void add_list_models_command(Command& program, Context& context);
void add_estimate_memory_command(Command& program, Context& context);
void add_predict_command(Command& program, Context& context);
// All that predict does with --task serve.
void print_service(const answers::PredictOptions& options, Context& context);
void add_plan_command(Command& program, Context& context);
// At most so many of its plans, on the GPUs that are here.
void measure_plans(const answers::PlanAnswer& answer, std::size_t most, Context& context);
void add_audit_command(Command& program, Context& context);
void add_calibrate_command(Command& program, Context& context);
void add_recommend_command(Command& program, Context& context);
void add_select_command(Command& program, Context& context);
void add_validate_command(Command& program, Context& context);
void add_list_benchmarks_command(Command& program, Context& context);

}  // namespace wgf::cli
