// SPDX-License-Identifier: MIT
#pragma once
// The sensors of this machine's GPUs beside a load, where the server is on it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hardware/gpu_vendor.h"
#include "hardware/sensor_sampler.h"
#include "load/load_result.h"
#include "results/result.h"

namespace wgf::cli {

// What one GPU did within the measured span.
struct LoadedGpu {
  std::vector<results::SensorReading> readings;
  bool knows_throttling = false;
  std::optional<Joules> energy;
};

// Puts what they did together into the result: power and energy are sums, utilization is the mean,
// of clocks the lowest counts, of all else the highest; readings are of the one that was busiest.
// energy_per_token: of output tokens. Nothing of no GPU.
void add_gpus(const std::vector<LoadedGpu>& gpus, results::Result& result);

class GpuWatch {
 public:
  // uuid: of the server's; empty: those that a load keeps busy count.
  explicit GpuWatch(const std::string& uuid);

  void start();
  // Those that count, within the span; none of no span. Stops.
  std::vector<LoadedGpu> stop(const std::optional<load::MeasuredSpan>& span);

 private:
  std::vector<std::unique_ptr<hardware::GpuVendor>> vendors_;
  std::vector<std::unique_ptr<hardware::SensorSampler>> samplers_;
  bool counts_all_ = false;  // else those that are busy
};

}  // namespace wgf::cli
