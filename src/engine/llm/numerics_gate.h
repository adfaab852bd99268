// SPDX-License-Identifier: MIT
#pragma once
// Whether a decoder computes what its weights mean: its next-token probabilities beside those of
// float32 on the same histories (docs/method/llm.md). A wrong decode can be fast.

#include <c10/core/Device.h>

#include <cstdint>

#include "base/statistics.h"
#include "engine/llm/decoder.h"
#include "engine/llm/decoder_weights.h"
#include "engine/llm/key_value_cache.h"

namespace wgf::engine {

struct Numerics {
  double divergence = 0;        // mean Kullback-Leibler divergence from float32, nats a token
  Interval interval;            // of it, 95 %, by bootstrap over tokens
  double perplexity_ratio = 1;  // of the history itself, beside float32's
  double largest_allowed = 0;   // of the interval's upper end
  bool is_right() const { return interval.high <= largest_allowed; }
};

// The least that `largest_allowed` is, however little LibTorch's operators lose: of each precision
// its own, with the reason beside it.
double least_divergence_allowed(c10::ScalarType type, WeightFormat format);

// Texts of random tokens, read one token after another by step() and, before that, as a prompt of
// half the length; `sequences` as many as the decoder is measured with, `cache` as it keeps them.
Numerics check_numerics(Decoder& decoder, const DecoderShape& shape, const DecoderWeights& weights,
                        std::int64_t sequences, CacheFormat cache, std::uint64_t seed);

}  // namespace wgf::engine
