// SPDX-License-Identifier: MIT
// parallel ddp, fsdp, tp, sp, options, column-row: what more GPUs give a training and what their
// exchanges cost, measured and forecast rows in one table.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/parallel_cells.h"
#include "report/tasks/rank_points.h"
#include "report/tasks/sections.h"
#include "report/tasks/step_forecast.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

// "ZeRO 3, overlap off": what of the exchange and of memory is not as usual.
std::string way_text(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  std::vector<std::string> parts;
  if (const auto ranks = count_of(result, "tp"); ranks > 1)
    parts.push_back(parameters.flag("sp") ? "TP + SP" : "TP");
  if (count_of(result, "cp") > 1) parts.push_back(parameters.text("context", "ring"));
  if (const auto shares = count_of(result, "ep"); shares > 1)
    parts.push_back("EP " + std::to_string(shares));
  if (const auto stage = parameters.integer("zero"); stage > 0)
    parts.push_back("ZeRO " + std::to_string(stage));
  if (const auto bucket = parameters.integer("bucket_mb"); bucket > 0)
    parts.push_back(std::to_string(bucket) + " MB");
  if (const std::string exchange = parameters.text("exchange", ""); !exchange.empty())
    parts.push_back(exchange);
  if (const auto spared = parameters.integer("spared_multiprocessors"); spared > 0)
    parts.push_back(std::to_string(spared) + " SMs spared");
  if (parameters.text("overlap", "on") == "off") parts.emplace_back("overlap off");
  for (const char* name : {"algorithm", "protocol"})
    if (const std::string value = parameters.text(name, ""); !value.empty())
      parts.push_back("NCCL " + value);
  if (const std::string type = parameters.text("exchange_type", ""); !type.empty())
    parts.push_back(type);
  for (const char* name : {"recompute", "offload"})
    if (const std::string value = parameters.text(name, ""); !value.empty())
      parts.push_back(name + (" " + value));
  if (const auto micro_batches = count_of(result, "accumulate"); micro_batches > 1)
    parts.push_back("x " + std::to_string(micro_batches));
  if (parts.empty() && result.measured_case.ranks() > 1) return "DDP";
  return join(parts, ", ");
}

// The same work on the fewest GPUs of the table, measured where this row is; computing as much
// again, or, of measured rows of which no fewer fit so, more.
const Result* fewest(const Run& run, const Result& result, bool is_of_any_recompute = false) {
  const Result* found = nullptr;
  for (const Result* other : measured_of(run)) {
    if (other->provenance != result.provenance || count_of(*other, "accumulate") > 1 ||
        other->measured_case.parameters.integer("sequence_length") !=
            result.measured_case.parameters.integer("sequence_length") ||
        (!is_of_any_recompute && other->measured_case.parameters.text("recompute", "") !=
                                     result.measured_case.parameters.text("recompute", "")))
      continue;
    if (found == nullptr || other->measured_case.ranks() < found->measured_case.ranks())
      found = other;
  }
  const bool is_alone =
      found == nullptr || found->measured_case.ranks() >= result.measured_case.ranks();
  const bool is_measured = result.provenance == results::Provenance::measured;
  return is_alone && is_measured && !is_of_any_recompute ? fewest(run, result, true) : found;
}

std::optional<double> speedup(const Run& run, const Result& result) {
  const Result* one = fewest(run, result);
  const auto rate = number_of(result, "throughput");
  if (one == nullptr || one->measured_case.ranks() >= result.measured_case.ranks() || !rate)
    return std::nullopt;
  const auto of_one = number_of(*one, "throughput");
  return of_one && *of_one > 0 ? std::optional(*rate / *of_one) : std::nullopt;
}

// Of the GPUs beyond those of the fewest, percent.
std::optional<double> efficiency(const Run& run, const Result& result) {
  const auto gain = speedup(run, result);
  const Result* one = fewest(run, result);
  if (!gain || one == nullptr) return std::nullopt;
  return 100 * *gain * static_cast<double>(one->measured_case.ranks()) /
         static_cast<double>(result.measured_case.ranks());
}

std::vector<std::string> cells_of(const Run& run, const Result& result, Language language) {
  const auto gain = speedup(run, result), share = efficiency(run, result);
  return {std::to_string(result.measured_case.ranks()),
          way_text(result),
          std::to_string(result.measured_case.parameters.integer("sequence_length")),
          cell_of(result, "step_time"),
          cell_of(result, "throughput"),
          gain ? fmt::format("{:.2f}", *gain) : "-",
          share ? percent_text(*share) : "-",
          percent_cell(result, "mfu"),
          percent_cell(result, "exposed_share"),
          memory_cell(result),
          basis_text(result, language)};
}

Table forms_table(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  Table table;
  table.columns = {number("tasks.parallel_column_gpus"),
                   text_column("tasks.parallel_column_form", language),
                   number("tasks.parallel_column_sequence"),
                   number("tasks.column_step"),
                   number("tasks.train_column_rate"),
                   number("tasks.train_column_speedup"),
                   number("tasks.train_column_efficiency"),
                   number("tasks.train_column_mfu"),
                   number("tasks.parallel_column_exposed"),
                   number("tasks.parallel_column_memory"),
                   text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results) table.rows.push_back(cells_of(run, result, language));
  drop_empty_columns(table, 2);
  return table;
}

// Of rows that were measured, of one length and as many GPUs, the usual way first.
std::vector<std::string> option_advice(const Run& run, Language language) {
  const Result* usual = nullptr;
  std::vector<std::string> advice;
  for (const Result* result : measured_of(run)) {
    const auto rate = number_of(*result, "throughput");
    if (!rate) continue;
    if (usual == nullptr) {
      usual = result;
      continue;
    }
    const double gain = 100 * (*rate / *number_of(*usual, "throughput") - 1);
    const auto memory = memory_of(*result), of_usual = memory_of(*usual);
    const double saved = memory && of_usual && *of_usual > 0 ? 100 * (1 - *memory / *of_usual) : 0;
    constexpr double worth_percent = 1, memory_percent = 5;
    const results::Metric* own = result->find("throughput");
    const results::Metric* others = usual->find("throughput");
    const bool is_alike = own->interval && others->interval &&
                          own->interval->low <= others->interval->high &&
                          others->interval->low <= own->interval->high;
    const char* key = saved >= memory_percent && is_alike ? "tasks.parallel_advice_memory_alone"
                      : is_alike                          ? "tasks.parallel_advice_alike"
                      : gain >= worth_percent             ? "tasks.parallel_advice_on"
                      : saved >= memory_percent           ? "tasks.parallel_advice_memory"
                                                          : "tasks.parallel_advice_off";
    advice.push_back(messages::render({key,
                                       {{"way", way_text(*result)},
                                        {"percent", percent_text(gain)},
                                        {"saved", percent_text(saved)}}},
                                      language));
  }
  return advice;
}

std::string milliseconds_cell(const Result& result, const char* tag) {
  const auto milliseconds = number_of(result, tag);
  return milliseconds ? format_number(*milliseconds, 3) + " ms" : "-";
}

}  // namespace

std::vector<RankPoint> form_points(const Run& run) {
  std::vector<RankPoint> points;
  for (const Result* result : measured_of(run)) {
    const auto share = efficiency(run, *result);
    if (!share) continue;
    const results::Parameters& parameters = result->measured_case.parameters;
    const std::vector<std::string> parts{parameters.text("model"), way_text(*result),
                                         std::to_string(parameters.integer("sequence_length"))};
    points.push_back({result, join(parts, ", "), result->measured_case.ranks(), *share});
  }
  return points;
}

TaskSection forms_section(const Run& run, Language language) {
  TaskSection section;
  section.table = forms_table(run, language);
  const auto recompute_of = [](const Result& result) {
    return result.measured_case.parameters.text("recompute", "");
  };
  double best = 0;
  for (const Result* result : measured_of(run))
    if (const Result* one = fewest(run, *result); one != nullptr && is_bound_by_linear(*result) &&
                                                  recompute_of(*one) == recompute_of(*result))
      best = std::max(best, efficiency(run, *result).value_or(0));
  section.advice.push_back(beyond_linear_advice(best, language));
  section.advice.push_back(forecast_advice(measured_of(run), 1, language));
  std::erase(section.advice, "");
  return section;
}

TaskSection options_section(const Run& run, Language language) {
  TaskSection section = forms_section(run, language);
  for (std::string& advice : option_advice(run, language))
    section.advice.push_back(std::move(advice));
  return section;
}

TaskSection column_row_section(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  TaskSection section;
  section.table.columns = {text_column("tasks.parallel_column_form", language),
                           number("tasks.parallel_column_gpus"),
                           number("tasks.parallel_column_product"),
                           number("tasks.parallel_column_exchange"),
                           number("tasks.parallel_column_both"),
                           number("tasks.parallel_column_bus"),
                           text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results) {
    const auto bus = number_of(result, "bus_bandwidth");
    section.table.rows.push_back(
        {messages::render(
             "tasks.parallel_form_" + result.measured_case.parameters.text("form", "whole"),
             language),
         std::to_string(result.measured_case.ranks()), milliseconds_cell(result, "product_time"),
         milliseconds_cell(result, "exchange_time"), milliseconds_cell(result, "step_time"),
         bus ? format_number(*bus, 3) : "-", basis_text(result, language)});
  }
  drop_empty_columns(section.table, 2);
  return section;
}

TaskSection routing_section(const Run& run, Language language) {
  const auto number = [&](const char* key) { return number_column(key, language); };
  TaskSection section;
  section.table.columns = {number("tasks.parallel_column_sequence"),
                           text_column("tasks.parallel_column_routing", language),
                           number("tasks.parallel_column_gpus"),
                           number("tasks.parallel_column_exchange"),
                           number("tasks.parallel_column_compute"),
                           number("tasks.parallel_column_both"),
                           number("tasks.parallel_column_share"),
                           number("tasks.parallel_column_imbalance"),
                           text_column("tasks.parallel_column_basis", language)};
  for (const Result& result : run.results) {
    const auto sum = [&](const char* a, const char* b) -> std::optional<double> {
      const auto first = number_of(result, a), second = number_of(result, b);
      return first && second ? std::optional(*first + *second) : std::nullopt;
    };
    const auto exchanges = sum("dispatch_time", "combine_time");
    const auto compute = sum("routing_time", "product_time");
    const auto imbalance = number_of(result, "expert_imbalance");
    const auto time = [](std::optional<double> value) {
      return value ? format_number(*value, 3) + " ms" : "-";
    };
    section.table.rows.push_back(
        {std::to_string(result.measured_case.parameters.integer("tokens")),
         messages::render(
             "tasks.parallel_routing_" + result.measured_case.parameters.text("routing", "even"),
             language),
         std::to_string(result.measured_case.ranks()), time(exchanges), time(compute),
         milliseconds_cell(result, "step_time"),
         exchanges && compute ? percent_text(100 * *exchanges / (*exchanges + *compute)) : "-",
         imbalance ? fmt::format("{:.2f}", *imbalance) : "-", basis_text(result, language)});
  }
  return section;
}

}  // namespace wgf::report
