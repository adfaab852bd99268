// SPDX-License-Identifier: MIT
#pragma once
// Every way to lay out a training on so many GPUs that Megatron-Core or torchtitan would accept.
// docs/method/plan.md.

#include <optional>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/training/node.h"
#include "advisor/training/training_case.h"

namespace wgf::advisor {

// What the user fixed; empty: searched.
struct PlanLimits {
  std::optional<int> tp, pp, cp, ep, virtual_stages, zero;
  std::optional<double> micro_batch;
  std::optional<Recompute> recompute;
};

// The values each dimension may have. Data parallelism takes what the others leave.
struct PlanSpace {
  std::vector<int> tp;  // divisors of a node, splitting heads evenly, key-value heads too or whole
  std::vector<int> cp;  // the sequence cut into 2 cp equal pieces
  std::vector<int> ep;  // divisors of the experts
  std::vector<int> pp;  // up to a layer each; where they do not divide, some have fewer
  std::vector<double> micro_batches;  // powers of two, up to 64 sequences
  std::vector<Recompute> recompute;
  std::vector<ComputeType> types;

  // Chunks of layers on each stage: 1, and with a pipeline all up to most_chunks().
  std::vector<int> virtual_stages(int pp) const;
  // 1, and 2 and 3 where there is no pipeline: stages would gather anew for every micro-batch. 0
  // where it was asked for, or there is nobody to share with.
  std::vector<int> zero(int pp, int shards) const;

  int layers = 1;
  PlanLimits limits;
};

// Throws Error(usage) where a limit leaves nothing: "tp 7 does not divide 64 heads". The node must
// divide `gpus` where they are more (even_node).
PlanSpace plan_space(const Network& network, double sequence, int gpus, const Node& node,
                     std::vector<ComputeType> types, const PlanLimits& limits);

// What a limit leaves of a layout: whole data-parallel ranks, experts spread over whole groups,
// whole micro-batches; with chunks of stages as many micro-batches as rounds of stages. Sets dp.
bool completes_layout(Layout& layout, int gpus, double global_batch, double micro_batch);

}  // namespace wgf::advisor
