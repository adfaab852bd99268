// SPDX-License-Identifier: MIT
// compare-models: where the memory of each model goes, and how long an epoch takes.

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

std::string name_of(const Result& result) {
  const results::Parameters& parameters = result.measured_case.parameters;
  std::string name = parameters.text("model");
  if (const std::string precision = parameters.text("precision", "fp32"); precision != "fp32")
    name += " " + precision;
  return name;
}

std::optional<double> activations_of(const Result& result) {
  const auto peak = number_of(result, "memory_allocated_peak"),
             state = number_of(result, "memory_model_state");
  return peak && state ? std::optional(std::max(*peak - *state, 0.0)) : std::nullopt;
}

// On a GPU what its driver shows, on a CPU the process.
std::optional<double> seen_outside(const Result& result) {
  const auto device = number_of(result, "memory_device_peak");
  return device ? device : number_of(result, "memory_process_peak");
}

std::string duration_of(const Result& result) {
  const auto seconds = number_of(result, "measured_time");
  return seconds ? format_duration(Seconds(*seconds)) : "-";
}

template <typename Number>
auto ends_by(const std::vector<const Result*>& results, Number&& number) {
  return std::minmax_element(results.begin(), results.end(), [&](const Result* a, const Result* b) {
    return number(*a) < number(*b);
  });
}

std::string memory_advice(const std::vector<const Result*>& results, Language language) {
  const auto peak = [](const Result& result) {
    return number_of(result, "memory_allocated_peak").value_or(0);
  };
  const auto [least, most] = ends_by(results, peak);
  const double activations = activations_of(**most).value_or(0);
  if (peak(**least) <= 0) return "";
  const double share = 100 * activations / peak(**most);
  return messages::render({share >= 50 ? "tasks.advice_activations" : "tasks.advice_model_state",
                           {{"least", name_of(**least)},
                            {"least_memory", memory_text(peak(**least))},
                            {"most", name_of(**most)},
                            {"most_memory", memory_text(peak(**most))},
                            {"ratio", format_number(peak(**most) / peak(**least), 2)},
                            {"percent", format_number(share >= 50 ? share : 100 - share, 2)}}},
                          language);
}

// Parameters alone do not tell: said where a model has fewer of them and yet takes more memory.
std::string parameters_advice(const std::vector<const Result*>& results, Language language) {
  for (const Result* few : results)
    for (const Result* many : results) {
      const auto fewer = number_of(*few, "parameters"), more = number_of(*many, "parameters"),
                 high = number_of(*few, "memory_allocated_peak"),
                 low = number_of(*many, "memory_allocated_peak");
      if (!fewer || !more || !high || !low || *fewer >= *more || *high <= *low) continue;
      return messages::render({"tasks.advice_parameters",
                               {{"few", name_of(*few)},
                                {"many", name_of(*many)},
                                {"share", format_number(100 * *fewer / *more, 2)},
                                {"ratio", format_number(*high / *low, 2)}}},
                              language);
    }
  return "";
}

std::string speed_advice(const std::vector<const Result*>& results, Language language) {
  const auto rate = [](const Result& result) {
    return number_of(result, "throughput").value_or(0);
  };
  const auto [slowest, fastest] = ends_by(results, rate);
  if (rate(**slowest) <= 0) return "";
  return messages::render({"tasks.advice_fastest",
                           {{"fastest", name_of(**fastest)},
                            {"rate", cell_of(**fastest, "throughput")},
                            {"slowest", name_of(**slowest)},
                            {"ratio", format_number(rate(**fastest) / rate(**slowest), 2)}}},
                          language);
}

}  // namespace

TaskSection compare_models_section(const Run& run, Language language) {
  TaskSection section;
  for (const char* key : {"tasks.column_model", "tasks.column_parameters", "tasks.column_driver",
                          "tasks.column_reserved", "tasks.column_peak", "tasks.column_allocated",
                          "tasks.column_state", "tasks.column_activations", "tasks.column_batches",
                          "tasks.column_epoch", "tasks.column_throughput"})
    section.table.columns.push_back(section.table.columns.empty() ? text_column(key, language)
                                                                  : number_column(key, language));
  for (const Result& result : run.results) {
    std::vector<std::string> row{name_of(result),
                                 cell_of(result, "parameters"),
                                 memory_text(seen_outside(result)),
                                 memory_text(number_of(result, "memory_reserved_peak")),
                                 memory_text(number_of(result, "memory_allocated_peak")),
                                 memory_text(number_of(result, "memory_allocated")),
                                 memory_text(number_of(result, "memory_model_state")),
                                 memory_text(activations_of(result)),
                                 cell_of(result, "measured_steps"),
                                 duration_of(result),
                                 cell_of(result, "throughput")};
    if (result.status != results::Status::ok) row.back() = status_text(result, language);
    section.table.rows.push_back(std::move(row));
  }
  drop_empty_columns(section.table, 1);
  const std::vector<const Result*> measured = measured_of(run);
  if (measured.size() > 1)
    section.advice = {memory_advice(measured, language), parameters_advice(measured, language),
                      speed_advice(measured, language)};
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
