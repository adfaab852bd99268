// SPDX-License-Identifier: MIT
#include "results/sensor_metrics.h"

#include <algorithm>

#include "base/statistics.h"

namespace wgf::results {
namespace {

constexpr double two_driver_periods_s = 0.4;

// Median of a sensor over the readings that have it.
void append_median(std::vector<Metric>& metrics, std::string_view tag,
                   const std::vector<SensorReading>& readings,
                   std::optional<double> SensorReading::*field) {
  std::vector<double> values;
  for (const SensorReading& reading : readings)
    if (reading.*field) values.push_back(*(reading.*field));
  if (!values.empty()) metrics.push_back(single_metric(tag, median(values)));
}

void append_memory_peak(std::vector<Metric>& metrics, const std::vector<SensorReading>& readings) {
  double peak = 0;
  for (const SensorReading& reading : readings)
    peak = std::max(peak, reading.memory_used_gib.value_or(0));
  if (peak > 0) metrics.push_back(single_metric("memory_device_peak", peak));
}

}  // namespace

std::optional<double> utilization_of(const std::vector<SensorReading>& readings) {
  std::vector<double> all, of_span;
  for (const SensorReading& reading : readings) {
    if (!reading.gpu_utilization) continue;
    all.push_back(*reading.gpu_utilization);
    if (reading.time_s >= two_driver_periods_s) of_span.push_back(all.back());
  }
  if (all.empty()) return std::nullopt;
  return median(of_span.empty() ? all : of_span);
}

std::vector<Metric> sensor_metrics(const std::vector<SensorReading>& readings,
                                   bool knows_throttling) {
  std::vector<Metric> metrics;
  if (readings.empty()) return metrics;
  if (const auto percent = utilization_of(readings))
    metrics.push_back(single_metric("gpu_utilization", *percent));
  append_median(metrics, "power", readings, &SensorReading::power_w);
  append_median(metrics, "sm_clock", readings, &SensorReading::sm_clock_mhz);
  append_median(metrics, "memory_clock", readings, &SensorReading::memory_clock_mhz);
  append_median(metrics, "temperature", readings, &SensorReading::temperature_c);
  append_memory_peak(metrics, readings);
  if (!knows_throttling) return metrics;
  const auto throttled =
      std::count_if(readings.begin(), readings.end(),
                    [](const SensorReading& one) { return !one.throttle_reasons.empty(); });
  metrics.push_back(single_metric("throttled_share", 100.0 * static_cast<double>(throttled) /
                                                         static_cast<double>(readings.size())));
  return metrics;
}

}  // namespace wgf::results
