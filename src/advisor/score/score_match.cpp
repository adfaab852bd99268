// SPDX-License-Identifier: MIT
#include "advisor/score/score_match.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {
namespace {

using results::Metric;
using results::Result;

// Below this a copy may be served by a cache.
constexpr std::int64_t least_copy_mib = 256;

// What a machine may choose freely; any further parameter makes it other work.
constexpr std::string_view free_parameters[] = {"model",  "batch_size", "precision",
                                                "launch", "optimizer",  "memory_format"};
constexpr std::string_view precisions[] = {"fp32", "tf32", "bf16", "fp16"};

template <typename Range>
bool contains(const Range& range, std::string_view value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

bool is_network_case(const Result& result, const CaseDefinition& definition) {
  const results::Parameters& parameters = result.measured_case.parameters;
  for (const auto& [name, value] : parameters)
    if (!contains(free_parameters, name)) return false;
  return parameters.text("model") == definition.model &&
         (definition.optimizer.empty() || parameters.text("optimizer") == definition.optimizer) &&
         contains(precisions, parameters.text("precision", "fp32"));
}

bool is_bandwidth_case(const Result& result, const CaseDefinition& definition) {
  const results::Parameters& parameters = result.measured_case.parameters;
  return parameters.text("operation") == definition.operation &&
         parameters.integer("size_mib") >= least_copy_mib;
}

std::optional<MatchedRate> memory_of(const results::Run& run) {
  const results::Device* device = scored_device(run);
  if (device == nullptr || device->memory.value <= 0) return std::nullopt;
  return MatchedRate{in_gib(device->memory), ""};
}

}  // namespace

const results::Device* scored_device(const results::Run& run) {
  if (!run.devices.empty()) return &run.devices.front();
  return run.results.empty() ? nullptr : &run.results.front().device;
}

bool delivers(const Result& result, const CaseDefinition& definition) {
  if (result.status != results::Status::ok || result.provenance != results::Provenance::measured ||
      result.measured_case.benchmark != definition.benchmark)
    return false;
  return definition.kind == WorkKind::bandwidth ? is_bandwidth_case(result, definition)
                                                : is_network_case(result, definition);
}

std::optional<MatchedRate> best_rate(const results::Run& run, const CaseDefinition& definition) {
  if (definition.kind == WorkKind::capacity) return memory_of(run);
  const results::Device* device = scored_device(run);
  const char* tag = definition.kind == WorkKind::bandwidth ? "bandwidth" : "throughput";
  std::optional<MatchedRate> best;
  for (const Result& result : run.results) {
    if (device == nullptr || result.device.id != device->id || !delivers(result, definition))
      continue;
    const Metric* metric = result.find(tag);
    // A damaged file may hold anything; only a positive finite rate is one.
    if (metric == nullptr || !std::isfinite(metric->value) || metric->value <= 0) continue;
    if (!best || metric->value > best->value)
      best = MatchedRate{metric->value, result.measured_case.key()};
  }
  return best;
}

}  // namespace wgf::advisor
