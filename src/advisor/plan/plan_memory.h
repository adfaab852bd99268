// SPDX-License-Identifier: MIT
#pragma once
// estimate_memory() for a search: shapes of stages, their states and activations of layers are
// computed once for all layouts that share them.

#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "advisor/memory/estimate.h"

namespace wgf::advisor {

// Weights, gradients and optimizer of the stages of one layout: the same for all micro-batches,
// chunks and recomputations.
struct StageStates {
  const std::vector<StageShape>* shapes = nullptr;
  std::vector<MemoryEstimate> estimates;  // of each shape, without all else
};

class PlanMemory {
 public:
  explicit PlanMemory(const Network& network) : network_(network) {}

  StageStates states(const MemoryCase& one);

  // Bytes that nine in ten such trainings stay below on the fullest GPU; `states` are the case's.
  // Where that is above `enough`, any number above it.
  double needed(const MemoryCase& one, const StageStates& states,
                double enough = std::numeric_limits<double>::infinity());

 private:
  const std::vector<LayerActivations>& activations(const MemoryCase& one);

  const Network& network_;
  std::map<std::tuple<int, int, int>, std::vector<StageShape>> shapes_;       // tp, pp, ep
  using ActivationKey = std::tuple<int, Precision, Recipe, Recompute, bool>;  // tp, …, FSDP
  std::map<ActivationKey, std::vector<LayerActivations>> activations_;
  ActivationKey last_key_;
  const std::vector<LayerActivations>* last_ = nullptr;  // neighbours in a search ask the same
  MemoryEstimate estimate_;                              // its room is used again
};

}  // namespace wgf::advisor
