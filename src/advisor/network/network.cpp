// SPDX-License-Identifier: MIT
#include "advisor/network/network.h"

#include <algorithm>

namespace wgf::advisor {
namespace {

std::int64_t wide(int value) {
  return value;
}

std::int64_t attention_params(const Attention& a, std::int64_t hidden) {
  const std::int64_t queries = wide(a.heads) * a.key_dim, values = wide(a.heads) * a.value_dim;
  switch (a.kind) {
    case Attention::Kind::none:
      return 0;
    case Attention::Kind::recurrent:
      return a.recurrent_params;
    case Attention::Kind::latent: {
      const std::int64_t nope = a.key_dim - a.rope_dim;
      const std::int64_t query =
          a.query_rank > 0 ? hidden * a.query_rank + a.query_rank + wide(a.query_rank) * queries
                           : hidden * queries;
      const std::int64_t down = hidden * (wide(a.kv_rank) + a.rope_dim) + a.kv_rank;
      if (a.output_rank > 0)
        return query + down + values * a.output_rank +
               wide(a.output_groups) * a.output_rank * hidden + a.index_params;
      const std::int64_t up = wide(a.kv_rank) * a.heads * (nope + a.value_dim);
      return query + down + up + values * hidden;
    }
    case Attention::Kind::grouped:
      break;
  }
  const std::int64_t keys = wide(a.kv_heads) * a.key_dim,
                     kv_values = wide(a.kv_heads) * a.value_dim;
  const std::int64_t bias =
      (a.has_qkv_bias ? queries + keys + kv_values : 0) + (a.has_output_bias ? hidden : 0);
  const std::int64_t gate = a.has_gate ? hidden * values : 0;
  return hidden * (queries + keys + kv_values) + values * hidden + gate + bias;
}

}  // namespace

int Network::layer_count() const {
  int count = 0;
  for (const LayerGroup& group : layers) count += group.count;
  return count;
}

bool Network::has_experts() const {
  return std::any_of(layers.begin(), layers.end(),
                     [](const LayerGroup& group) { return group.feed_forward.experts > 0; });
}

bool Network::has_cross_attention() const {
  return std::any_of(layers.begin(), layers.end(),
                     [](const LayerGroup& group) { return group.has_cross_attention; });
}

LayerParams layer_params(const Network& network, const LayerGroup& group) {
  const FeedForward& ffn = group.feed_forward;
  const std::int64_t hidden = network.hidden, matrices = ffn.gated ? 3 : 2;
  const auto matrices_of = [&](std::int64_t width) {
    return matrices * hidden * width + (ffn.has_bias ? (ffn.gated ? 2 : 1) * width + hidden : 0);
  };
  LayerParams params;
  const int attentions = group.has_cross_attention ? 2 : 1;
  params.attention = attentions * attention_params(group.attention, hidden);
  // A layer that is attention or feed-forward alone has half the norms.
  const bool is_half = ffn.hidden == 0 || group.attention.kind == Attention::Kind::none;
  const int norms =
      is_half ? std::max(network.norms_per_layer / 2, 1) : network.norms_per_layer + attentions - 1;
  params.norms = hidden * norms * (network.norm_has_bias ? 2 : 1);
  if (ffn.hidden == 0) return params;
  if (ffn.experts == 0) {
    params.dense = matrices_of(ffn.hidden);
    return params;
  }
  params.router = hidden * ffn.experts;
  params.experts = ffn.experts * matrices_of(ffn.hidden);
  params.active_experts = ffn.experts_per_token * matrices_of(ffn.hidden);
  if (ffn.shared_hidden > 0) params.shared = matrices_of(ffn.shared_hidden);
  return params;
}

NetworkParams count_parameters(const Network& network) {
  NetworkParams params;
  const std::int64_t hidden = network.hidden, table = hidden * network.vocab;
  for (const LayerGroup& group : network.layers) {
    const LayerParams layer = layer_params(network, group);
    params.layers += group.count * layer.total();
    params.active_layers += group.count * layer.active();
    params.experts += group.count * layer.experts;
  }
  params.embedding = table + hidden * network.position_embeddings;
  params.head = network.has_tied_embeddings ? 0 : table;
  params.final_norm = hidden * (network.norm_has_bias ? 2 : 1);
  params.other = network.other_params;
  params.active = params.active_layers + table + params.final_norm + params.other;
  return params;
}

std::int64_t cache_numbers_per_token(const Attention& a) {
  switch (a.kind) {
    case Attention::Kind::grouped:
      return wide(a.kv_heads) * (a.key_dim + a.value_dim);
    case Attention::Kind::latent:
      return wide(a.kv_rank) + a.rope_dim;
    case Attention::Kind::recurrent:
    case Attention::Kind::none:
      break;
  }
  return 0;
}

double cache_numbers(const Attention& a, double tokens) {
  const auto each = static_cast<double>(cache_numbers_per_token(a));
  if (!a.window) return each * tokens;
  const double entries = a.compression > 0 ? tokens / a.compression : 0;
  return each * (std::min(tokens, 1.0 * *a.window) + entries) + a.index_dim * entries;
}

double attended_pairs(double tokens, double past, std::optional<int> window, bool is_causal) {
  if (!is_causal) return tokens * (past + tokens);
  if (!window) return tokens * (past + (tokens + 1) / 2);
  // Query i (from 1) sees min(past + i, window) keys.
  const double width = *window, rising = std::clamp(width - past, 0.0, tokens);
  return rising * (past + (rising + 1) / 2) + (tokens - rising) * width;
}

ForwardFlops least_forward_flops(const Network& network, double tokens, double past) {
  ForwardFlops flops = forward_flops(network, tokens, past);
  if (network.has_sparse_attention) flops.attention = 0;
  return flops;
}

ForwardFlops forward_flops(const Network& network, double tokens, double past) {
  ForwardFlops flops;
  for (const LayerGroup& group : network.layers) {
    const Attention& a = group.attention;
    const LayerParams params = layer_params(network, group);
    flops.matrices +=
        2.0 * group.count * tokens * static_cast<double>(params.active() - params.norms);
    double pairs = attended_pairs(tokens, past, a.window, network.is_causal);
    if (a.compression > 0)
      pairs += attended_pairs(tokens, past, std::nullopt, network.is_causal) / a.compression;
    if (a.kind == Attention::Kind::grouped || a.kind == Attention::Kind::latent)
      flops.attention += 2.0 * group.count * a.heads * (a.key_dim + a.value_dim) * pairs;
  }
  flops.head = 2.0 * tokens * network.hidden * network.vocab;
  return flops;
}

}  // namespace wgf::advisor
