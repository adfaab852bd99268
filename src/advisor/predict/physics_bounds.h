// SPDX-License-Identifier: MIT
#pragma once
// What no card can beat, from FLOPs and bytes alone: all that is said where the time of a step is
// not known (CNNs, cards of which no training was published).

#include <optional>

#include "advisor/memory/estimate.h"
#include "advisor/network/network.h"
#include "advisor/training/training_case.h"
#include "catalog/gpu.h"

namespace wgf::advisor {

// Products of a training over those of its forward pass, at least: adapters alone are trained
// beside frozen weights, which have no gradient of their own.
constexpr double training_passes(bool has_adapters) {
  return has_adapters ? 2 : 3;
}

struct TrainingWork {
  std::optional<double> flops;  // forward and backward, one sample
  double params = 0;
};
TrainingWork training_work(const Network& network, double sequence);
// Of 224 x 224 images where the network is one of images.
TrainingWork training_work(const NetworkTotals& totals, std::optional<double> gflops_forward);

struct TrainingBounds {
  std::optional<Seconds> by_flops;  // of one step; nothing: FLOPs or peak are not known
  std::optional<FlopsPerSecond> peak;
  Seconds by_bytes;
  double weight_bytes = 2;  // of one number
  double samples = 0;       // of one step on one card
  int gpus = 1;

  Seconds least() const;
  double cache_bytes = 0;  // of the card's last two levels

  // Nothing: FLOPs or peak are not known and the weights stay in the cache.
  std::optional<double> samples_per_second() const;
  // However many samples share one reading of the weights.
  std::optional<double> samples_per_second_of_any_batch() const;
};

// FLOPs at the highest peak the silicon has in that type; weights read twice and their gradients
// written once at the card's bandwidth, of each card its share of them, which tensor parallelism
// would leave it, less what stays in its caches.
TrainingBounds training_bounds(const TrainingWork& work, double samples, ComputeType type,
                               const catalog::Gpu& gpu, int gpus);

// The highest dense rate of the type, or of a wider one where that is faster or the only one.
std::optional<FlopsPerSecond> highest_peak(const catalog::Gpu& gpu, ComputeType type);

}  // namespace wgf::advisor
