// SPDX-License-Identifier: MIT
#include "engine/data/busy_share.h"

#include <algorithm>
#include <vector>

#include "base/statistics.h"

namespace wgf::engine {
namespace {

using results::Result;
using results::SensorReading;

constexpr double idle_below = 10;  // percent

struct Interval {
  double begin = 0, end = 0;  // seconds since the first measured step
};

std::vector<Interval> intervals_of(double total, double length) {
  std::vector<Interval> intervals;
  for (std::size_t i = 0; static_cast<double>(i + 1) * length <= total; ++i)
    intervals.push_back({static_cast<double>(i) * length, static_cast<double>(i + 1) * length});
  if (intervals.empty() && total > 0) intervals.push_back({0, total});
  return intervals;
}

std::optional<double> gpu_share(const Result& result, const Interval& interval) {
  std::vector<double> values;
  for (const SensorReading& reading : result.sensors)
    if (reading.gpu_utilization && reading.time_s >= interval.begin &&
        reading.time_s < interval.end)
      values.push_back(*reading.gpu_utilization);
  return values.empty() ? std::nullopt : std::optional(mean(values));
}

double waited_in(const Interval& interval, std::span<const HostSpan> waits) {
  const auto seconds = [&](std::chrono::steady_clock::time_point time) {
    return std::chrono::duration<double>(time - waits.front().begin).count();
  };
  double waited = 0;
  for (const HostSpan& wait : waits)
    waited += std::max(0.0, std::min(seconds(wait.end), interval.end) -
                                std::max(seconds(wait.begin), interval.begin));
  return waited;
}

}  // namespace

void add_busy_share(Result& result, std::span<const HostSpan> waits, Seconds interval) {
  const results::Metric* time = result.find("measured_time");
  if (time == nullptr || time->value <= 0 || waits.empty() || interval.value <= 0) return;
  const double total = time->value;
  const bool has_sensor =
      std::any_of(result.sensors.begin(), result.sensors.end(),
                  [](const SensorReading& reading) { return reading.gpu_utilization.has_value(); });
  std::vector<double> shares;
  std::vector<SensorReading> readings;
  for (const Interval& one : intervals_of(total, interval.value)) {
    const std::optional<double> share =
        has_sensor ? gpu_share(result, one)
                   : 100 * (1 - waited_in(one, waits) / (one.end - one.begin));
    if (!share) continue;
    shares.push_back(std::clamp(*share, 0.0, 100.0));
    readings.push_back({.time_s = one.end, .busy_share = shares.back()});
  }
  const auto add = [&](const char* tag, double value) {
    result.metrics.push_back(results::single_metric(tag, value));
  };
  add("loader_wait_share", 100 * std::min(1.0, waited_in({0, total}, waits) / total));
  if (shares.empty()) return;
  add("busy_mean", mean(shares));
  add("busy_deviation", standard_deviation(shares));
  const auto idle =
      std::count_if(shares.begin(), shares.end(), [](double share) { return share < idle_below; });
  add("idle_share", 100 * static_cast<double>(idle) / static_cast<double>(shares.size()));
  result.sensors.insert(result.sensors.end(), readings.begin(), readings.end());
  std::stable_sort(
      result.sensors.begin(), result.sensors.end(),
      [](const SensorReading& a, const SensorReading& b) { return a.time_s < b.time_s; });
}

}  // namespace wgf::engine
