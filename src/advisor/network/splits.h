// SPDX-License-Identifier: MIT
#pragma once
// Whether a network's heads and experts can be shared out among so many GPUs.

#include "advisor/network/network.h"

namespace wgf::advisor {

// Heads go in equal parts; so do key-value heads, or each of them lies whole on several GPUs.
bool splits_heads(const LayerGroup& group, int tp);
bool splits_heads(const Network& network, int tp);

// Of every layer that has experts.
bool splits_experts(const Network& network, int ep);

// GPUs that have one set of experts together: those of expert parallelism, else of tensor
// parallelism, which cuts each expert, as Megatron does.
int expert_ranks(int tp, int ep);
// Of these, those that one expert is cut into: one where they have whole experts each.
int expert_parts(int tp, int ep);

// Of the layer that has most; 1 without any.
int most_experts(const Network& network);

}  // namespace wgf::advisor
