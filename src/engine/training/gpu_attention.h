// SPDX-License-Identifier: MIT
#pragma once
// Causal attention on GPUs, forward and backward, by the kernels LibTorch brings: cuDNN's where it
// takes the shape, else FlashAttention 2, or the memory-efficient ones for float32.

#include "engine/training/operations.h"

namespace wgf::engine {

Attended gpu_attention(const Heads& heads, double scale);
HeadTensors gpu_attention_backward(const at::Tensor& d_output, const Heads& heads,
                                   const Attended& attended, double scale);

}  // namespace wgf::engine
