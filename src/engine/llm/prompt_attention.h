// SPDX-License-Identifier: MIT
#pragma once
// Attention of whole texts, and of their last tokens, by LibTorch's kernels.

#include <ATen/core/Tensor.h>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// heads [sequences, tokens, (heads + 2 kv_heads) head_size], rotated: [sequences, tokens, heads
// head_size]. Each token sees itself and those before it, in layers with a window as many as that
// holds; a sink [heads] takes its share of the weights. Windows and sinks on NVIDIA GPUs alone.
at::Tensor attend_prompt(const DecoderShape& shape, std::size_t layer, const at::Tensor& heads,
                         const at::Tensor& sinks);

// The same of the last tokens of texts, whose keys and values [sequences, kv_heads, seen,
// head_size] are all those of the texts, and theirs. On NVIDIA GPUs alone.
at::Tensor attend_prompt_part(const DecoderShape& shape, std::size_t layer, const at::Tensor& heads,
                              const at::Tensor& keys, const at::Tensor& values,
                              const at::Tensor& sinks);

}  // namespace wgf::engine
