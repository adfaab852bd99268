// SPDX-License-Identifier: MIT
#pragma once
// What serving keeps of the tokens it has seen.

#include "advisor/memory/rank_params.h"

namespace wgf::advisor {

// Bytes of one number in the cache: of cache_precision, else of the activations (16 bits where
// weights are quantised).
double cache_number_bytes(const MemoryCase& one);

// Of one layer, sequence and rank: numbers a token x min(sequence, window) x bytes. Grouped
// attention's key-value heads are split by tp, each at least one whole head; the latent cache of
// MLA is one vector that every rank keeps; a recurrent layer has its state (fp32) whatever the
// length.
double layer_cache_bytes(const LayerGroup& group, const MemoryCase& one);

// Of the stage's layers and all sequences.
double stage_cache_bytes(const Stage& stage, const MemoryCase& one);

}  // namespace wgf::advisor
