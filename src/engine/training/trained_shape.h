// SPDX-License-Identifier: MIT
#pragma once
// Reads config.json of Hugging Face as the shape of a decoder that is trained: what llm reads,
// GPT-2 and DeepSeekMoE.

#include <string_view>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// Throws as read_decoder_config does.
DecoderShape read_trained_shape(std::string_view text, std::string_view name);

// With another number of experts, whose tokens pass as many numbers. 1: dense layers as wide as
// what a token passes of its experts. More: so many experts, of which a token takes as many as
// before; those of a dense decoder are half as wide as its layers and a token takes two. Throws
// Error(network.no_experts_of) for what cannot be.
DecoderShape with_experts(DecoderShape shape, std::int64_t experts);

}  // namespace wgf::engine
