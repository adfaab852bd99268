// SPDX-License-Identifier: MIT
#pragma once
// Reads config.json of Hugging Face as the shape of a decoder that is trained: what llm reads, and
// GPT-2.

#include <string_view>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// Throws as read_decoder_config does.
DecoderShape read_trained_shape(std::string_view text, std::string_view name);

}  // namespace wgf::engine
