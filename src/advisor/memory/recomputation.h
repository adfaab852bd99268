// SPDX-License-Identifier: MIT
#pragma once
// What recomputation leaves of a layer until the way back: its input alone (full), all but the
// scores (attention's core, Megatron's selective), or the input, flash attention's output and every
// second product (PyTorch's selective checkpointing per operator).

#include "advisor/memory/memory_case.h"
#include "advisor/network/network.h"

namespace wgf::advisor {

// Bytes a token on one rank of a layer of which `whole` are kept without recomputation.
double bytes_until_backward(const Network& network, const LayerGroup& group, const MemoryCase& one,
                            double whole);

// Numbers a token that the products of one layer put out, on all ranks together.
double products_of_layer(const Network& network, const LayerGroup& group);

}  // namespace wgf::advisor
