// SPDX-License-Identifier: MIT
#pragma once
// The terms of an estimate, group by group.

#include <span>

#include "advisor/memory/estimate.h"

namespace wgf::advisor {

// One pipeline stage of one case: what every group of terms is computed from.
struct StageCase {
  const Network& network;
  const MemoryCase& one;
  const StageShape& shape;
  std::span<const LayerActivations> activations;  // of the network's groups of layers
};

// The estimate of one stage, in the place of what it held before.
void describe_stage(MemoryEstimate& estimate, const StageCase& at);
// The same in two halves: weights, gradients and optimizer, which hang on neither micro-batch nor
// recomputation; and all else behind them.
void describe_states(MemoryEstimate& estimate, const StageCase& at);
void describe_rest(MemoryEstimate& estimate, const StageCase& at);

void add_training_states(std::vector<Term>& terms, const StageCase& at);
void add_frozen_states(std::vector<Term>& terms, const StageCase& at);  // inference, LoRA, QLoRA
void add_training_activations(std::vector<Term>& terms, const StageCase& at);
void add_serving_terms(std::vector<Term>& terms, const StageCase& at);
// Gradients do not exist yet when activations peak, unless something keeps them.
void add_not_at_once(std::vector<Term>& terms, const MemoryCase& one);
// The allocator's gap, context, NCCL and graphs.
void add_overheads(std::vector<Term>& terms, const MemoryCase& one);

}  // namespace wgf::advisor
