// SPDX-License-Identifier: MIT
#pragma once
// Bytes that weights, gradients and optimizer take a parameter. Sources: the ZeRO paper (arXiv
// 1910.02054, section 3.1: 2 + 2 + 12 bytes for mixed precision with Adam), Megatron-LM
// docs/source/api-guide/dist_optimizer.md (fp16 or bf16 parameters, fp32 gradients: 18, or 6 + 12/d
// with the distributed optimizer), torch.optim (AdamW keeps two numbers of the parameter's own
// type, SGD with momentum one), Adafactor (arXiv 1804.04235: a row and a column of second moments),
// 8-bit Adam (arXiv 2110.02861: two bytes and two fp32 scales for every 256 numbers), QLoRA (arXiv
// 2305.14314: 4.127 bits with double quantisation). Formats of four bits: operators/matrix_type.h.

#include "advisor/memory/memory_case.h"
#include "advisor/network/network.h"

namespace wgf::advisor {

// Bytes for each parameter that is trained.
struct StateBytes {
  double weights = 0, gradients = 0;
  double master = 0;     // fp32 copy the optimizer works on
  double moments = 0;    // what the optimizer remembers
  double cast_copy = 0;  // 16-bit copies autocast keeps until the backward pass is done
};
StateBytes state_bytes(const MemoryCase& one, double hidden);

// Bytes a weight takes that is only read. Tables stay in 16 bits where matrices of layers are
// narrower, and so does the attention of mixtures of experts that are served in int4 or fp4, as
// published checkpoints have it (serving/cache_room.h says the same of a service).
struct FrozenBytes {
  double layers = 0, attention = 0, experts = 0, tables = 0;
};
FrozenBytes frozen_bytes(const MemoryCase& one, const Network& network);

// Served so the experts stay as they were published, and all else in 16 bits, or in 8 where it is
// published so.
bool keeps_mxfp4_experts(const Network& network, const MemoryCase& one);

// Numbers of the low-rank adapters of one layer: rank x (in + out) for every matrix they stand
// beside.
double adapter_params(const Network& network, const LayerGroup& group, int rank, bool everywhere);

}  // namespace wgf::advisor
