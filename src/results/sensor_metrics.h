// SPDX-License-Identifier: MIT
#pragma once
// What the readings of a device's sensors say as metrics.

#include <optional>
#include <vector>

#include "base/units.h"
#include "results/metrics.h"
#include "results/result.h"

namespace wgf::results {

// gpu: a reading as hardware/ takes it, so long after the first measured work began.
template <typename GpuReading>
SensorReading sensor_reading(const GpuReading& gpu, double time_s) {
  SensorReading reading;
  reading.time_s = time_s;
  reading.sm_clock_mhz = gpu.sm_clock_mhz;
  reading.memory_clock_mhz = gpu.memory_clock_mhz;
  reading.temperature_c = gpu.temperature_c;
  reading.gpu_utilization = gpu.gpu_utilization;
  if (gpu.power) reading.power_w = gpu.power->value;
  if (gpu.memory_used) reading.memory_used_gib = in_gib(*gpu.memory_used);
  if (gpu.throttle_reasons) reading.throttle_reasons = *gpu.throttle_reasons;
  return reading;
}

// Percent: median of the readings that tell of the span alone. A driver tells how busy the GPU was
// in the period before its last look (0.2 s on an H200, renewed as often), so that a reading of the
// first two periods may tell of what was before the first step. A shorter span: of all.
std::optional<double> utilization_of(const std::vector<SensorReading>& readings);

// Utilization, medians of power, clocks and temperature, the highest memory in use; where the
// driver tells why it slows down, the share of readings in which it did. Empty without readings.
std::vector<Metric> sensor_metrics(const std::vector<SensorReading>& readings,
                                   bool knows_throttling);

}  // namespace wgf::results
