// SPDX-License-Identifier: MIT
#include "runner/doctor/tuning_memory.h"

#include <algorithm>

#include "base/text.h"

namespace wgf::runner {
namespace {

// Shares of the device's memory, percent.
constexpr double full = 90;           // from here on activations are worth computing again
constexpr double least_headroom = 5;  // a longer sequence or a fragmented allocator takes that

std::optional<double> gibibytes(const results::Result& result, const char* tag) {
  const results::Metric* metric = result.find(tag);
  return metric == nullptr ? std::nullopt : std::optional<double>(metric->value);
}

}  // namespace

Finding look_at_checkpointing(const TuningSubject& subject, const DoctorData&) {
  const results::Result& result = subject.result;
  const std::string& benchmark = result.measured_case.benchmark;
  if (benchmark != "train" && benchmark != "train_decoder")
    return not_looked_at("", {"tuning.no_training", {}});
  const auto peak = gibibytes(result, "memory_allocated_peak");
  const auto state = gibibytes(result, "memory_model_state");
  const double total = in_gib(result.devices.front().memory);
  if (!peak || !state || total <= 0) return not_looked_at("", {"tuning.no_memory", {}});
  const double activations = std::max(0.0, *peak - *state);
  const double used = *peak / total * 100;
  const Message seen{"tuning.checkpointing",
                     {{"activations", format_number(activations, 3)},
                      {"peak", format_number(*peak, 3)},
                      {"percent", format_number(activations / total * 100, 3)},
                      {"peak_percent", format_number(used, 3)}}};
  if (used < full) return ok("", seen);
  return warning(
      "", seen,
      {activations > *state ? "tuning.advice_checkpointing" : "tuning.advice_sharding", {}});
}

Finding look_at_headroom(const TuningSubject& subject, const DoctorData&) {
  const results::Result& result = subject.result;
  const double total = in_gib(result.devices.front().memory);
  auto peak = gibibytes(result, "memory_device_peak");
  if (!peak) peak = gibibytes(result, "memory_process_peak");
  if (!peak) peak = gibibytes(result, "memory_reserved_peak");
  if (!peak || total <= 0) return not_looked_at("", {"tuning.no_memory", {}});
  const double free = std::max(0.0, (1 - *peak / total) * 100);
  const Message seen{"tuning.headroom",
                     {{"percent", format_number(free, 3)},
                      {"free", format_number(std::max(0.0, total - *peak), 3)},
                      {"total", format_number(total, 4)}}};
  if (free >= least_headroom) return ok("", seen);
  return warning("", seen, {"tuning.advice_headroom", {}});
}

}  // namespace wgf::runner
