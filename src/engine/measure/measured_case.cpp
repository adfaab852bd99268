// SPDX-License-Identifier: MIT
#include "engine/measure/measured_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "base/statistics.h"
#include "engine/measure/byte_counter.h"
#include "engine/measure/cuda_properties.h"
#include "engine/measure/device.h"
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
// So does what is measured beside the steps.
constexpr double beside_share = 0.25;

// Queueing a step takes at least this share of its time: the device waits for the host.
constexpr double launch_bound_share = 0.9;

// What a case of several phases takes at most of memory is the most that one of them takes.
constexpr std::string_view memory_peaks[] = {"memory_allocated_peak", "memory_reserved_peak",
                                             "memory_device_peak", "memory_process_peak",
                                             "memory_container_peak"};

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

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
  result_.devices = {describe_device(device)};
  MemoryMeter(device_, context_.cpu_memory).reset();
}

CountedTypes MeasuredCase::count(StepWork& work, StepContent& content) const {
  StepTimer untimed(device_, work.part_count());
  work.step(untimed);
  synchronize(device_);
  const FlopCounter flops;
  const ByteCounter bytes;
  work.step(untimed);
  content.operator_bytes = bytes.bytes();
  CountedTypes types = flops.types();
  if (!types.quantized) content.flops = flops.flops();
  return types;
}

std::int64_t MeasuredCase::executed_steps(const StepContent& content) const {
  return static_cast<std::int64_t>(times_.count()) * content.repetitions;
}

ThermalState MeasuredCase::thermal_state() const {
  return is_settled_ ? ThermalState::sustained : ThermalState::burst;
}

std::string MeasuredCase::tag_of(std::string_view quantity) const {
  return (phase_.name.empty() ? "" : phase_.name + ".") + std::string(quantity);
}

void MeasuredCase::put(Metric metric) {
  metric.tag = tag_of(metric.tag);
  result_.metrics.push_back(std::move(metric));
}

const Metric* MeasuredCase::find(std::string_view quantity) const {
  return result_.find(tag_of(quantity));
}

void MeasuredCase::begin(Phase phase) {
  const bool is_alone = phase.name.empty() || phases_.contains("");
  if ((is_alone && !phases_.empty()) || !phases_.insert(phase.name).second)
    throw std::logic_error("several phases of a case need names of their own");
  phase_ = std::move(phase);
}

void MeasuredCase::measure(StepWork& work, const StepContent& content) {
  measure({.name = "", .stopping = case_.stopping}, work, content);
}

void MeasuredCase::measure(Phase phase, StepWork& work, const StepContent& content) {
  begin(std::move(phase));
  const results::StoppingRule& rule = phase_.stopping;
  Telemetry telemetry(*context_.sensors, device_);
  const Warmup warmup = warm_up(work, device_, rule, &telemetry, context_.hooks);
  is_settled_ = warmup.is_settled;
  if (rule.sustained && !is_settled_)
    result_.warnings.push_back(
        {"engine.not_settled",
         {{"seconds", std::to_string(static_cast<int>(rule.thermal_cap.value))}}});
  // From here on: the peaks are those of steady steps, not of the search for the best algorithms.
  const MemoryMeter memory(device_, context_.cpu_memory);
  telemetry.start();
  Measurement measured = measure_steps(work, device_, rule, Pacing::back_to_back, context_.hooks);
  telemetry.stop();
  times_ = std::move(measured.times);
  // Of several phases one that ran out of time tells most.
  if (phases_.size() == 1 || measured.stop_reason == results::StopReason::time_cap)
    result_.stop_reason = measured.stop_reason;
  if (measured.was_interrupted) {
    result_.status = results::Status::interrupted;
    result_.reason = Message{"engine.interrupted", {}};
  }
  warn_if_launch_bound(work);
  warn_of_others(telemetry);
  add_times(work, content);
  add_rates(content);
  for (Metric& metric : memory.metrics(work.helper_memory(), work.unseen_peak()))
    put(std::move(metric));
  MeasuredSpan span{
      .begin = *times_.first_begin, .end = *times_.last_end, .samples_per_step = content.samples};
  // The energy of the preparation cannot be told from that of the step.
  if (!work.has_preparation()) span.steps = executed_steps(content);
  for (Metric& metric : telemetry.metrics(span)) put(std::move(metric));
  if (const Metric* found = find("energy_per_step")) {
    const double energy = found->value;
    if (content.tokens > 0) put(single_metric("energy_per_token", energy / content.tokens));
    if (content.flops && *content.flops > 0)
      put(single_metric("energy_per_flop", energy * 1e12 / *content.flops));
  }
  add_readings(telemetry, span);
  put(single_metric("warmup_steps", static_cast<double>(warmup.steps)));
  put(single_metric("warmup_time", warmup.time.value));
}

void MeasuredCase::add_readings(const Telemetry& telemetry, const MeasuredSpan& span) {
  if (!first_begin_) first_begin_ = span.begin;
  const double later_s = seconds(span.begin - *first_begin_);
  for (results::SensorReading& reading : telemetry.readings(span)) {
    reading.time_s += later_s;
    result_.sensors.push_back(std::move(reading));
  }
}

void MeasuredCase::warn_if_launch_bound(const StepWork& work) {
  // Launching is what `launch` is about, and the driver copies pageable memory before it returns.
  // With a preparation in it the time to queue is not that of the step alone.
  if (case_.benchmark == "launch" || case_.benchmark == "transfer") return;
  // Ranks agree between steps, which takes the host time that is not launching.
  if (context_.ranks != nullptr) return;
  if (!is_gpu(device_) || work.has_preparation() || times_.launch_ms.empty()) return;
  const double launch_ms = median(times_.launch_ms);
  const double step_ms = median(times_.step_ms);
  if (launch_ms >= launch_bound_share * step_ms)
    result_.warnings.push_back(
        {"engine.launch_bound",
         {{"launch", fmt::format("{:.3g}", launch_ms)}, {"step", fmt::format("{:.3g}", step_ms)}}});
}

// Once for the case, of the phase in which it was worst.
void MeasuredCase::warn_of_others(const Telemetry& telemetry) {
  const std::optional<Message> warning = telemetry.others_warning();
  if (!warning || telemetry.others_load()->busy_cores <= others_busy_cores_) return;
  others_busy_cores_ = telemetry.others_load()->busy_cores;
  std::erase_if(result_.warnings,
                [&](const Message& earlier) { return earlier.key == warning->key; });
  result_.warnings.push_back(*warning);
}

void MeasuredCase::add_times(const StepWork& work, const StepContent& content) {
  put(results::metric_from_samples(
      "step_time", divided(times_.step_ms, static_cast<double>(content.repetitions)),
      thermal_state()));
  const auto parts = work.parts();
  for (std::size_t i = 0; i < parts.size(); ++i)
    put(results::metric_from_samples(parts[i], std::move(times_.part_ms[i]), thermal_state()));
  // On a CPU both are the same clock; and the host's sees a preparation that the device's leaves
  // out.
  if (is_gpu(device_) && !work.has_preparation())
    put(single_metric("wall_step_time",
                      times_.wall_ms / static_cast<double>(executed_steps(content))));
  if (phase_.name.empty()) result_.series = {{.name = "step_start", .values = times_.start_s}};
  put(single_metric("measured_steps", static_cast<double>(executed_steps(content))));
  put(single_metric("measured_time", seconds(*times_.last_end - *times_.first_begin)));
  const Metric& step = *find("step_time");
  if (step.interval && times_.count() > 1)
    put(single_metric("relative_precision", 100 * relative_precision(*step.interval, step.value)));
}

void MeasuredCase::add_rates(const StepContent& content) {
  // A copy: adding metrics moves them about.
  const Metric step = *find("step_time");
  if (content.samples > 0) put(results::rate_metric("throughput", content.samples, step));
  if (content.tokens > 0) put(results::rate_metric("token_throughput", content.tokens, step));
  if (content.flops && *content.flops > 0) {
    put(single_metric("flops_per_step", *content.flops / giga));
    put(results::rate_metric("flops", *content.flops / tera, step));
  }
  if (content.operator_bytes && *content.operator_bytes > 0)
    put(single_metric("operator_bytes_per_step", *content.operator_bytes / giga));
  if (content.bytes) {
    put(single_metric("bytes_per_step", *content.bytes / giga));
    put(results::rate_metric("bandwidth", *content.bytes / giga, step));
  }
}

void MeasuredCase::measure_latency(StepWork& work) {
  if (!is_gpu(device_)) {
    Metric latency = *find("step_time");
    latency.tag = tag_of("latency");
    result_.metrics.insert(result_.metrics.begin(), std::move(latency));
    return;
  }
  const results::StoppingRule rule = share_of(phase_.stopping, latency_share);
  Measurement measured = measure_steps(work, device_, rule, Pacing::one_at_a_time, context_.hooks);
  Metric latency =
      results::metric_from_samples("latency", std::move(measured.times.step_ms), thermal_state());
  latency.tag = tag_of("latency");
  result_.metrics.insert(result_.metrics.begin(), std::move(latency));
}

double MeasuredCase::measure_beside(std::string_view tag, StepWork& work,
                                    std::int64_t repetitions) {
  const results::StoppingRule rule = share_of(phase_.stopping, beside_share);
  warm_up(work, device_, rule, nullptr, context_.hooks);
  Measurement measured = measure_steps(work, device_, rule, Pacing::back_to_back, context_.hooks);
  result_.metrics.push_back(results::metric_from_samples(
      tag, divided(std::move(measured.times.step_ms), static_cast<double>(repetitions)),
      thermal_state()));
  return result_.metrics.back().value;
}

std::optional<double> MeasuredCase::value_of(std::string_view quantity) const {
  const Metric* metric = find(quantity);
  if (metric == nullptr) return std::nullopt;
  return metric->value;
}

void MeasuredCase::add(std::string_view tag, double value) {
  result_.metrics.push_back(single_metric(tag, value));
}

void MeasuredCase::add_model_state(Bytes bytes) {
  add("memory_model_state", in_gib(bytes));
}

void MeasuredCase::add_highest_peaks() {
  for (const std::string_view peak : memory_peaks) {
    std::optional<double> highest;
    for (const std::string& phase : phases_)
      if (const Metric* metric = result_.find(phase + "." + std::string(peak)))
        highest = std::max(highest.value_or(0), metric->value);
    if (highest) add(peak, *highest);
  }
}

Result MeasuredCase::take() {
  if (!phases_.contains("")) add_highest_peaks();
  return std::move(result_);
}

}  // namespace wgf::engine
