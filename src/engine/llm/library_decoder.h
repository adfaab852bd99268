// SPDX-License-Identifier: MIT
#pragma once
// Every family by LibTorch's own operators, on any device: what is right before it is fast, and
// what runs where no kernels of ours do.

#include <memory>

#include "engine/llm/decoder.h"
#include "engine/llm/decoder_weights.h"

namespace wgf::engine {

// Shares the weights. The cache is in their type.
std::unique_ptr<Decoder> make_library_decoder(const DecoderShape& shape, DecoderWeights weights,
                                              CacheSize cache);

}  // namespace wgf::engine
