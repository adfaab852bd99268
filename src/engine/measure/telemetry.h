// SPDX-License-Identifier: MIT
#pragma once
// The device's sensors while a case is measured: readings beside the steps, and the metrics made of
// them.

#include <c10/core/Device.h>

#include <memory>
#include <optional>
#include <vector>

#include "base/message.h"
#include "hardware/cpu_load.h"
#include "hardware/gpu_vendor.h"
#include "hardware/process_usage.h"
#include "hardware/sensor_sampler.h"
#include "results/result.h"

namespace wgf::engine {

// The management libraries of this machine and the GPUs they see; opened once per process.
class GpuSensors {
 public:
  GpuSensors();
  // Null on a CPU and where the GPU behind LibTorch's index cannot be told.
  const hardware::GpuHandle* find(c10::Device device) const;

 private:
  std::vector<std::unique_ptr<hardware::GpuVendor>> vendors_;
  std::vector<hardware::GpuHandle> gpus_;
};

// The stretch of time in which the steps ran, and what they did.
struct MeasuredSpan {
  std::chrono::steady_clock::time_point begin, end;
  std::int64_t steps = 0;
  double samples_per_step = 0;  // 0: steps have no samples
};

class Telemetry {
 public:
  Telemetry(const GpuSensors& sensors, c10::Device device);

  void start();
  void stop();
  bool has_sensors() const { return sampler_.has_value(); }
  // Those taken so far.
  std::vector<hardware::SensorSample> samples() const;

  // The readings within the span, its ends included, with times since its begin.
  std::vector<results::SensorReading> readings(const MeasuredSpan& span) const;
  // How busy others kept the cores between start and stop.
  std::optional<hardware::CpuLoad> others_load() const { return others_load_; }
  // Where that took cores which the measuring needed.
  std::optional<Message> others_warning() const;
  // Medians of the sensors, share of throttled readings, energy; the CPU's utilisation, by this
  // process and by others.
  std::vector<results::Metric> metrics(const MeasuredSpan& span) const;

 private:
  c10::Device device_;
  std::optional<hardware::SensorSampler> sampler_;
  bool is_slice_ = false;  // the sensors are the card's, whose memory other slices use, too
  std::vector<hardware::SensorSample> samples_;
  hardware::CpuUsage cpu_usage_;
  std::optional<double> cpu_percent_;
  hardware::OthersLoad others_;
  std::optional<hardware::CpuLoad> others_load_;
};

}  // namespace wgf::engine
