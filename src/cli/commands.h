// SPDX-License-Identifier: MIT
#pragma once
// The commands, one file each: add_x_command stands in x.cpp.

#include "cli/command.h"

namespace wgf::cli {

void add_quick_command(CLI::App& app, Context& context);
void add_run_command(CLI::App& app, Context& context);
void add_report_command(CLI::App& app, Context& context);
void add_score_command(CLI::App& app, Context& context);
void add_doctor_command(CLI::App& app, Context& context);
void add_compare_command(CLI::App& app, Context& context);
void add_baseline_command(CLI::App& app, Context& context);
void add_info_command(CLI::App& app, Context& context);
void add_list_devices_command(CLI::App& app, Context& context);
void add_list_gpus_command(CLI::App& app, Context& context);
void add_list_models_command(CLI::App& app, Context& context);
void add_list_benchmarks_command(CLI::App& app, Context& context);

}  // namespace wgf::cli
