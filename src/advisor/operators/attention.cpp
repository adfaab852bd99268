// SPDX-License-Identifier: MIT
#include "advisor/operators/attention.h"

#include <algorithm>
#include <cmath>

#include "advisor/operators/power_sum.h"

namespace wgf::advisor {
namespace {

constexpr double micro = 1e-6, nano = 1e-9;
constexpr double bf16_bytes = 2;
constexpr double reference_processors = 148;

constexpr CoefficientField<PrefillCoefficients> prefill_fields[] = {
    {"energy_pj", &PrefillCoefficients::energy_pj, 1.2, 0.4},
    {"bandwidth_share", &PrefillCoefficients::bandwidth_share, 0.5, 0.4},
    {"start_us", &PrefillCoefficients::start_us, 9, 0.5},
    {"sharpness", &PrefillCoefficients::sharpness, 1.5, 0.4},
    {"block_tokens", &PrefillCoefficients::block_tokens, 150, 1.0},
    {"step_ns", &PrefillCoefficients::step_ns, 5, 0.5},
};

constexpr CoefficientField<DecodeCoefficients> decode_fields[] = {
    {"energy_pj", &DecodeCoefficients::energy_pj, 20, 0.7},
    {"bandwidth_share", &DecodeCoefficients::bandwidth_share, 0.85, 0.15},
    {"start_us", &DecodeCoefficients::start_us, 8, 0.5},
    {"sharpness", &DecodeCoefficients::sharpness, 2.5, 0.4},
    {"step_us", &DecodeCoefficients::step_us, 0.05, 0.7},
    {"cached_share", &DecodeCoefficients::cached_share, 0.05, 1.0},
    {"head_ns", &DecodeCoefficients::head_ns, 2, 1.0},
};

// The fp8 peak where the card has one and the cache is fp8, else that of bf16.
Arithmetic arithmetic_of(const CardFacts& card, CacheType type) {
  return type == CacheType::fp8 && card.peak(Arithmetic::fp8) > 0 ? Arithmetic::fp8
                                                                  : Arithmetic::bf16;
}

double sustained(const CardFacts& card, CacheType type, double energy_pj) {
  const Arithmetic arithmetic = arithmetic_of(card, type);
  return card.peak(arithmetic) * sustained_share(card, arithmetic, energy_pj);
}

double bytes_per_element(CacheType type) {
  return type == CacheType::bf16 ? bf16_bytes : 1;
}

double cached_elements(const AttentionShape& shape) {
  return shape.cached_elements > 0 ? shape.cached_elements
                                   : shape.kv_heads * (shape.key_dim + shape.value_dim);
}

// Pairs of a new token and one it attends to, of one sequence and head; block: those computed in
// vain, per new token.
double attended_pairs(const AttentionShape& shape, double block) {
  const double before = shape.context - shape.tokens;
  const double all = shape.tokens * (before + (shape.tokens + block) / 2);
  if (shape.window <= 0 || shape.window >= shape.context) return all;
  // Tokens whose past is shorter than the window see all of it.
  const double growing = std::clamp(shape.window - before, 0.0, shape.tokens);
  const double seen = growing * (before + growing / 2) + (shape.tokens - growing) * shape.window;
  return std::min(all, seen + shape.tokens * block / 2);
}

}  // namespace

std::span<const CoefficientField<PrefillCoefficients>> PrefillCoefficients::fields() {
  return prefill_fields;
}
std::span<const CoefficientField<DecodeCoefficients>> DecodeCoefficients::fields() {
  return decode_fields;
}

PrefillRates prefill_rates(const CardFacts& card, CacheType type,
                           const PrefillCoefficients& fitted) {
  PrefillRates rates;
  rates.operations = sustained(card, type, fitted.energy_pj);
  rates.bytes = card.bandwidth * fitted.bandwidth_share;
  rates.start = fitted.start_us * micro;
  rates.sharpness = fitted.sharpness;
  rates.block_tokens = fitted.block_tokens;
  rates.step = fitted.step_ns * nano;
  rates.cached_bytes_per_element = bytes_per_element(type);
  return rates;
}

DecodeRates decode_rates(const CardFacts& card, CacheType type, const DecodeCoefficients& fitted) {
  DecodeRates rates;
  rates.operations = sustained(card, type, fitted.energy_pj);
  rates.bytes = card.bandwidth * fitted.bandwidth_share;
  rates.start = fitted.start_us * micro;
  rates.sharpness = fitted.sharpness;
  rates.step = fitted.step_us * micro;
  rates.cached_bytes = fitted.cached_share * card.cache_bytes;
  rates.head = fitted.head_ns * nano * reference_processors / card.processors;
  rates.cached_bytes_per_element = bytes_per_element(type);
  return rates;
}

Seconds prefill_attention_time(const PrefillRates& rates, const AttentionShape& shape) {
  const double dims = shape.key_dim + shape.value_dim;
  const double arithmetic = 2 * shape.sequences * shape.heads * dims *
                            attended_pairs(shape, rates.block_tokens) / rates.operations;
  // Queries read and outputs written; keys and values of all the context read, the new ones
  // written.
  const double elements = cached_elements(shape);
  const double bytes =
      shape.sequences * shape.tokens * (shape.heads * dims + elements) * bf16_bytes +
      shape.sequences * shape.context * elements * rates.cached_bytes_per_element;
  const double steps = shape.window > 0 ? std::min(shape.window, shape.context) : shape.context;
  return Seconds(power_sum(arithmetic, bytes / rates.bytes, steps * rates.step, rates.sharpness) +
                 rates.start);
}

Seconds decode_attention_time(const DecodeRates& rates, const AttentionShape& shape) {
  const double dims = shape.key_dim + shape.value_dim;
  const double seen = shape.window > 0 ? std::min(shape.window, shape.context) : shape.context;
  const double arithmetic = 2 * shape.sequences * shape.heads * dims * seen / rates.operations;
  const double bytes =
      shape.sequences * (seen * cached_elements(shape) * rates.cached_bytes_per_element +
                         shape.heads * dims * bf16_bytes);
  const double memory = bytes / rates.bytes * (bytes / (bytes + rates.cached_bytes));
  return Seconds(power_sum(arithmetic, memory, std::sqrt(seen) * rates.step, rates.sharpness) +
                 shape.sequences * shape.heads * rates.head + rates.start);
}

}  // namespace wgf::advisor
