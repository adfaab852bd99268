// SPDX-License-Identifier: MIT
#pragma once
// Attention of some queries to some keys, as pieces that add up (TrainingOperations::join).

#include "engine/training/operations.h"

namespace wgf::engine {

// Queries and keys of `heads` may be different tokens. is_causal: they are the same; else every
// query sees every key. Throws Error(not_supported) for float32 on a GPU.
Attended attend_to(const Heads& heads, bool is_causal, double scale);

// Of a piece. whole: of all pieces of these queries together, whose gradient d_output is.
HeadTensors attend_to_backward(const at::Tensor& d_output, const Heads& heads,
                               const Attended& whole, bool is_causal, double scale);

}  // namespace wgf::engine
