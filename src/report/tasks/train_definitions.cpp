// SPDX-License-Identifier: MIT
#include "report/tasks/train_definitions.h"

#include <iterator>

#include "report/result_table.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

struct Definition {
  const char* key;
  const char* work;  // the metric of a step's work
};
constexpr Definition definitions[] = {
    {"tasks.train_mfu_causal", "flops_per_step"},
    {"tasks.train_mfu_causal_all", "flops_per_step_causal_all"},
    {"tasks.train_mfu_6n", "flops_per_step_6n"},
    {"tasks.train_mfu_full", "flops_per_step_full"},
    {"tasks.train_mfu_full_all", "flops_per_step_full_all"},
};

// The one that is measured, times what this definition counts more or less.
std::optional<double> utilisation_by(const results::Result& result, const char* work) {
  const auto share = number_of(result, "mfu"), counted = number_of(result, "flops_per_step"),
             other = number_of(result, work);
  if (!share || !counted || !other || *counted <= 0) return std::nullopt;
  return *share * *other / *counted;
}

}  // namespace

TitledTable train_in_definitions(const results::Run& run, messages::Language language) {
  TitledTable told{messages::render("tasks.train_mfu_title", language), {}};
  told.table.columns = {text_column("tasks.train_column_definition", language)};
  std::vector<const results::Result*> counted;
  for (const results::Result* result : measured_of(run))
    if (utilisation_by(*result, std::end(definitions)[-1].work)) counted.push_back(result);
  if (counted.empty()) return told;
  for (const results::Result* result : counted)
    told.table.columns.push_back({case_label(result->measured_case), Align::right});
  for (const Definition& definition : definitions) {
    std::vector<std::string> row{messages::render(definition.key, language)};
    for (const results::Result* result : counted)
      row.push_back(percent_text(*utilisation_by(*result, definition.work)));
    told.table.rows.push_back(std::move(row));
  }
  return told;
}

}  // namespace wgf::report
