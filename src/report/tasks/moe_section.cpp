// SPDX-License-Identifier: MIT
// parallel moe: dense layers beside experts of equal active size, and what it costs that rows
// travel to their experts, by the batch.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/parallel_cells.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

std::string network_text(const Result& result, Language language) {
  const std::int64_t experts = count_of(result, "experts");
  if (experts == 1) return messages::render("tasks.parallel_moe_dense", language);
  return messages::render({"tasks.parallel_moe_experts", {{"experts", std::to_string(experts)}}},
                          language);
}

std::string routing_text(const Result& result, Language language) {
  if (count_of(result, "experts") == 1) return "-";
  return messages::render(
      "tasks.parallel_routing_" + result.measured_case.parameters.text("routing", "router"),
      language);
}

// Dense, of the same batch, measured where this row is.
const Result* dense_beside(const Run& run, const Result& result) {
  for (const Result* other : measured_of(run))
    if (count_of(*other, "experts") == 1 && other->provenance == result.provenance &&
        count_of(*other, "batch_size") == count_of(result, "batch_size") &&
        other->measured_case.ranks() == result.measured_case.ranks())
      return other;
  return nullptr;
}

std::string beside_dense(const Run& run, const Result& result) {
  const Result* dense = dense_beside(run, result);
  const auto own = number_of(result, "throughput");
  if (dense == nullptr || dense == &result || !own) return "-";
  const auto of_dense = number_of(*dense, "throughput");
  return of_dense && *of_dense > 0 ? fmt::format("{:.2f}", *own / *of_dense) : "-";
}

std::string ratio_cell(const Result& result, const char* tag) {
  const auto ratio = number_of(result, tag);
  return ratio ? fmt::format("{:.2f}", *ratio) : "-";
}

Table networks_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {text_column("tasks.parallel_column_feed_forward", language),
                   text_column("tasks.parallel_column_routing", language),
                   number("tasks.parallel_column_gpus"),
                   number("tasks.train_column_batch"),
                   number("tasks.column_step"),
                   number("tasks.train_column_rate"),
                   number("tasks.parallel_column_beside_dense"),
                   number("tasks.train_column_mfu"),
                   number("tasks.parallel_column_memory"),
                   text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results)
    table.rows.push_back({network_text(result, language), routing_text(result, language),
                          std::to_string(result.measured_case.ranks()),
                          std::to_string(count_of(result, "batch_size")),
                          cell_of(result, "step_time"), cell_of(result, "throughput"),
                          beside_dense(run, result), percent_cell(result, "mfu"),
                          memory_cell(result), basis_text(result, language)});
  drop_empty_columns(table, 2);
  return table;
}

std::string milliseconds(double time) {
  return format_number(time, 3) + " ms";
}

TitledTable routing_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  TitledTable titled;
  titled.title = messages::render("tasks.parallel_moe_routing", language);
  Table& table = titled.table;
  table.columns = {text_column("tasks.parallel_column_feed_forward", language),
                   text_column("tasks.parallel_column_routing", language),
                   number("tasks.train_column_batch"),
                   number("tasks.parallel_column_all_to_all"),
                   number("tasks.parallel_column_rest"),
                   number("tasks.column_step"),
                   number("tasks.parallel_column_share"),
                   number("tasks.parallel_column_imbalance"),
                   text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results) {
    const auto step = number_of(result, "step_time"), unrouted = number_of(result, "unrouted_time");
    if (!step || !unrouted) continue;
    const double exchanged = std::max(0.0, *step - *unrouted);
    table.rows.push_back({network_text(result, language), routing_text(result, language),
                          std::to_string(count_of(result, "batch_size")), milliseconds(exchanged),
                          milliseconds(*step - exchanged), cell_of(result, "step_time"),
                          percent_text(100 * exchanged / *step),
                          ratio_cell(result, "expert_imbalance"), basis_text(result, language)});
  }
  return titled;
}

}  // namespace

TaskSection moe_section(const Run& run, Language language) {
  TaskSection section;
  section.table = networks_table(run, language);
  if (TitledTable routing = routing_table(run, language); !routing.table.rows.empty())
    section.more.push_back(std::move(routing));
  return section;
}

}  // namespace wgf::report
