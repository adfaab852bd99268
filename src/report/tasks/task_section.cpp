// SPDX-License-Identifier: MIT
#include "report/tasks/task_section.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/sections.h"
#include "report/worst_warnings.h"

namespace wgf::report {

using messages::Language;
using results::Result;
using results::Run;
using results::Status;

namespace {

// The visible list of tasks that have something to say.
struct SectionMaker {
  std::string_view task;
  TaskSection (*make)(const Run& run, Language language);
};
constexpr SectionMaker sections[] = {{"comm", comm_section},
                                     {"compare_models", compare_models_section},
                                     {"compile_test", compile_test_section},
                                     {"llm", llm_section},
                                     {"max_batch", max_batch_section},
                                     {"optimizers", optimizers_section},
                                     {"parallel_3d", mixed_section},
                                     {"parallel_5d", mixed_section},
                                     {"parallel_auto", layouts_section},
                                     {"parallel_column_row", column_row_section},
                                     {"parallel_ddp", forms_section},
                                     {"parallel_fsdp", forms_section},
                                     {"parallel_lengths", forms_section},
                                     {"parallel_ring", forms_section},
                                     {"parallel_moe", moe_section},
                                     {"parallel_routing", routing_section},
                                     {"parallel_options", options_section},
                                     {"parallel_sp", forms_section},
                                     {"parallel_tp", forms_section},
                                     {"parallel_schedules", schedules_section},
                                     {"parallel_stages", stages_section},
                                     {"profile", profile_section},
                                     {"serve_test", load_section},
                                     {"train", train_section},
                                     {"workers", workers_section}};

}  // namespace

std::optional<TaskSection> task_section(const Run& run, Language language) {
  for (const SectionMaker& section : sections)
    if (section.task == run.task && !run.results.empty()) return section.make(run, language);
  return std::nullopt;
}

std::vector<std::string> task_notes(const Run& run, Language language) {
  const std::vector<std::string> labels = result_labels(run, language);
  std::vector<std::string> lines;
  std::vector<Message> said;
  const WorstWarnings worst(run);
  const auto say = [&](const std::string& label, const Message& message) {
    // Of those like it the worst, beside its own case.
    if (!(worst.worst_of(message) == message)) return;
    if (std::find(said.begin(), said.end(), message) != said.end()) return;
    said.push_back(message);
    lines.push_back(label + ": " + worst.text_of(message, language));
  };
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    if (run.results[i].reason) say(labels[i], *run.results[i].reason);
    for (const Message& warning : run.results[i].warnings)
      if (warning.key != "warning.burst") say(labels[i], warning);
  }
  return lines;
}

std::optional<double> number_of(const Result& result, std::string_view tag) {
  const results::Metric* metric = result.find(tag);
  const bool is_known = metric != nullptr && std::isfinite(metric->value);
  return is_known ? std::optional(metric->value) : std::nullopt;
}

std::string cell_of(const Result& result, std::string_view tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? "-" : metric_text(*metric);
}

std::string memory_text(std::optional<double> gibibytes) {
  if (!gibibytes) return "-";
  const ShownUnit unit = shown_memory_unit(*gibibytes);
  return format_number(*gibibytes * unit.scale, 3) + " " + std::string(unit.name);
}

std::string percent_text(double percent) {
  return format_number(percent, std::abs(percent) < 10 ? 2 : 3) + " %";
}

std::string status_text(const Result& result, Language language) {
  return messages::render("status." + std::string(results::to_text(result.status)), language);
}

std::vector<const Result*> measured_of(const Run& run) {
  std::vector<const Result*> measured;
  for (const Result& result : run.results)
    if (result.status == Status::ok) measured.push_back(&result);
  return measured;
}

std::string other_parameters(const Run& run, const Result& result,
                             const std::vector<std::string_view>& shown) {
  const results::Parameters& own = result.measured_case.parameters;
  std::string text;
  for (const auto& [name, value] : own) {
    if (std::find(shown.begin(), shown.end(), name) != shown.end()) continue;
    const bool differs =
        std::any_of(run.results.begin(), run.results.end(), [&, &name = name](const Result& other) {
          const results::Parameters& theirs = other.measured_case.parameters;
          const auto is_same = [&](std::string_view parameter) {
            const results::Value *a = own.find(parameter), *b = theirs.find(parameter);
            return a == b || (a && b && *a == *b);
          };
          return other.measured_case.benchmark == result.measured_case.benchmark &&
                 std::all_of(shown.begin(), shown.end(), is_same) && !is_same(name);
        });
    if (differs) text += " " + parameter_label(name, value);
  }
  return text;
}

}  // namespace wgf::report
