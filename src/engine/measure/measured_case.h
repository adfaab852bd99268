// SPDX-License-Identifier: MIT
#pragma once
// The order in which every case is measured: count its operations, warm up, reset the memory peaks,
// measure with the sensors beside, and turn it all into metrics.

#include <c10/core/Device.h>

#include <optional>
#include <set>
#include <string>

#include "engine/measure/benchmark.h"
#include "engine/measure/flop_counter.h"
#include "engine/measure/measurement.h"

namespace wgf::engine {

// What one step does.
struct StepContent {
  double samples = 0;  // 0: no throughput
  double tokens = 0;   // 0: takes no sequences
  std::optional<double> flops;
  std::optional<double> bytes;           // by the definition of the work
  std::optional<double> operator_bytes;  // read and written operator by operator
  // Times one step holds the same work, for work too short to be timed alone.
  std::int64_t repetitions = 1;
};

// A part of a case that is warmed up and measured by itself, after the same set-up as the others:
// "prefill", "decode". Its metrics are called after it (`prefill.step_time`).
struct Phase {
  std::string name;  // small letters, digits and _; empty: the only phase, metrics have plain names
  results::StoppingRule stopping;
};

// Has one phase without a name, or several with names of their own: each with its samples, memory
// peaks, energy and sensors.
class MeasuredCase {
 public:
  // Counts peaks from here on: made before the model is.
  MeasuredCase(const results::Case& value, const Context& context, c10::Device device);

  // Fills in the operations of one step and the bytes they move, by running it twice: the first
  // time uncounted, because libraries do extra work then. Of quantized kernels, which are not
  // counted, no operations are known.
  CountedTypes count(StepWork& work, StepContent& content) const;

  // Warm-up and back-to-back steps, by the case's own rule where there is but one phase.
  void measure(StepWork& work, const StepContent& content);
  void measure(Phase phase, StepWork& work, const StepContent& content);
  // Steps one at a time, as metric `latency` of the phase measured last; on a CPU, where a step is
  // over when its call returns, these are the same as the steps already measured.
  void measure_latency(StepWork& work);

  // Other work of the case, back to back, as this metric in ms; a quarter of the case's time.
  // One step is so many repetitions of what is told. Returns its median.
  double measure_beside(std::string_view tag, StepWork& work, std::int64_t repetitions = 1);
  // Of the phase measured last; nothing where it has no such metric.
  std::optional<double> value_of(std::string_view quantity) const;

  // Of the whole case.
  void add(std::string_view tag, double value);
  void add_model_state(Bytes bytes);
  // The finished result. Of several phases: the memory peaks of the case are the highest of them,
  // times of sensor readings count from the first step of the first, and no series of step starts
  // is kept.
  results::Result take();

 private:
  void begin(Phase phase);
  void warn_if_launch_bound(const StepWork& work);
  void warn_of_others(const Telemetry& telemetry);
  void add_times(const StepWork& work, const StepContent& content);
  void add_rates(const StepContent& content);
  void add_readings(const Telemetry& telemetry, const MeasuredSpan& span);
  void add_highest_peaks();
  // Of the phase.
  void put(results::Metric metric);
  const results::Metric* find(std::string_view quantity) const;
  std::string tag_of(std::string_view quantity) const;
  results::ThermalState thermal_state() const;
  std::int64_t executed_steps(const StepContent& content) const;

  results::Case case_;
  const Context& context_;
  c10::Device device_;
  results::Result result_;
  std::set<std::string> phases_;  // begun so far
  std::optional<Clock::time_point> first_begin_;
  double others_busy_cores_ = 0;  // that was warned of
  // Of the phase measured last.
  Phase phase_;
  StepTimes times_;
  bool is_settled_ = false;
};

// Name, UUID and memory of a device as far as LibTorch tells.
results::Device describe_device(c10::Device device);

}  // namespace wgf::engine
