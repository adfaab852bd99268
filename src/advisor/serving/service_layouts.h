// SPDX-License-Identifier: MIT
#pragma once
// The layouts in which so many GPUs can serve a network. docs/method/service-forecast.md.

#include <optional>
#include <vector>

#include "advisor/network/network.h"
#include "advisor/serving/serving_case.h"
#include "advisor/training/node.h"

namespace wgf::advisor {

// Empty: left open.
struct GivenService {
  std::optional<int> tp, pp, ep, attention_dp, engines;
};

struct ServiceLayout {
  ServingLayout layout;
  int engines = 1;
  int gpus() const { return layout.gpus() * engines; }
};

// All that multiply to `gpus` and cut heads and experts evenly. tp at most a node, and what a pass
// exchanges stays in one. Attention DP with experts alone, experts on all ranks of a stage or each
// cut into as many parts; llama.cpp and eager PyTorch cut between layers only. What is given is
// kept as it is, a tp beyond a node too; an ep beyond one spreads experts over as many ranks.
std::vector<ServiceLayout> service_layouts(const Network& network, ServingSoftware software,
                                           const GivenService& given, const Node& node, int gpus);

}  // namespace wgf::advisor
