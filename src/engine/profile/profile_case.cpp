// SPDX-License-Identifier: MIT
#include "engine/profile/profile_case.h"

#include <cstdlib>

#include "engine/measure/device.h"
#include "engine/profile/kineto.h"
#include "engine/profile/operation_totals.h"
#include "engine/profile/time_shares.h"
#include "results/protocol.h"

namespace wgf::engine {
namespace {

std::filesystem::path trace_file() {
  const char* path = std::getenv(results::trace_file_variable);
  return path == nullptr ? "" : path;
}

void add_metrics(results::Result& result, const Trace& trace) {
  const auto add = [&](const char* tag, double value) {
    result.metrics.push_back(results::single_metric(tag, value));
  };
  const double steps = static_cast<double>(trace.steps);
  add("profiled_steps", steps);
  add("profiled_step_time", static_cast<double>(trace.window.length_ns()) * 1e-6 / steps);
  const TimeShares shares = time_shares(trace);
  add("compute_share", shares.compute);
  add("communication_share", shares.communication);
  add("copy_share", shares.copy);
  add("load_share", shares.load);
  add("no_work_share", shares.idle);
  if (trace.activities.empty()) return;
  add("copy_overlap", shares.copy_overlap);
  const KernelGaps gaps = kernel_gaps(trace);
  add("kernel_gaps", gaps.count_per_step);
  add("kernel_gap_time", gaps.ms_per_step);
  add("kernel_time", kernel_ms_per_step(trace));
}

}  // namespace

void add_profile(results::Result& result, StepWork& work, c10::Device device) {
  const std::int64_t steps = result.measured_case.parameters.integer("profiled_steps", 0);
  if (steps <= 0 || result.status != results::Status::ok) return;
  const Trace trace = record_steps(work, device, steps, trace_file());
  if (is_gpu(device) && trace.activities.empty()) {
    result.warnings.push_back({"engine.profiler_sees_no_gpu", {}});
    return;
  }
  result.profile = profile_of(trace);
  add_metrics(result, trace);
}

}  // namespace wgf::engine
