// SPDX-License-Identifier: MIT
#pragma once
// Reads one GPU's sensors on a thread of its own while something is measured. Without a GPU it
// samples nothing and starts no thread.

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "hardware/gpu.h"

namespace wgf::hardware {

class GpuVendor;

struct SensorSample {
  std::chrono::steady_clock::time_point time;
  GpuReading reading;
};

class SensorSampler {
 public:
  using ReadSensors = std::function<GpuReading()>;
  static constexpr std::chrono::milliseconds default_period{50};

  SensorSampler() = default;  // samples nothing
  explicit SensorSampler(ReadSensors read, std::chrono::milliseconds period = default_period);
  // The vendor must outlive the sampler. A null vendor samples nothing.
  SensorSampler(GpuVendor* vendor, int index, std::chrono::milliseconds period = default_period);
  ~SensorSampler();
  SensorSampler(const SensorSampler&) = delete;
  SensorSampler& operator=(const SensorSampler&) = delete;

  bool can_read() const { return static_cast<bool>(read_); }
  // Forgets earlier samples, takes one at once, then one each period (held to 20 to 100 ms).
  void start();
  // Takes a last sample, so that every run has a reading at both ends, and hands all of them over.
  std::vector<SensorSample> stop();
  // Those taken so far, while it goes on.
  std::vector<SensorSample> samples() const;

 private:
  void take_sample();
  void run(const std::stop_token& stop);

  ReadSensors read_;
  std::chrono::milliseconds period_ = default_period;
  mutable std::mutex mutex_;  // guards samples_
  std::vector<SensorSample> samples_;
  std::jthread thread_;
};

// Energy the GPU took between two instants: from its energy counter where it has one (interpolated
// between readings), else the trapezoid of power. Nothing where the samples do not span the time.
std::optional<Joules> energy_between(std::span<const SensorSample> samples,
                                     std::chrono::steady_clock::time_point from,
                                     std::chrono::steady_clock::time_point to);

}  // namespace wgf::hardware
