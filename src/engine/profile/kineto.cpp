// SPDX-License-Identifier: MIT
#include "engine/profile/kineto.h"

#include <ATen/record_function.h>
#include <kineto/ActivityType.h>
#include <torch/csrc/autograd/profiler_kineto.h>
#include <torch/csrc/profiler/orchestration/observer.h>

#include <fstream>

#include "engine/measure/case_ended.h"
#include "engine/measure/device.h"

namespace wgf::engine {
namespace {

namespace kineto = torch::autograd::profiler;
namespace settings = torch::profiler::impl;

using libkineto::ActivityType;

constexpr const char* allocation_mark = "[memory]";

std::unique_ptr<kineto::ProfilerResult> run_recorded(StepWork& work, c10::Device device,
                                                     std::int64_t steps) {
  const settings::ProfilerConfig config(settings::ProfilerState::KINETO,
                                        /*report_input_shapes=*/false, /*profile_memory=*/true);
  std::set<settings::ActivityType> wanted{settings::ActivityType::CPU};
  if (is_gpu(device)) wanted.insert(settings::ActivityType::CUDA);
  StepTimer untimed(device, work.part_count());
  synchronize(device);
  kineto::prepareProfiler(config, wanted);
  kineto::enableProfiler(config, wanted, {at::RecordScope::FUNCTION, at::RecordScope::USER_SCOPE});
  try {
    for (std::int64_t i = 0; i < steps; ++i) {
      RECORD_USER_SCOPE(step_mark + std::to_string(i));
      work.step(untimed);
    }
    synchronize(device);
  } catch (...) {
    kineto::disableProfiler();
    throw;
  }
  return kineto::disableProfiler();
}

TraceSpan span_of(const kineto::KinetoEvent& event) {
  return {static_cast<std::int64_t>(event.startNs()), static_cast<std::int64_t>(event.endNs())};
}

// NCCL's kernels, and those of memory that GPUs share.
bool is_communication(const std::string& name) {
  return name.find("nccl") != std::string::npos || name.find("symm_mem") != std::string::npos;
}

void add_device_activity(const kineto::KinetoEvent& event, Trace& trace) {
  DeviceActivity activity{
      .name = event.name(), .span = span_of(event), .launched_by = event.linkedCorrelationId()};
  switch (static_cast<ActivityType>(event.activityType())) {
    case ActivityType::CONCURRENT_KERNEL:
      activity.work =
          is_communication(activity.name) ? DeviceWork::communication : DeviceWork::kernel;
      break;
    case ActivityType::GPU_MEMCPY:
      activity.work = DeviceWork::copy;
      break;
    case ActivityType::GPU_MEMSET:
      activity.work = DeviceWork::fill;
      break;
    default:
      return;  // marks of the host's that the profiler repeats on the GPU
  }
  trace.activities.push_back(std::move(activity));
}

void add_host_event(const kineto::KinetoEvent& event, Trace& trace) {
  const std::string name = event.name();
  switch (static_cast<ActivityType>(event.activityType())) {
    case ActivityType::CPU_OP:
      trace.operations.push_back({.name = name,
                                  .span = span_of(event),
                                  .thread = event.startThreadId(),
                                  .correlation = event.correlationId()});
      break;
    case ActivityType::USER_ANNOTATION:
      if (name == waiting_mark) trace.waiting.push_back(span_of(event));
      if (!name.starts_with(step_mark)) break;
      if (trace.steps++ == 0) trace.window = span_of(event);
      trace.window.begin_ns = std::min(trace.window.begin_ns, span_of(event).begin_ns);
      trace.window.end_ns = std::max(trace.window.end_ns, span_of(event).end_ns);
      break;
    default:
      break;
  }
}

Trace trace_of(const kineto::ProfilerResult& recorded) {
  Trace trace;
  for (const kineto::KinetoEvent& event : recorded.events()) {
    if (event.name() == allocation_mark) {
      if (event.nBytes() > 0)
        trace.allocations.push_back({.time_ns = static_cast<std::int64_t>(event.startNs()),
                                     .thread = event.startThreadId(),
                                     .bytes = event.nBytes()});
    } else if (event.deviceType() == c10::DeviceType::CPU) {
      add_host_event(event, trace);
    } else {
      add_device_activity(event, trace);
    }
  }
  // The device ends after the host, which only queues its work.
  for (const DeviceActivity& activity : trace.activities)
    trace.window.end_ns = std::max(trace.window.end_ns, activity.span.end_ns);
  return trace;
}

// Kineto says nothing where it cannot write.
void save(kineto::ProfilerResult& recorded, const std::filesystem::path& file) {
  const bool can_write = std::ofstream(file, std::ios::app).good();
  std::error_code fault;
  if (can_write) recorded.save(file.string());
  if (!can_write || std::filesystem::file_size(file, fault) == 0 || fault)
    throw CaseEnded(results::Status::failed,
                    {"engine.trace_not_written", {{"path", file.string()}}});
}

}  // namespace

Trace record_steps(StepWork& work, c10::Device device, std::int64_t steps,
                   const std::filesystem::path& trace_file) {
  run_recorded(work, device, 1);
  const std::unique_ptr<kineto::ProfilerResult> recorded = run_recorded(work, device, steps);
  if (!trace_file.empty()) save(*recorded, trace_file);
  return trace_of(*recorded);
}

}  // namespace wgf::engine
