// SPDX-License-Identifier: MIT
#pragma once
// Whether a decoder computes what its weights mean: its next-token probabilities beside those of
// float32 on the same histories (docs/method/llm.md). A wrong decode can be fast.

#include <c10/core/Device.h>

#include <cmath>
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
  double mixed_divergence = 0;  // mean after mixed passes, whose few tokens may be twice as far
  // Not a number where one of them is not.
  double furthest() const {
    const double mixed = mixed_divergence / 2;
    return !std::isfinite(interval.high) || interval.high >= mixed ? interval.high : mixed;
  }
  bool is_right() const { return furthest() <= largest_allowed; }
};

// What of a decoder is used: steps after whole prompts, or mixed passes too.
enum class CheckedPasses { steps, mixed };

// The least that `largest_allowed` is, however little LibTorch's operators lose: of each precision
// its own, with the reason beside it.
double least_divergence_allowed(c10::ScalarType type, WeightFormat format);

// Texts of random tokens, read one token after another by step() and, before that, as a prompt of
// half the length; `sequences` as many as the decoder is measured with, `cache` as it keeps them.
// Mixed passes of a decoder with experts, whose choices none could follow, are not compared.
Numerics check_numerics(Decoder& decoder, const DecoderShape& shape, const DecoderWeights& weights,
                        std::int64_t sequences, CacheFormat cache, std::uint64_t seed,
                        CheckedPasses passes = CheckedPasses::steps);

}  // namespace wgf::engine
