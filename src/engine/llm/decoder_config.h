// SPDX-License-Identifier: MIT
#pragma once
// Reads config.json of Hugging Face as a decoder's shape, of the families this engine runs.

#include <span>
#include <string_view>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// "llama", "mistral", "mixtral", "qwen2", …: model_type as the file says it.
std::span<const std::string_view> decoder_families();

// Throws Error(not_supported) for another family or a feature that is not run, Error for fields
// that are missing or cannot be. `name`: what the text is called in messages.
DecoderShape read_decoder_config(std::string_view text, std::string_view name);

}  // namespace wgf::engine
