// SPDX-License-Identifier: MIT
#include "engine/measure/measured_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/statistics.h"
#include "engine/measure/byte_counter.h"
#include "engine/measure/cuda_properties.h"
#include "engine/measure/device.h"
#include "engine/measure/flop_counter.h"
#include "engine/measure/memory_meter.h"
#include "engine/measure/stopping.h"
#include "engine/measure/warmup.h"

namespace wgf::engine {
namespace {

using results::Case;
using results::Metric;
using results::Result;
using results::single_metric;
using results::ThermalState;

// Latency shares the case's time: it gets a quarter of the floors and of the cap.
constexpr double latency_share = 0.25;

// Queueing a step takes at least this share of its time: the device waits for the host.
constexpr double launch_bound_share = 0.9;

std::vector<double> divided(std::vector<double> values, double divisor) {
  for (double& value : values) value /= divisor;
  return values;
}

}  // namespace

results::Device describe_device(c10::Device device) {
  results::Device description;
  description.id = device.str();
  if (!is_gpu(device)) return description;
  const CudaProperties properties = cuda_properties(device.index());
  description.name = properties.name;
  description.uuid = properties.uuid;
  description.memory = properties.memory;
  return description;
}

MeasuredCase::MeasuredCase(const Case& value, const Context& context, c10::Device device)
    : case_(value), context_(context), device_(device) {
  result_.measured_case = value;
  result_.device = describe_device(device);
  MemoryMeter(device_, context_.cpu_memory).reset();
}

void MeasuredCase::count(StepWork& work, StepContent& content) const {
  StepTimer untimed(device_, work.phase_count());
  work.step(untimed);
  synchronize(device_);
  const FlopCounter flops;
  const ByteCounter bytes;
  work.step(untimed);
  content.flops = flops.flops();
  content.operator_bytes = bytes.bytes();
}

std::int64_t MeasuredCase::executed_steps(const StepContent& content) const {
  return static_cast<std::int64_t>(times_.count()) * content.repetitions;
}

ThermalState MeasuredCase::thermal_state() const {
  return is_settled_ ? ThermalState::sustained : ThermalState::burst;
}

void MeasuredCase::measure(StepWork& work, const StepContent& content) {
  Telemetry telemetry(*context_.sensors, device_);
  const Warmup warmup = warm_up(work, device_, case_.stopping, &telemetry, context_.hooks);
  is_settled_ = warmup.is_settled;
  if (case_.stopping.sustained && !is_settled_)
    result_.warnings.push_back(
        {"engine.not_settled",
         {{"seconds", std::to_string(static_cast<int>(case_.stopping.thermal_cap.value))}}});
  // From here on: the peaks are those of steady steps, not of the search for the best algorithms.
  const MemoryMeter memory(device_, context_.cpu_memory);
  telemetry.start();
  Measurement measured =
      measure_steps(work, device_, case_.stopping, Pacing::back_to_back, context_.hooks);
  telemetry.stop();
  times_ = std::move(measured.times);
  result_.stop_reason = measured.stop_reason;
  if (measured.was_interrupted) {
    result_.status = results::Status::interrupted;
    result_.reason = Message{"engine.interrupted", {}};
  }
  warn_if_launch_bound(work);
  add_times(work, content);
  add_rates(content);
  for (Metric& metric : memory.metrics(work.helper_memory(), work.unseen_peak()))
    result_.metrics.push_back(std::move(metric));
  MeasuredSpan span{
      .begin = *times_.first_begin, .end = *times_.last_end, .samples_per_step = content.samples};
  // The energy of the preparation cannot be told from that of the step.
  if (!work.has_preparation()) span.steps = executed_steps(content);
  for (Metric& metric : telemetry.metrics(span)) result_.metrics.push_back(std::move(metric));
  if (const Metric* energy = result_.find("energy_per_step");
      energy != nullptr && content.flops && *content.flops > 0)
    add("energy_per_flop", energy->value * 1e12 / *content.flops);
  result_.sensors = telemetry.readings(span);
  add("warmup_steps", static_cast<double>(warmup.steps));
  add("warmup_time", warmup.time.value);
}

void MeasuredCase::warn_if_launch_bound(const StepWork& work) {
  // Launching is what `launch` is about, and the driver copies pageable memory before it returns.
  // With a preparation in it the time to queue is not that of the step alone.
  if (case_.benchmark == "launch" || case_.benchmark == "transfer") return;
  if (!is_gpu(device_) || work.has_preparation() || times_.launch_ms.empty()) return;
  const double launch_ms = median(times_.launch_ms);
  const double step_ms = median(times_.step_ms);
  if (launch_ms >= launch_bound_share * step_ms)
    result_.warnings.push_back(
        {"engine.launch_bound",
         {{"launch", fmt::format("{:.3g}", launch_ms)}, {"step", fmt::format("{:.3g}", step_ms)}}});
}

void MeasuredCase::add_times(const StepWork& work, const StepContent& content) {
  auto& metrics = result_.metrics;
  metrics.push_back(results::metric_from_samples(
      "step_time", divided(times_.step_ms, static_cast<double>(content.repetitions)),
      thermal_state()));
  const auto phases = work.phases();
  for (std::size_t i = 0; i < phases.size(); ++i)
    metrics.push_back(
        results::metric_from_samples(phases[i], std::move(times_.phase_ms[i]), thermal_state()));
  // On a CPU both are the same clock; and the host's sees a preparation that the device's leaves
  // out.
  if (is_gpu(device_) && !work.has_preparation())
    add("wall_step_time", times_.wall_ms / static_cast<double>(executed_steps(content)));
  result_.step_start_s = times_.start_s;
  add("measured_steps", static_cast<double>(executed_steps(content)));
  add("measured_time",
      std::chrono::duration<double>(*times_.last_end - *times_.first_begin).count());
  const Metric& step = *result_.find("step_time");
  if (step.interval && times_.count() > 1)
    add("relative_precision", 100 * relative_precision(*step.interval, step.value));
}

void MeasuredCase::add_rates(const StepContent& content) {
  // A copy: adding metrics moves them about.
  const Metric step = *result_.find("step_time");
  auto& metrics = result_.metrics;
  if (content.samples > 0)
    metrics.push_back(results::rate_metric("throughput", content.samples, step));
  if (content.tokens > 0)
    metrics.push_back(results::rate_metric("token_throughput", content.tokens, step));
  if (content.flops && *content.flops > 0) {
    add("flops_per_step", *content.flops / giga);
    metrics.push_back(results::rate_metric("flops", *content.flops / tera, step));
  }
  if (content.operator_bytes && *content.operator_bytes > 0)
    add("operator_bytes_per_step", *content.operator_bytes / giga);
  if (content.bytes) {
    add("bytes_per_step", *content.bytes / giga);
    metrics.push_back(results::rate_metric("bandwidth", *content.bytes / giga, step));
  }
}

void MeasuredCase::measure_latency(StepWork& work) {
  if (!is_gpu(device_)) {
    Metric latency = *result_.find("step_time");
    latency.tag = "latency";
    result_.metrics.insert(result_.metrics.begin(), std::move(latency));
    return;
  }
  results::StoppingRule rule = case_.stopping;
  rule.min_time = rule.min_time * latency_share;
  rule.max_time = rule.max_time * latency_share;
  Measurement measured = measure_steps(work, device_, rule, Pacing::one_at_a_time, context_.hooks);
  result_.metrics.insert(
      result_.metrics.begin(),
      results::metric_from_samples("latency", std::move(measured.times.step_ms), thermal_state()));
}

void MeasuredCase::add(std::string_view tag, double value) {
  result_.metrics.push_back(single_metric(tag, value));
}

void MeasuredCase::add_model_state(Bytes bytes) {
  add("memory_model_state", in_gib(bytes));
}

Result MeasuredCase::take() {
  return std::move(result_);
}

}  // namespace wgf::engine
