// SPDX-License-Identifier: MIT
#pragma once
// The times of the operators that networks are made of, on one card of the catalogue: read its
// coefficients once with operators_of(), then ask for as many times as needed. A time takes
// a fraction of a microsecond, allocates nothing and looks nothing up by name.

#include <array>

#include "advisor/operators/operator_table.h"
#include "base/units.h"

namespace wgf::advisor {

// A card's rates by type. Where the card lacks the arithmetic of a type, has() is false and the
// times are infinite.
struct Operators {
  std::array<MatrixRates, matrix_type_count> matrix;
  std::array<ExpertRates, matrix_type_count> experts;
  std::array<PrefillRates, cache_type_count> prefill;
  std::array<DecodeRates, cache_type_count> decode;
  std::array<CollectiveRates, collective_count> collectives;
  bool is_known_generation = false;  // a card of its generation was measured
  OperatorBands bands;               // 90 % of the truth lies within time x [low, high]

  bool has(MatrixType type) const { return matrix[static_cast<std::size_t>(type)].operations > 0; }
};

Operators operators_of(const catalog::Gpu& gpu, const OperatorTable& table = known_operators());

inline Seconds matrix_product_time(const Operators& card, MatrixType type,
                                   const MatrixShape& shape) {
  return matrix_product_time(card.matrix[static_cast<std::size_t>(type)], shape);
}
inline Seconds expert_product_time(const Operators& card, MatrixType type,
                                   const ExpertShape& shape) {
  return expert_product_time(card.experts[static_cast<std::size_t>(type)], shape);
}
inline Seconds prefill_attention_time(const Operators& card, CacheType type,
                                      const AttentionShape& shape) {
  return prefill_attention_time(card.prefill[static_cast<std::size_t>(type)], shape);
}
inline Seconds decode_attention_time(const Operators& card, CacheType type,
                                     const AttentionShape& shape) {
  return decode_attention_time(card.decode[static_cast<std::size_t>(type)], shape);
}
inline Seconds collective_time(const Operators& card, Collective collective, Bytes bytes,
                               const CollectiveGroup& group) {
  return collective_time(card.collectives[static_cast<std::size_t>(collective)], collective,
                         static_cast<double>(bytes.value), group);
}

}  // namespace wgf::advisor
