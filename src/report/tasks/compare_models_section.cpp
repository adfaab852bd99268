// SPDX-License-Identifier: MIT
// compare-models: where the memory of each model goes, and how long an epoch takes.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report/result_table.h"
#include "report/tasks/fastest.h"
#include "report/tasks/sections.h"

namespace wgf::report {
namespace {

using messages::Language;
using results::Result;
using results::Run;

// Measured results and what their rows are called.
struct Compared {
  const Run& run;
  std::vector<const Result*> results;
  Language language;

  std::string name(const Result& result) const {
    const results::Parameters& parameters = result.measured_case.parameters;
    std::string name = parameters.text("model");
    if (const std::string precision = parameters.text("precision", "fp32"); precision != "fp32")
      name += " " + precision;
    return name + other_parameters(run, result, {"model", "precision"});
  }
  std::string say(const Message& message) const { return messages::render(message, language); }
};

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

// The column of epochs; how well it is known the steps tell that it is the sum of.
const ComparedTime epoch_time{
    .value = [](const Result& result) { return number_of(result, "measured_time"); },
    .ratio = [](const Result& slower, const Result& faster) -> std::optional<Interval> {
      const results::Metric *a = slower.find("step_time"), *b = faster.find("step_time");
      if (a == nullptr || b == nullptr ||
          std::min(a->samples.size(), b->samples.size()) < few_samples)
        return std::nullopt;
      return mean_ratio_interval(a->samples, b->samples);
    }};

std::string memory_advice(const Compared& compared) {
  const auto peak = [](const Result& result) {
    return number_of(result, "memory_allocated_peak").value_or(0);
  };
  const auto [least, most] =
      std::minmax_element(compared.results.begin(), compared.results.end(),
                          [&](const Result* a, const Result* b) { return peak(*a) < peak(*b); });
  const double activations = activations_of(**most).value_or(0);
  if (peak(**least) <= 0) return "";
  const double share = 100 * activations / peak(**most);
  return compared.say({share >= 50 ? "tasks.advice_activations" : "tasks.advice_model_state",
                       {{"least", compared.name(**least)},
                        {"least_memory", memory_text(peak(**least))},
                        {"most", compared.name(**most)},
                        {"most_memory", memory_text(peak(**most))},
                        {"ratio", format_number(peak(**most) / peak(**least), 2)},
                        {"percent", format_number(share >= 50 ? share : 100 - share, 2)}}});
}

// Of a model alone: what its memory is.
std::string lone_advice(const Compared& compared) {
  const Result& only = *compared.results.front();
  const double peak = number_of(only, "memory_allocated_peak").value_or(0);
  if (peak <= 0) return "";
  const double share = 100 * activations_of(only).value_or(0) / peak;
  return compared.say(
      {share >= 50 ? "tasks.advice_one_activations" : "tasks.advice_one_model_state",
       {{"model", compared.name(only)},
        {"memory", memory_text(peak)},
        {"percent", format_number(share >= 50 ? share : 100 - share, 2)}}});
}

// Parameters alone do not tell: said where a model has fewer of them and yet takes more memory.
std::string parameters_advice(const Compared& compared) {
  for (const Result* few : compared.results)
    for (const Result* many : compared.results) {
      const auto fewer = number_of(*few, "parameters"), more = number_of(*many, "parameters"),
                 high = number_of(*few, "memory_allocated_peak"),
                 low = number_of(*many, "memory_allocated_peak");
      if (!fewer || !more || !high || !low || *fewer >= *more || *high <= *low) continue;
      return compared.say({"tasks.advice_parameters",
                           {{"few", compared.name(*few)},
                            {"many", compared.name(*many)},
                            {"share", format_number(100 * *fewer / *more, 2)},
                            {"ratio", format_number(*high / *low, 2)}}});
    }
  return "";
}

std::string speed_advice(const Compared& compared) {
  const auto fastest = find_fastest(compared.results, epoch_time);
  if (!fastest) return "";
  std::vector<std::string> near;
  for (const Result* result : fastest->near) near.push_back(compared.name(*result));
  const char* told = near.empty() ? "tasks.advice_fastest" : "tasks.advice_fastest_near";
  return compared.say(
      {fastest->tells_last() ? told : "tasks.advice_fastest_untold",
       {{"fastest", compared.name(*fastest->first)},
        {"time", duration_of(*fastest->first)},
        {"near", join(near, ", ")},
        {"slowest", compared.name(*fastest->last)},
        {"slow_time", duration_of(*fastest->last)},
        {"times", times_text(fastest->ratio, fastest->interval, compared.language)}}});
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
  const Compared compared{run, measured_of(run), language};
  for (const Result& result : run.results) {
    std::vector<std::string> row{compared.name(result),
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
  if (compared.results.size() > 1)
    section.advice = {memory_advice(compared), parameters_advice(compared), speed_advice(compared)};
  else if (compared.results.size() == 1)
    section.advice = {lone_advice(compared),
                      run.plan.size() == 1 ? compared.say({"tasks.advice_name_several", {}}) : ""};
  std::erase(section.advice, "");
  return section;
}

}  // namespace wgf::report
