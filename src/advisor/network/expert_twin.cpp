// SPDX-License-Identifier: MIT
#include "advisor/network/expert_twin.h"

#include "base/error.h"

namespace wgf::advisor {
namespace {

constexpr int taken_of_dense = 2;

void make_dense(FeedForward& layer) {
  if (layer.experts == 0) return;
  layer.hidden = layer.hidden * layer.experts_per_token + layer.shared_hidden;
  layer.experts = layer.experts_per_token = layer.shared_hidden = 0;
}

}  // namespace

Network with_experts(Network network, int experts) {
  const bool has_some = network.has_experts();
  const auto refuse = [&] {
    throw Error(
        {"network.no_experts_of", {{"model", network.name}, {"experts", std::to_string(experts)}}},
        ExitCode::not_supported);
  };
  for (LayerGroup& group : network.layers) {
    FeedForward& layer = group.feed_forward;
    if (experts == 1) {
      make_dense(layer);
    } else if (has_some ? layer.experts > 0 : layer.hidden > 0) {
      if (!has_some) {
        if (!layer.gated || layer.has_bias || layer.hidden % taken_of_dense != 0) refuse();
        layer.hidden /= taken_of_dense;
        layer.experts_per_token = taken_of_dense;
      }
      if (experts < layer.experts_per_token) refuse();
      layer.experts = experts;
    }
  }
  network.published_params.reset();
  network.published_active_params.reset();
  return network;
}

}  // namespace wgf::advisor
