// SPDX-License-Identifier: MIT
// parallel auto: layouts of one training beside each other, how far their forecasts were off, and
// what the rule of thumb would have cost.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.h"
#include "report/result_table.h"
#include "report/tasks/parallel_cells.h"
#include "report/tasks/sections.h"
#include "report/tasks/step_forecast.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

bool is_rule(const Result& result) {
  return std::any_of(result.warnings.begin(), result.warnings.end(), [](const Message& warning) {
    return warning.key == "tasks.parallel_rule_of_thumb";
  });
}

std::vector<std::string> cells_of(const Result& result, Language language) {
  const bool is_forecast = result.provenance == results::Provenance::predicted;
  return {layout_text(result),
          std::to_string(result.measured_case.parameters.integer("accumulate", 1)),
          is_forecast ? "-" : cell_of(result, "step_time"),
          forecast_cell(result),
          off_cell(result),
          cell_of(result, "throughput"),
          percent_cell(result, "mfu"),
          memory_cell(result),
          basis_text(result, language)};
}

std::vector<const Result*> by(const std::vector<const Result*>& results,
                              std::optional<double> (*number)(const Result&)) {
  std::vector<const Result*> sorted = results;
  std::stable_sort(sorted.begin(), sorted.end(), [&](const Result* a, const Result* b) {
    return number(*a).value_or(0) < number(*b).value_or(0);
  });
  return sorted;
}

std::optional<double> step_of(const Result& result) {
  return number_of(result, "step_time");
}

// How far forecasts were off, and whether they had the order.
std::string order_advice(const std::vector<const Result*>& done, Language language) {
  std::vector<double> off;
  std::vector<const Result*> measured;
  for (const Result* result : done)
    if (const auto percent = percent_off(*result)) {
      off.push_back(std::abs(*percent));
      measured.push_back(result);
    }
  if (measured.empty()) return "";
  const bool holds = by(measured, step_forecast) == by(measured, step_of);
  const char* key = measured.size() == 1 ? "tasks.parallel_advice_one_off"
                    : holds              ? "tasks.parallel_advice_order_held"
                                         : "tasks.parallel_advice_order_changed";
  return messages::render(
      {key, {{"count", std::to_string(measured.size())}, {"percent", percent_text(median(off))}}},
      language);
}

}  // namespace

TaskSection layouts_section(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  TaskSection section;
  section.table.columns = {text_column("tasks.parallel_column_layout", language),
                           number("tasks.parallel_column_micro_batches"),
                           number("tasks.column_step"),
                           number("tasks.parallel_column_step_forecast"),
                           number("tasks.parallel_column_off"),
                           number("tasks.train_column_rate"),
                           number("tasks.train_column_mfu"),
                           number("tasks.parallel_column_memory"),
                           text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results) section.table.rows.push_back(cells_of(result, language));
  drop_empty_columns(section.table, 1);

  const std::vector<const Result*> done = measured_of(run);
  const std::vector<const Result*> sorted = by(done, step_of);
  if (sorted.empty()) return section;
  const Result& best = *sorted.front();
  section.advice.push_back(messages::render(
      {"tasks.parallel_advice_layout",
       {{"layout", layout_text(best)}, {"throughput", cell_of(best, "throughput")}}},
      language));
  section.advice.push_back(order_advice(done, language));
  for (const Result& result : run.results)
    if (is_rule(result)) {
      const auto step = number_of(result, "step_time");
      const bool is_known = result.status == results::Status::ok && step;
      section.advice.push_back(messages::render(
          {!is_known          ? "tasks.parallel_advice_rule_fails"
           : &result == &best ? "tasks.parallel_advice_rule_agrees"
                              : "tasks.parallel_advice_rule",
           {{"layout", layout_text(result)},
            {"times", is_known ? fmt::format("{:.2f}", *step / *step_of(best)) : ""},
            {"why", is_known || !result.reason ? "" : messages::render(*result.reason, language)}}},
          language));
    }
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
