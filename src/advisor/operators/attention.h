// SPDX-License-Identifier: MIT
#pragma once
// The time of attention of one layer on one GPU: prefill, where every token attends to those before
// it, and decode, where one token a sequence attends to all that are cached.
// docs/method/operators.md.

#include <cstddef>
#include <span>

#include "advisor/operators/card_facts.h"
#include "advisor/operators/coefficient_field.h"
#include "base/units.h"

namespace wgf::advisor {

enum class CacheType { bf16, fp8 };
inline constexpr std::size_t cache_type_count = 2;

// Heads are those on this GPU. Where keys and values share what is cached (latent attention),
// cached_elements says how many numbers a token leaves; 0: heads of keys and of values.
struct AttentionShape {
  double sequences = 1;
  double heads = 1, kv_heads = 1;
  double key_dim = 128, value_dim = 128;
  double tokens = 1;   // a sequence, new in this step (prefill); decode has one
  double context = 1;  // a sequence, cached and new together
  double window = 0;   // tokens that a token looks back at most; 0: all
  double cached_elements = 0;
};

struct PrefillCoefficients {
  double energy_pj;        // bounds the sustained share of the peak, as in MatrixCoefficients
  double bandwidth_share;  // of the memory's bandwidth
  double start_us;         // least time of a call
  double sharpness;        // exponent of the sum of arithmetic, memory and latency
  double block_tokens;     // computed beyond the diagonal, per token
  double step_ns;          // least time of one step of context

  static std::span<const CoefficientField<PrefillCoefficients>> fields();
};

struct DecodeCoefficients {
  double energy_pj;
  double bandwidth_share;
  double start_us;
  double sharpness;
  double step_us;       // times the square root of the context: split and combined
  double cached_share;  // of the last-level cache that keeps the cache of keys between calls
  double head_ns;       // of one head of one sequence on 148 processors

  static std::span<const CoefficientField<DecodeCoefficients>> fields();
};

struct PrefillRates {
  double operations = 0, bytes = 0, start = 0, sharpness = 1, block_tokens = 0, step = 0;
  double cached_bytes_per_element = 2;
};
struct DecodeRates {
  double operations = 0, bytes = 0, start = 0, sharpness = 1, step = 0, cached_bytes = 0, head = 0;
  double cached_bytes_per_element = 2;
};
PrefillRates prefill_rates(const CardFacts& card, CacheType type,
                           const PrefillCoefficients& fitted);
DecodeRates decode_rates(const CardFacts& card, CacheType type, const DecodeCoefficients& fitted);

Seconds prefill_attention_time(const PrefillRates& rates, const AttentionShape& shape);
Seconds decode_attention_time(const DecodeRates& rates, const AttentionShape& shape);

}  // namespace wgf::advisor
