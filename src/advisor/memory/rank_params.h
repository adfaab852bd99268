// SPDX-License-Identifier: MIT
#pragma once
// Which parameters lie on one GPU of a tensor-, pipeline- and expert-parallel layout.

#include <vector>

#include "advisor/memory/memory_case.h"
#include "advisor/network/network.h"

namespace wgf::advisor {

struct StageLayers {  // equal layers on one stage
  const LayerGroup* group = nullptr;
  double count = 0;  // not whole where kinds alternate
};

// One pipeline stage, from 0. A network with learned tables: the first stage has the input's, the
// last the output's.
struct Stage {
  std::vector<StageLayers> layers;
  bool has_input = false, has_output = false;
  double layer_count() const;
};

// Layers divided as evenly as they go, the first stages taking what is left over; leading groups
// come first, the others are spread in proportion.
Stage stage_of(const Network& network, const Layout& layout, int stage);

// The first of each kind of stage, in their order: of stages with the same layers it keeps most
// micro-batches, so that none after it is fuller.
std::vector<int> stages_that_matter(const Network& network, const Layout& layout);

// Numbers of one rank. Matrices are split by tp, routed experts by ep (by tp where ep is 1), norms
// by neither.
struct RankParams {
  double layers = 0;   // without routed experts
  double experts = 0;  // routed
  double tables = 0;   // input table, output matrix and what else is outside the layers
  double total() const { return layers + experts + tables; }
};
RankParams rank_params(const Network& network, const Stage& stage, const Layout& layout);

// What hangs on tp, pp and ep alone: computed once where many layouts are looked at.
struct StageShape {
  Stage stage;
  int index = 0;
  RankParams params;
  double largest_layer = 0;        // numbers of one layer on a rank
  double largest_dense_layer = 0;  // the same without routed experts
  // One matrix of each shape in the largest layer.
  double distinct_matrices = 0;
};
StageShape stage_shape(const Network& network, const Layout& layout, int index);

// GPUs that hold the same routed experts, among which ZeRO shares out their state.
double expert_replicas(const Layout& layout);

}  // namespace wgf::advisor
