// SPDX-License-Identifier: MIT
// torch-gpu-benchmark: the visible list of its commands.

#include "cli/application.h"
#include "cli/commands.h"

namespace {

using namespace wgf::cli;

// In the order --help shows them.
constexpr AddCommand all_commands[] = {
    add_menu_command,
    add_quick_command,
    add_run_command,
    add_kernel_commands,
    add_roofline_command,
    add_report_command,
    add_score_command,
    add_doctor_command,
    add_monitor_command,
    add_llm_command,
    add_serve_test_command,
    add_llm_serve_command,
    add_null_server_command,
    add_comm_command,
    add_train_command,
    add_scaling_command,
    add_parallel_command,
    add_compare_models_command,
    add_max_batch_command,
    add_optimizers_command,
    add_workers_command,
    add_profile_command,
    add_compile_test_command,
    add_compare_command,
    add_baseline_command,
    add_info_command,
    add_list_devices_command,
    add_list_gpus_command,
    add_list_models_command,
    add_list_benchmarks_command,
    add_estimate_memory_command,
    add_predict_command,
    add_plan_command,
    add_calibrate_command,
    add_audit_command,
    add_cloud_prices_command,
    add_tco_command,
    add_recommend_command,
    add_select_command,
    add_validate_command,
};

}  // namespace

int main(int argc, char** argv) {
  return run_application({argv, static_cast<std::size_t>(argc)}, all_commands);
}
