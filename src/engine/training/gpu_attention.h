// SPDX-License-Identifier: MIT
#pragma once
// Attention on GPUs, forward and backward, by the kernels LibTorch brings: cuDNN's where it
// takes the shape, else FlashAttention 2, or the memory-efficient ones for float32.

#include "engine/training/operations.h"

namespace wgf::engine {

// is_causal: queries and keys are the same tokens; else every query sees every key.
Attended gpu_attention(const Heads& heads, double scale, bool is_causal = true);
HeadTensors gpu_attention_backward(const at::Tensor& d_output, const Heads& heads,
                                   const Attended& attended, double scale, bool is_causal = true);

}  // namespace wgf::engine
