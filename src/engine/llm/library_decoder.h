// SPDX-License-Identifier: MIT
#pragma once
// Every family by LibTorch's own operators, on any device: what is right before it is fast, and
// what runs where no kernels of ours do.

#include <memory>

#include "engine/llm/decoder.h"
#include "engine/llm/decoder_weights.h"
#include "engine/llm/key_value_cache.h"

namespace wgf::engine {

// Shares the weights and the cache, which is in their type.
std::unique_ptr<Decoder> make_library_decoder(const DecoderShape& shape, DecoderWeights weights,
                                              std::shared_ptr<KeyValueCache> cache,
                                              std::int64_t most_tokens);
// What the weights mean without further rounding: everything computed in float32, a matrix
// converted each time it is used. With a plain cache of its own.
std::unique_ptr<Decoder> make_reference_decoder(const DecoderShape& shape, DecoderWeights weights,
                                                CacheSize size);
// With a plain cache of its own.
std::unique_ptr<Decoder> make_library_decoder(const DecoderShape& shape, DecoderWeights weights,
                                              CacheSize size);

}  // namespace wgf::engine
