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
constexpr std::string_view llm_parameters[] = {"model",      "batch_size", "prompt_tokens",
                                               "new_tokens", "precision",  "kernels"};
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

// One request of a decoder whose weights are no narrower than 16 bits.
bool is_llm_case(const Result& result, const CaseDefinition& definition) {
  const results::Parameters& parameters = result.measured_case.parameters;
  for (const auto& [name, value] : parameters)
    if (!contains(llm_parameters, name)) return false;
  return parameters.text("model") == definition.model && parameters.integer("batch_size") == 1 &&
         parameters.integer("prompt_tokens") == definition.prompt_tokens &&
         parameters.integer("new_tokens") == definition.new_tokens &&
         contains(precisions, parameters.text("precision"));
}

std::optional<MatchedRate> memory_of(const results::Run& run) {
  const results::Device* device = scored_device(run);
  if (device == nullptr || device->memory.value <= 0) return std::nullopt;
  return MatchedRate{in_gib(device->memory), ""};
}

const char* tag_of(WorkKind kind) {
  switch (kind) {
    case WorkKind::bandwidth:
      return "bandwidth";
    case WorkKind::prefill:
      return "prefill.token_throughput";
    case WorkKind::decode:
      return "decode.token_throughput";
    default:
      return "throughput";
  }
}

}  // namespace

const results::Device* scored_device(const results::Run& run) {
  if (!run.devices.empty()) return &run.devices.front();
  return run.results.empty() ? nullptr : &run.results.front().devices.front();
}

bool delivers(const Result& result, const CaseDefinition& definition) {
  if (result.status != results::Status::ok || result.provenance != results::Provenance::measured ||
      result.measured_case.benchmark != definition.benchmark)
    return false;
  switch (definition.kind) {
    case WorkKind::bandwidth:
      return is_bandwidth_case(result, definition);
    case WorkKind::prefill:
    case WorkKind::decode:
      return is_llm_case(result, definition);
    default:
      return is_network_case(result, definition);
  }
}

std::optional<MatchedRate> best_rate(const results::Run& run, const CaseDefinition& definition) {
  if (definition.kind == WorkKind::capacity) return memory_of(run);
  const results::Device* device = scored_device(run);
  const char* tag = tag_of(definition.kind);
  std::optional<MatchedRate> best;
  for (const Result& result : run.results) {
    // The score is of one device.
    const bool is_of_it =
        device != nullptr && result.devices.size() == 1 && result.devices.front().id == device->id;
    if (!is_of_it || !delivers(result, definition)) continue;
    const Metric* metric = result.find(tag);
    // A damaged file may hold anything; only a positive finite rate is one.
    if (metric == nullptr || !std::isfinite(metric->value) || metric->value <= 0) continue;
    if (!best || metric->value > best->value)
      best = MatchedRate{metric->value, result.measured_case.key()};
  }
  return best;
}

}  // namespace wgf::advisor
