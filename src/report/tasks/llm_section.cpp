// SPDX-License-Identifier: MIT
// llm: how fast each model reads its prompt and answers, beside what memory allows.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;
using results::Status;

std::string count_of(const Result& result, const char* parameter) {
  return std::to_string(result.measured_case.parameters.integer(parameter));
}

// "512 + 128 @ 4096"
std::string lengths_of(const Result& result) {
  std::string text = count_of(result, "prompt_tokens") + " + " + count_of(result, "new_tokens");
  if (result.measured_case.parameters.integer("depth") > 0)
    text += " @ " + count_of(result, "depth");
  return text;
}

std::string share_cell(const Result& result, const char* tag) {
  const auto value = number_of(result, tag);
  return value ? percent_text(*value) : "-";
}

}  // namespace

TaskSection llm_section(const Run& run, Language language) {
  if (run.results.front().measured_case.benchmark == "llm_load") return load_section(run, language);
  TaskSection section;
  section.table.columns = {{messages::render("tasks.column_model", language)},
                           {messages::render("tasks.llm_column_precision", language)},
                           number_column("tasks.llm_column_batch", language),
                           number_column("tasks.llm_column_tokens", language),
                           number_column("tasks.llm_column_prompt", language),
                           number_column("tasks.llm_column_first_token", language),
                           number_column("tasks.llm_column_rate", language),
                           number_column("tasks.llm_column_token_time", language),
                           number_column("tasks.llm_column_limit", language),
                           number_column("tasks.llm_column_memory", language)};
  for (const Result& result : run.results) {
    const bool is_ok = result.status == Status::ok;
    section.table.rows.push_back(
        {result.measured_case.parameters.text("model"),
         result.measured_case.parameters.text("precision"), count_of(result, "batch_size"),
         lengths_of(result),
         is_ok ? cell_of(result, "prefill.token_throughput") : status_text(result, language),
         cell_of(result, "prefill.step_time"), cell_of(result, "decode.token_throughput"),
         cell_of(result, "decode.step_time"), share_cell(result, "limit_share"),
         memory_text(number_of(result, "memory_device_peak")
                         ? number_of(result, "memory_device_peak")
                         : number_of(result, "memory_process_peak"))});
  }
  return section;
}

}  // namespace wgf::report
