// SPDX-License-Identifier: MIT
#include "advisor/memory/rank_params.h"

#include <algorithm>
#include <utility>

#include "advisor/network/splits.h"

namespace wgf::advisor {
namespace {

void measure_layers(const Network& network, const Layout& layout, StageShape& shape) {
  for (const StageLayers& layers : shape.stage.layers) {
    const LayerParams params = layer_params(network, *layers.group);
    const int split = expert_ranks(layout.tp, layout.ep);
    const double dense = static_cast<double>(params.total() - params.experts) / layout.tp;
    shape.largest_dense_layer = std::max(shape.largest_dense_layer, dense);
    shape.largest_layer =
        std::max(shape.largest_layer, dense + static_cast<double>(params.experts) / split);
  }
}

double distinct_matrices(const Network& network, const Stage& stage, const Layout& layout) {
  double largest = 0;
  for (const StageLayers& layers : stage.layers) {
    const LayerParams params = layer_params(network, *layers.group);
    const int experts = std::max(layers.group->feed_forward.experts, 1);
    const auto shared_out =
        static_cast<double>(params.attention + params.dense + params.shared + params.router);
    largest =
        std::max(largest, shared_out / layout.tp + static_cast<double>(params.experts) / experts);
  }
  return largest;
}

bool have_equal_layers(const Stage& a, const Stage& b) {
  return a.has_input == b.has_input && a.has_output == b.has_output &&
         std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(),
                    [](const StageLayers& x, const StageLayers& y) {
                      return x.group == y.group && x.count == y.count;
                    });
}

}  // namespace

double Stage::layer_count() const {
  double count = 0;
  for (const StageLayers& layers_of_kind : layers) count += layers_of_kind.count;
  return count;
}

Stage stage_of(const Network& network, const Layout& layout, int stage) {
  const int all = network.layer_count(), pp = std::min(layout.pp, std::max(all, 1));
  const int each = all / pp, extra = all % pp;
  const int first = stage * each + std::min(stage, extra);
  const int last = first + each + (stage < extra ? 1 : 0);
  int leading = 0;
  for (const LayerGroup& group : network.layers) leading += group.is_leading ? group.count : 0;
  Stage result;
  result.has_input = stage == 0;
  result.has_output = stage == pp - 1;
  int begin = 0;
  for (const LayerGroup& group : network.layers) {
    double count = 0;
    if (group.is_leading) {
      count = std::max(0, std::min(last, begin + group.count) - std::max(first, begin));
      begin += group.count;
    } else if (all > leading) {
      const int interleaved = std::max(0, last - std::max(first, leading));
      count = static_cast<double>(interleaved) * group.count / (all - leading);
    }
    if (count > 0) result.layers.push_back({&group, count});
  }
  return result;
}

std::vector<int> stages_that_matter(const Network& network, const Layout& layout) {
  const int stages = std::clamp(layout.pp, 1, std::max(network.layer_count(), 1));
  std::vector<int> first;
  std::vector<Stage> kinds;
  for (int index = 0; index < stages; ++index) {
    Stage stage = stage_of(network, layout, index);
    const bool is_known = std::any_of(kinds.begin(), kinds.end(), [&](const Stage& known) {
      return have_equal_layers(stage, known);
    });
    if (is_known) continue;
    kinds.push_back(std::move(stage));
    first.push_back(index);
  }
  return first;
}

RankParams rank_params(const Network& network, const Stage& stage, const Layout& layout) {
  RankParams rank;
  for (const StageLayers& layers : stage.layers) {
    const LayerParams params = layer_params(network, *layers.group);
    const auto matrices =
        static_cast<double>(params.attention + params.router + params.dense + params.shared);
    rank.layers += layers.count * (matrices / layout.tp + static_cast<double>(params.norms));
    const int expert_split = expert_ranks(layout.tp, layout.ep);
    rank.experts += layers.count * static_cast<double>(params.experts) / expert_split;
  }
  const NetworkParams all = count_parameters(network);
  if (stage.has_input) rank.tables += static_cast<double>(all.embedding) / layout.tp;
  // Tied tables on different stages are kept on both.
  const bool is_tied_apart = network.has_tied_embeddings && layout.pp > 1;
  const auto output = static_cast<double>(is_tied_apart ? all.embedding : all.head);
  if (stage.has_output)
    rank.tables += output / layout.tp + static_cast<double>(all.final_norm + all.other);
  return rank;
}

StageShape stage_shape(const Network& network, const Layout& layout, int index) {
  StageShape shape{stage_of(network, layout, index), index, {}};
  shape.params = rank_params(network, shape.stage, layout);
  measure_layers(network, layout, shape);
  shape.distinct_matrices = distinct_matrices(network, shape.stage, layout);
  return shape;
}

double expert_replicas(const Layout& layout) {
  const double gpus = static_cast<double>(layout.gpus()) / layout.pp;
  return std::max(1.0, gpus / expert_ranks(layout.tp, layout.ep));
}

}  // namespace wgf::advisor
