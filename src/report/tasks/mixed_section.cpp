// SPDX-License-Identifier: MIT
// parallel 3d and 5d: several forms of training at once, and what their steps are spent on.

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/parallel_cells.h"
#include "report/tasks/sections.h"
#include "report/tasks/step_forecast.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

// In the order of the document's tables: what computes, what ranks send each other, the rest.
struct ShownPart {
  const char* tag;
  const char* label;
  bool is_exchange = false;
};
constexpr ShownPart parts[] = {{"part_feed_forward", "tasks.parallel_part_feed_forward"},
                               {"part_attention", "tasks.parallel_part_attention"},
                               {"part_head", "tasks.parallel_part_head"},
                               {"part_optimizer", "tasks.parallel_part_optimizer"},
                               {"part_rest", "tasks.parallel_part_rest"},
                               {"part_data", "tasks.parallel_part_data", true},
                               {"part_stages", "tasks.parallel_part_stages", true},
                               {"part_tensor", "tasks.parallel_part_tensor", true},
                               {"part_experts", "tasks.parallel_part_experts", true},
                               {"part_context", "tasks.parallel_part_context", true}};

double sum_of_parts(const Result& result) {
  double sum = 0;
  for (const ShownPart& part : parts) sum += number_of(result, part.tag).value_or(0);
  return sum;
}

// Percent of the step that exchanges take, without what stages wait.
std::optional<double> exchange_share(const Result& result) {
  const double sum = sum_of_parts(result);
  if (sum <= 0) return number_of(result, "exposed_share");
  double exchanges = 0;
  for (const ShownPart& part : parts)
    if (part.is_exchange && part.tag != std::string_view("part_stages"))
      exchanges += number_of(result, part.tag).value_or(0);
  return 100 * exchanges / sum;
}

// Of as many GPUs as the row has, each at the rate of the one that trains alone, percent.
std::optional<double> efficiency(const Run& run, const Result& result) {
  const auto ranks = static_cast<double>(result.measured_case.ranks());
  const auto rate = number_of(result, "throughput");
  if (ranks == 1 || !rate) return std::nullopt;
  for (const Result* one : measured_of(run))
    if (one->measured_case.ranks() == 1 && one->provenance == result.provenance)
      if (const auto of_one = number_of(*one, "throughput"); of_one && *of_one > 0)
        return 100 * *rate / (ranks * *of_one);
  return std::nullopt;
}

std::string optional_percent(std::optional<double> percent) {
  return percent ? percent_text(*percent) : "-";
}

Table layouts_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {text_column("tasks.parallel_column_layout", language),
                   number("tasks.parallel_column_gpus"),
                   number("tasks.parallel_column_micro_batches"),
                   number("tasks.column_step"),
                   number("tasks.train_column_rate"),
                   number("tasks.train_column_efficiency"),
                   number("tasks.train_column_mfu"),
                   number("tasks.parallel_column_exposed"),
                   number("tasks.parallel_column_bubble"),
                   number("tasks.parallel_column_memory"),
                   text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results)
    table.rows.push_back({layout_text(result), std::to_string(result.measured_case.ranks()),
                          std::to_string(result.measured_case.parameters.integer("accumulate", 1)),
                          cell_of(result, "step_time"), cell_of(result, "throughput"),
                          optional_percent(efficiency(run, result)), percent_cell(result, "mfu"),
                          optional_percent(exchange_share(result)), percent_cell(result, "bubble"),
                          memory_cell(result), basis_text(result, language)});
  drop_empty_columns(table, 2);
  return table;
}

// Of each layout, percent of its step.
std::optional<TitledTable> shares_table(const Run& run, Language language) {
  Table table;
  table.columns = {text_column("tasks.parallel_column_layout", language)};
  for (const ShownPart& part : parts) table.columns.push_back(number_column(part.label, language));
  for (const Result* result : measured_of(run)) {
    const double sum = sum_of_parts(*result);
    if (sum <= 0) continue;
    std::vector<std::string> cells{layout_text(*result)};
    for (const ShownPart& part : parts) {
      const auto time = number_of(*result, part.tag);
      cells.push_back(time ? percent_text(100 * *time / sum) : "-");
    }
    table.rows.push_back(std::move(cells));
  }
  if (table.rows.size() < 2) return std::nullopt;
  drop_empty_columns(table, 1);
  return TitledTable{messages::render("tasks.parallel_title_shares", language), std::move(table)};
}

// The document's table of one layout: time of computing and of exchanges, and share.
std::optional<TitledTable> parts_table(const Result& result, Language language) {
  const double sum = sum_of_parts(result);
  if (sum <= 0) return std::nullopt;
  Table table;
  table.columns = {text_column("tasks.parallel_column_part", language),
                   number_column("tasks.parallel_column_compute", language),
                   number_column("tasks.parallel_column_exchange", language),
                   number_column("tasks.parallel_column_part_share", language)};
  const auto time_text = [](double milliseconds) { return format_number(milliseconds, 3) + " ms"; };
  double computing = 0, exchanging = 0;
  for (const ShownPart& part : parts) {
    const auto time = number_of(result, part.tag);
    if (!time) continue;
    (part.is_exchange ? exchanging : computing) += *time;
    table.rows.push_back(
        {messages::render(part.label, language), part.is_exchange ? "-" : time_text(*time),
         part.is_exchange ? time_text(*time) : "-", percent_text(100 * *time / sum)});
  }
  table.rows.push_back({messages::render("tasks.parallel_part_all", language), time_text(computing),
                        time_text(exchanging), percent_text(100)});
  return TitledTable{
      messages::render({"tasks.parallel_title_parts", {{"layout", layout_text(result)}}}, language),
      std::move(table)};
}

}  // namespace

TaskSection mixed_section(const Run& run, Language language) {
  TaskSection section;
  section.table = layouts_table(run, language);
  const Result* fastest = nullptr;
  double best = 0;
  for (const Result* result : measured_of(run)) {
    if (result->measured_case.ranks() == 1) continue;
    // A forecast one may be above: what ZeRO shares out one GPU does alone.
    if (result->provenance == results::Provenance::measured)
      best = std::max(best, efficiency(run, *result).value_or(0));
    if (fastest == nullptr || number_of(*result, "throughput").value_or(0) >
                                  number_of(*fastest, "throughput").value_or(0))
      fastest = result;
  }
  if (fastest == nullptr) return section;
  if (auto shares = shares_table(run, language)) section.more.push_back(std::move(*shares));
  if (auto own = parts_table(*fastest, language)) section.more.push_back(std::move(*own));
  section.advice.push_back(messages::render(
      {"tasks.parallel_advice_layout",
       {{"layout", layout_text(*fastest)}, {"throughput", cell_of(*fastest, "throughput")}}},
      language));
  section.advice.push_back(beyond_linear_advice(best, language));
  section.advice.push_back(forecast_advice(measured_of(run), 1, language));
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
