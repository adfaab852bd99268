// SPDX-License-Identifier: MIT
#include "advisor/memory/recomputation.h"

#include <algorithm>

#include "advisor/memory/activations.h"

namespace wgf::advisor {
namespace {

// The scores, which flash attention never keeps, run again.
double bytes_without_scores(const Network& network, const LayerGroup& group,
                            const MemoryCase& one) {
  MemoryCase flash = one;
  flash.has_flash_attention = true;
  return total_bytes(kept_by_layer(network, group, flash, one.sequence));
}

int attentions_of(const LayerGroup& group) {
  return group.has_cross_attention ? 2 : 1;
}

double products_of_attention(const Attention& a, double hidden) {
  const double heads = a.heads;
  switch (a.kind) {
    case Attention::Kind::none:
      return 0;
    case Attention::Kind::recurrent:
      // A third of the parameters is of the output, as in the time of such layers.
      return static_cast<double>(a.recurrent_params) / hidden * 2 / 3 + hidden;
    case Attention::Kind::latent:
      return a.query_rank + heads * a.key_dim + a.kv_rank + a.rope_dim +
             heads * (a.key_dim - a.rope_dim + a.value_dim) + hidden;
    case Attention::Kind::grouped:
      break;
  }
  const double gate = a.has_gate ? heads * a.value_dim : 0;
  return heads * a.key_dim + static_cast<double>(a.kv_heads) * (a.key_dim + a.value_dim) + gate +
         hidden;
}

double products_of_feed_forward(const FeedForward& ffn, double hidden) {
  if (ffn.hidden == 0) return 0;
  const auto matrices = [&](double width) { return (ffn.gated ? 2 : 1) * width + hidden; };
  if (ffn.experts == 0) return matrices(ffn.hidden);
  const double shared = ffn.shared_hidden > 0 ? matrices(ffn.shared_hidden) : 0;
  return ffn.experts + ffn.experts_per_token * matrices(ffn.hidden) + shared;
}

double bytes_per_operator(const Network& network, const LayerGroup& group, const MemoryCase& one) {
  const Attention& a = group.attention;
  const bool has_output = one.has_flash_attention && a.kind != Attention::Kind::recurrent;
  const double output =
      has_output ? attentions_of(group) * static_cast<double>(a.heads) * a.value_dim : 0;
  const double numbers = network.hidden + output + products_of_layer(network, group) / 2;
  return std::min(bytes_without_scores(network, group, one),
                  activation_bytes(one) * numbers / one.layout.tp);
}

}  // namespace

double products_of_layer(const Network& network, const LayerGroup& group) {
  return attentions_of(group) * products_of_attention(group.attention, network.hidden) +
         products_of_feed_forward(group.feed_forward, network.hidden);
}

double bytes_until_backward(const Network& network, const LayerGroup& group, const MemoryCase& one,
                            double whole) {
  switch (one.recompute) {
    case Recompute::none:
      return whole;
    case Recompute::full:
      return activation_bytes(one) * network.hidden /
             (one.has_sequence_parallel ? one.layout.tp : 1);
    case Recompute::attention:
      return bytes_without_scores(network, group, one);
    case Recompute::per_operator:
      return bytes_per_operator(network, group, one);
  }
  return whole;
}

}  // namespace wgf::advisor
