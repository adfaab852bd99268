// SPDX-License-Identifier: MIT
#include "advisor/memory/cache.h"

#include <algorithm>

namespace wgf::advisor {

double cache_number_bytes(const MemoryCase& one) {
  if (!one.cache_precision) return activation_bytes(one);
  switch (*one.cache_precision) {
    case Precision::fp32:
    case Precision::tf32:
      return 4;
    case Precision::bf16:
    case Precision::fp16:
      return 2;
    case Precision::fp8:
    case Precision::int8:
      return 1;
    case Precision::int4:
    case Precision::fp4:
    case Precision::nf4:
      break;
  }
  return 0.5;
}

double layer_cache_bytes(const LayerGroup& group, const MemoryCase& one) {
  const Attention& a = group.attention;
  constexpr double state_bytes = 4;
  if (a.kind == Attention::Kind::recurrent)
    return state_bytes * static_cast<double>(a.state_numbers) / one.layout.tp;
  double share = 1;
  if (a.kind == Attention::Kind::grouped)
    share = std::max(1.0, static_cast<double>(a.kv_heads) / one.layout.tp) / a.kv_heads;
  const double tokens = a.window ? one.sequence : one.sequence / one.layout.cp;
  return cache_numbers(a, tokens) * share * cache_number_bytes(one);
}

double stage_cache_bytes(const Stage& stage, const MemoryCase& one) {
  double bytes = 0;
  for (const StageLayers& layers : stage.layers)
    bytes += layers.count * one.batch * layer_cache_bytes(*layers.group, one);
  return bytes;
}

}  // namespace wgf::advisor
