// SPDX-License-Identifier: MIT
#pragma once
// Which ranks form which groups where several forms of parallel training are combined: those of one
// tensor-parallel group lie beside each other, then data parallelism counts, then the stages
// (Megatron's order).

#include <vector>

namespace wgf::engine {

struct RankLayout {
  int dp = 1, tp = 1, pp = 1;

  int size() const { return dp * tp * pp; }

  int tensor_place(int rank) const { return rank % tp; }
  int data_place(int rank) const { return rank / tp % dp; }
  int stage(int rank) const { return rank / (tp * dp); }
  int rank_at(int stage, int data_place, int tensor_place) const {
    return (stage * dp + data_place) * tp + tensor_place;
  }

  // Ranks that share what the others of the layout do not, this one among them.
  std::vector<int> tensor_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < tp; ++i) all.push_back(rank_at(stage(rank), data_place(rank), i));
    return all;
  }
  std::vector<int> data_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < dp; ++i) all.push_back(rank_at(stage(rank), i, tensor_place(rank)));
    return all;
  }
  std::vector<int> stage_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < pp; ++i) all.push_back(rank_at(i, data_place(rank), tensor_place(rank)));
    return all;
  }
};

}  // namespace wgf::engine
