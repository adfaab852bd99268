// SPDX-License-Identifier: MIT
#include "advisor/serving/service_layouts.h"

#include <algorithm>

#include "advisor/network/splits.h"

namespace wgf::advisor {
namespace {

// Calls with each divisor of `number` up to `most`, or with what was given where it divides.
template <typename Call>
void for_divisors(const std::optional<int>& given, int number, int most, const Call& call) {
  for (int by = 1; by <= number; ++by)
    if (number % by == 0 && (given ? by == *given : by <= most)) call(by);
}

struct Search {
  const Network& network;
  ServingSoftware software;
  const GivenService& given;
  const Node& node;
  std::vector<ServiceLayout> found;

  void add_experts(ServiceLayout one) {
    const int ranks = one.layout.ranks();
    const bool is_open =
        !given.ep && network.has_experts() && ranks > 1 && shares_experts(software);
    const auto add = [&](int ep) {
      if (ranks % ep != 0 || !splits_experts(network, ep)) return;
      one.layout.ep = ep;
      found.push_back(one);
    };
    if (!is_open) return add(given.ep.value_or(1));
    if (one.layout.attention_dp == 1) add(1);
    add(ranks);
  }

  void add_stage(int engines, int pp, int ranks) {
    // Experts over as many ranks as are given cross nodes, where attention is not cut but repeated.
    const int node_gpus = cuts_layers_only(software) ? 1 : node.gpus;
    const bool is_given = given.tp || given.attention_dp;
    if (!is_given && ranks > std::max(node_gpus, given.ep.value_or(1))) return;
    for_divisors(given.tp, ranks, is_given ? ranks : node_gpus, [&](int tp) {
      const int attention_dp = ranks / tp;
      const bool may_share =
          network.has_experts() && shares_experts(software) && (tp == 1 || given.attention_dp);
      if (attention_dp != given.attention_dp.value_or(attention_dp)) return;
      if (attention_dp > 1 && !may_share) return;
      if (!splits_heads(network, tp)) return;
      add_experts({{.tp = tp, .pp = pp, .ep = 1, .attention_dp = attention_dp}, engines});
    });
  }
};

}  // namespace

std::vector<ServiceLayout> service_layouts(const Network& network, ServingSoftware software,
                                           const GivenService& given, const Node& node, int gpus) {
  Search search{network, software, given, node, {}};
  for_divisors(given.engines, gpus, gpus, [&](int engines) {
    for_divisors(given.pp, gpus / engines, network.layer_count(),
                 [&](int pp) { search.add_stage(engines, pp, gpus / engines / pp); });
  });
  return std::move(search.found);
}

}  // namespace wgf::advisor
