// SPDX-License-Identifier: MIT
#include "advisor/serving/cache_room.h"

#include <algorithm>
#include <cmath>

#include "advisor/memory/advice.h"
#include "advisor/memory/cache.h"

namespace wgf::advisor {
namespace {

constexpr double context_bytes = 1.3 * gibi;  // context and CUDA graphs (docs/method.md, memory)
constexpr double group_bytes = 0.5 * gibi;    // communication of several GPUs
constexpr double table_bytes = 2;             // tables and output matrix stay in 16 bits
constexpr double chunk_tokens = 8192;         // of prompts read at once
constexpr double chunk_passes = 6;            // tensors of the hidden state alive at once
// Half of the 90 % interval of each of the three, relative: as of training
// (memory/other_terms.cpp).
constexpr double context_spread = 0.8, group_spread = 1, chunk_spread = 0.5;

double weight_bytes(const Network& network, const ServingLayout& layout,
                    const ServingPrecision& precision) {
  const double wide = stored_bytes(attention_type(network, precision), precision);
  const double narrow = stored_bytes(precision.matrices, precision);
  double bytes = 0;
  for (const LayerGroup& group : network.layers) {
    const LayerParams one = layer_params(network, group);
    const auto channels = static_cast<double>(one.dense + one.shared + one.experts);
    bytes += group.count *
             (static_cast<double>(one.attention) * wide / layout.tp +
              static_cast<double>(one.router) * table_bytes + channels * narrow / layout.ranks());
  }
  const NetworkParams all = count_parameters(network);
  const auto tables = static_cast<double>(all.embedding + all.head);
  return bytes / layout.pp + tables * table_bytes / layout.tp;
}

double request_bytes(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, double tokens) {
  MemoryCase one;
  one.task = Task::infer;
  one.sequence = tokens;
  one.layout.tp = layout.tp;
  one.cache_precision = precision.cache == CacheType::fp8 ? Precision::fp8 : Precision::bf16;
  double bytes = 0;
  for (const LayerGroup& group : network.layers)
    if (group.attention.kind != Attention::Kind::none)
      bytes += group.count * layer_cache_bytes(group, one);
  return bytes / layout.pp;
}

}  // namespace

double stored_bytes(MatrixType type, const ServingPrecision& precision) {
  if (type == MatrixType::bf16) return 2;
  return precision.bits_per_weight > 0 ? precision.bits_per_weight / 8
                                       : facts_of(type).weight_bytes;
}

MatrixType attention_type(const Network& network, const ServingPrecision& precision) {
  const bool is_four_bits = facts_of(precision.matrices).weight_bytes < 1;
  const bool is_wide = network.has_experts() && is_four_bits && !precision.has_narrow_attention;
  return is_wide ? MatrixType::bf16 : precision.matrices;
}

CacheRoom cache_room(const Network& network, const ServingLayout& layout,
                     const ServingPrecision& precision, const catalog::Gpu& gpu,
                     double request_tokens) {
  CacheRoom room;
  room.weights = weight_bytes(network, layout, precision);
  const double group = layout.gpus() > 1 ? group_bytes : 0;
  const double chunk = chunk_tokens * chunk_passes * 2 * network.hidden;
  room.others = context_bytes + group + chunk;
  room.half_width =
      std::hypot(context_spread * context_bytes, group_spread * group, chunk_spread * chunk);
  room.budget = engine_share * static_cast<double>(usable_memory(gpu).value);
  room.free = room.budget - room.weights - room.others;
  room.request = request_bytes(network, layout, precision, request_tokens);
  if (room.free <= 0 || room.request <= 0) return room;
  room.requests = room.free / room.request * layout.attention_dp;
  room.tokens = room.requests * request_tokens;
  return room;
}

}  // namespace wgf::advisor
