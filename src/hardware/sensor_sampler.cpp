// SPDX-License-Identifier: MIT
#include "hardware/sensor_sampler.h"

#include <algorithm>
#include <condition_variable>
#include <utility>

#include "hardware/gpu_vendor.h"

namespace wgf::hardware {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

// One quantity over time, from the samples that have it.
struct Point {
  Clock::time_point time;
  double value = 0;
};

double value_at(std::span<const Point> points, Clock::time_point time) {
  const auto after = std::lower_bound(points.begin(), points.end(), time,
                                      [](const Point& point, auto t) { return point.time < t; });
  if (after == points.begin()) return points.front().value;
  if (after == points.end()) return points.back().value;
  const auto before = std::prev(after);
  const double span = seconds_between(before->time, after->time);
  const double share = span > 0 ? seconds_between(before->time, time) / span : 1;
  return before->value + share * (after->value - before->value);
}

bool spans(std::span<const Point> points, Clock::time_point from, Clock::time_point to) {
  // A thread is woken a little late: readings may begin and end up to one longest period inside.
  return points.size() >= 2 && points.front().time <= from + 100ms &&
         points.back().time >= to - 100ms;
}

double trapezoid(std::span<const Point> points, Clock::time_point from, Clock::time_point to) {
  double sum = 0;
  Point previous{from, value_at(points, from)};
  const auto add = [&](const Point& next) {
    sum += seconds_between(previous.time, next.time) * (previous.value + next.value) / 2;
    previous = next;
  };
  for (const Point& point : points)
    if (point.time > from && point.time < to) add(point);
  add({to, value_at(points, to)});
  return sum;
}

}  // namespace

SensorSampler::SensorSampler(ReadSensors read, std::chrono::milliseconds period)
    : read_(std::move(read)), period_(std::clamp(period, 20ms, 100ms)) {}

SensorSampler::SensorSampler(GpuVendor* vendor, int index, std::chrono::milliseconds period)
    : SensorSampler(vendor == nullptr ? ReadSensors() : ReadSensors([vendor, index] {
                      return vendor->read(index);
                    }),
                    period) {}

SensorSampler::~SensorSampler() = default;

void SensorSampler::start() {
  if (!can_read()) return;
  thread_ = std::jthread();  // ends an earlier one
  {
    const std::lock_guard lock(mutex_);
    samples_.clear();
  }
  take_sample();
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

std::vector<SensorSample> SensorSampler::stop() {
  if (thread_.joinable()) {
    thread_ = std::jthread();
    take_sample();
  }
  const std::lock_guard lock(mutex_);
  return std::exchange(samples_, {});
}

std::vector<SensorSample> SensorSampler::samples() const {
  const std::lock_guard lock(mutex_);
  return samples_;
}

void SensorSampler::take_sample() {
  // A reading takes up to some milliseconds; its middle is when the values were true.
  const Clock::time_point before = Clock::now();
  GpuReading reading = read_();
  const Clock::time_point after = Clock::now();
  const std::lock_guard lock(mutex_);
  samples_.push_back({before + (after - before) / 2, std::move(reading)});
}

void SensorSampler::run(const std::stop_token& stop) {
  std::mutex sleep_mutex;
  std::condition_variable_any wake;
  Clock::time_point next = Clock::now();
  while (!stop.stop_requested()) {
    next = std::max(next + period_, Clock::now());
    std::unique_lock lock(sleep_mutex);
    if (wake.wait_until(lock, stop, next, [] { return false; }) || stop.stop_requested()) return;
    take_sample();
  }
}

std::optional<Joules> energy_between(std::span<const SensorSample> samples, Clock::time_point from,
                                     Clock::time_point to) {
  std::vector<Point> energy;
  std::vector<Point> power;
  for (const SensorSample& sample : samples) {
    if (sample.reading.energy) energy.push_back({sample.time, sample.reading.energy->value});
    if (sample.reading.power) power.push_back({sample.time, sample.reading.power->value});
  }
  if (to <= from) return std::nullopt;
  const double counted =
      spans(energy, from, to) ? value_at(energy, to) - value_at(energy, from) : 0;
  if (counted > 0) return Joules(counted);
  if (spans(power, from, to)) return Joules(trapezoid(power, from, to));
  return std::nullopt;
}

}  // namespace wgf::hardware
