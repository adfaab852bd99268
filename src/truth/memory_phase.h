// SPDX-License-Identifier: MIT
#pragma once
// What the phase of a published row of memory says was measured.

#include <string>
#include <string_view>

namespace wgf::truth {

// "serving: weights per GPU" → "weights"; "params+grads+optimizer" and "model states" → "states";
// "optimizer states", "weights + optimizer", "weights + KV cache" (of servers that take as much as
// they need) → their parts with + between; "training peak" is what PyTorch has reserved, and of
// Megatron's family (by the source's name) what its tensors take. Throws Unreadable for what is of
// no card or of no run, and for pools, which servers take whole.
std::string memory_metric_of(std::string_view phase, std::string_view source);

// Whether the metric is of weights, gradients and optimizer alone, which no batch changes.
bool is_of_states(std::string_view metric);

// "weights, total over GPUs".
bool adds_up_gpus(std::string_view phase);

bool is_of_megatron(std::string_view source);  // in lower case

}  // namespace wgf::truth
