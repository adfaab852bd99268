// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning_advice.h"

#include <vector>

#include "base/text.h"
#include "runner/doctor/tuning_precision.h"

namespace wgf::runner {
namespace {

using results::Result;
using Steps = std::vector<std::string>;

// A model file has its batch, precision and memory format in it.
bool is_built_here(const Result& result) {
  return result.measured_case.benchmark != "user_model";
}

std::int64_t batch_of(const Result& result) {
  return result.measured_case.parameters.integer("batch_size", 1);
}

// What the card computes fast, where the case does not use a half precision it has already.
void add_precision(Steps& steps, const Result& result, const catalog::Gpu* gpu) {
  const std::string precision = result.measured_case.parameters.text("precision");
  const std::optional<std::string_view> half = half_precision(gpu);
  const bool is_half = precision == "bf16" || precision == "fp16";
  const bool is_of_card = !names_rates(gpu) || catalog::dense_peak(*gpu, precision);
  if (is_built_here(result) && half && !(is_half && is_of_card))
    steps.push_back("-p " + std::string(*half));
}

// Only networks on images have one.
void add_memory_format(Steps& steps, const Result& result) {
  if (result.measured_case.parameters.text("memory_format") == "contiguous")
    steps.push_back("--memory-format channels_last");
}

// Twice the batch takes at most twice the memory.
void add_larger_batch(Steps& steps, const Result& result) {
  const results::Metric* peak = result.find("memory_allocated_peak");
  const double total = in_gib(result.devices.front().memory);
  const bool may_not_fit = peak != nullptr && total > 0 && 2 * peak->value > total;
  if (is_built_here(result) && !may_not_fit)
    steps.push_back("-b " + std::to_string(2 * batch_of(result)));
}

void add_graph(Steps& steps, const Result& result) {
  const bool is_on_gpu = !result.measured_case.is_on_cpu() && result.devices.front().id != "cpu";
  if (is_on_gpu && result.measured_case.parameters.text("launch") != "graph")
    steps.push_back("--launch graph");
}

}  // namespace

std::string options_for_speed(const Result& result, const catalog::Gpu* gpu) {
  Steps steps;
  add_precision(steps, result, gpu);
  add_memory_format(steps, result);
  add_larger_batch(steps, result);
  add_graph(steps, result);
  return join(steps, ", ");
}

std::string options_for_launch(const Result& result) {
  Steps steps;
  add_graph(steps, result);
  add_larger_batch(steps, result);
  return join(steps, ", ");
}

std::string options_for_memory(const Result& result, const catalog::Gpu* gpu) {
  Steps steps;
  if (is_built_here(result) && batch_of(result) > 1)
    steps.push_back("-b " + std::to_string(batch_of(result) / 2));
  add_precision(steps, result, gpu);
  return join(steps, ", ");
}

Message advice_with_steps(const std::string& key, const std::string& steps) {
  if (steps.empty()) return {key + "_alone", {}};
  return {key, {{"steps", steps}}};
}

}  // namespace wgf::runner
