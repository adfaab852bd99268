// SPDX-License-Identifier: MIT
#pragma once
// Steps of decoding by our own kernels, prompts by LibTorch's operators, both on one paged cache.

#include <memory>

#include "engine/llm/decoder.h"
#include "engine/llm/decoder_weights.h"
#include "engine/llm/key_value_cache.h"

namespace wgf::engine {

// In bf16 on a GPU. Throws Error(not_supported) where our kernels do not cover the shape or the
// number of sequences, or the machine cannot compile them.
std::unique_ptr<Decoder> make_device_decoder(const DecoderShape& shape, DecoderWeights weights,
                                             CacheSize size);

}  // namespace wgf::engine
