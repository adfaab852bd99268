// SPDX-License-Identifier: MIT
#include "advisor/predict/physics_bounds.h"

#include <algorithm>

namespace wgf::advisor {
TrainingWork training_work(const Network& network, double sequence) {
  return {training_passes(false) * least_forward_flops(network, sequence).total(),
          static_cast<double>(count_parameters(network).total())};
}

TrainingWork training_work(const NetworkTotals& totals, std::optional<double> gflops_forward) {
  TrainingWork work{std::nullopt, totals.params};
  if (gflops_forward) work.flops = training_passes(false) * *gflops_forward * giga;
  return work;
}

std::optional<FlopsPerSecond> highest_peak(const catalog::Gpu& gpu, ComputeType type) {
  struct Rate {
    const char* name;
    ComputeType type;
  };
  constexpr Rate rates[] = {{"fp4", ComputeType::fp4},   {"fp8", ComputeType::fp8},
                            {"bf16", ComputeType::bf16}, {"fp16", ComputeType::bf16},
                            {"tf32", ComputeType::tf32}, {"fp32", ComputeType::fp32}};
  std::optional<FlopsPerSecond> highest;
  for (const Rate& rate : rates) {
    const auto peak = catalog::clock_bound_peak(gpu, rate.name);
    if (type >= rate.type && peak && (!highest || *peak > *highest)) highest = peak;
  }
  return highest;
}

Seconds TrainingBounds::least() const {
  return by_flops ? std::max(*by_flops, by_bytes) : by_bytes;
}

std::optional<double> TrainingBounds::samples_per_second() const {
  if (least().value <= 0) return std::nullopt;
  return samples * gpus / least().value;
}

std::optional<double> TrainingBounds::samples_per_second_of_any_batch() const {
  if (!by_flops) return std::nullopt;
  return samples * gpus / by_flops->value;
}

TrainingBounds training_bounds(const TrainingWork& work, double samples, ComputeType type,
                               const catalog::Gpu& gpu, int gpus) {
  constexpr double passes = 3;
  TrainingBounds bounds;
  bounds.weight_bytes = type <= ComputeType::tf32 ? 4 : type == ComputeType::bf16 ? 2 : 1;
  bounds.samples = samples;
  bounds.gpus = gpus;
  bounds.peak = highest_peak(gpu, type);
  if (bounds.peak && work.flops)
    bounds.by_flops = Seconds(*work.flops * samples / bounds.peak->value);
  bounds.cache_bytes = catalog::cached_bytes(gpu);
  const double bytes = std::max(bounds.weight_bytes * work.params / gpus - bounds.cache_bytes, 0.0);
  bounds.by_bytes = Seconds(passes * bytes / gpu.memory_bandwidth.value);
  return bounds;
}

}  // namespace wgf::advisor
