// SPDX-License-Identifier: MIT
#include "advisor/network/splits.h"

#include <algorithm>

namespace wgf::advisor {

bool splits_heads(const LayerGroup& group, int tp) {
  const Attention& attention = group.attention;
  if (attention.kind == Attention::Kind::none) return true;
  if (attention.heads % tp != 0) return false;
  const int keys = std::max(attention.kv_heads, 1);
  return attention.kind != Attention::Kind::grouped || keys % tp == 0 || tp % keys == 0;
}

bool splits_heads(const Network& network, int tp) {
  return std::all_of(network.layers.begin(), network.layers.end(),
                     [tp](const LayerGroup& group) { return splits_heads(group, tp); });
}

bool splits_experts(const Network& network, int ep) {
  return std::all_of(network.layers.begin(), network.layers.end(), [ep](const LayerGroup& group) {
    return group.feed_forward.experts % ep == 0;
  });
}

int expert_ranks(int tp, int ep) {
  return ep > 1 ? ep : tp;
}

int expert_parts(int tp, int ep) {
  return ep > 1 ? 1 : tp;
}

int most_experts(const Network& network) {
  int most = 1;
  for (const LayerGroup& group : network.layers) most = std::max(most, group.feed_forward.experts);
  return most;
}

}  // namespace wgf::advisor
