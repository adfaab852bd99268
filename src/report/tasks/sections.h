// SPDX-License-Identifier: MIT
#pragma once
// The sections of the tasks, one file each, and what they share.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/tasks/task_section.h"

namespace wgf::report {

TaskSection comm_section(const results::Run& run, messages::Language language);
TaskSection compare_models_section(const results::Run& run, messages::Language language);
TaskSection compile_test_section(const results::Run& run, messages::Language language);
TaskSection layouts_section(const results::Run& run, messages::Language language);
TaskSection llm_section(const results::Run& run, messages::Language language);
// Of llm where its cases are loads of requests.
TaskSection load_section(const results::Run& run, messages::Language language);
TaskSection max_batch_section(const results::Run& run, messages::Language language);
TaskSection optimizers_section(const results::Run& run, messages::Language language);
TaskSection schedules_section(const results::Run& run, messages::Language language);
TaskSection stages_section(const results::Run& run, messages::Language language);
TaskSection forms_section(const results::Run& run, messages::Language language);
// parallel 3d and 5d.
TaskSection mixed_section(const results::Run& run, messages::Language language);
TaskSection options_section(const results::Run& run, messages::Language language);
TaskSection moe_section(const results::Run& run, messages::Language language);
TaskSection routing_section(const results::Run& run, messages::Language language);
TaskSection column_row_section(const results::Run& run, messages::Language language);
TaskSection profile_section(const results::Run& run, messages::Language language);
TaskSection train_section(const results::Run& run, messages::Language language);
TaskSection workers_section(const results::Run& run, messages::Language language);

// A number of a result; nothing where it has none or it is no number.
std::optional<double> number_of(const results::Result& result, std::string_view tag);
// As printed, "-" where there is none.
std::string cell_of(const results::Result& result, std::string_view tag);
std::string memory_text(std::optional<double> gibibytes);
std::string percent_text(double percent);
// "out of memory"; "ok" for what was measured.
std::string status_text(const results::Result& result, messages::Language language);

// Of a collective, who calls and what of NCCL was not left to its choice: "nccl Ring LL128 8".
std::string collective_way(const results::Result& result);

std::vector<const results::Result*> measured_of(const results::Run& run);

// What tells a result from the others of the run that have its values of `shown`, the parameters
// that its row names: " image_size=64"; empty where nothing does.
std::string other_parameters(const results::Run& run, const results::Result& result,
                             const std::vector<std::string_view>& shown);

}  // namespace wgf::report
