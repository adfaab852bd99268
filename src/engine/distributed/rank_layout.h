// SPDX-License-Identifier: MIT
#pragma once
// Which ranks form which groups where several forms of parallel training are combined: those of one
// tensor-parallel group lie beside each other, then context and data parallelism count, then the
// stages (Megatron's order).

#include <vector>

namespace wgf::engine {

struct RankLayout {
  int dp = 1, tp = 1, pp = 1, cp = 1;
  int ep = 1;  // of the dp: so many neighbours share out the experts; divides dp

  int size() const { return dp * tp * pp * cp; }

  int tensor_place(int rank) const { return rank % tp; }
  int context_place(int rank) const { return rank / tp % cp; }
  int data_place(int rank) const { return rank / (tp * cp) % dp; }
  int expert_place(int rank) const { return data_place(rank) % ep; }
  int stage(int rank) const { return rank / (tp * cp * dp); }
  int rank_at(int stage, int data_place, int context_place, int tensor_place) const {
    return ((stage * dp + data_place) * cp + context_place) * tp + tensor_place;
  }

  // Ranks that share what the others of the layout do not, this one among them.
  std::vector<int> tensor_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < tp; ++i)
      all.push_back(rank_at(stage(rank), data_place(rank), context_place(rank), i));
    return all;
  }
  std::vector<int> context_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < cp; ++i)
      all.push_back(rank_at(stage(rank), data_place(rank), i, tensor_place(rank)));
    return all;
  }
  // That keep the same parameters in step: those with other tokens too.
  std::vector<int> gradient_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < dp; ++i)
      for (int j = 0; j < cp; ++j) all.push_back(rank_at(stage(rank), i, j, tensor_place(rank)));
    return all;
  }
  // That have all the experts between them.
  std::vector<int> expert_group(int rank) const {
    const int first = data_place(rank) - expert_place(rank);
    std::vector<int> all;
    for (int i = 0; i < ep; ++i)
      all.push_back(rank_at(stage(rank), first + i, context_place(rank), tensor_place(rank)));
    return all;
  }
  // That keep the same experts in step.
  std::vector<int> expert_gradient_group(int rank) const {
    std::vector<int> all;
    for (int i = expert_place(rank); i < dp; i += ep)
      for (int j = 0; j < cp; ++j) all.push_back(rank_at(stage(rank), i, j, tensor_place(rank)));
    return all;
  }
  std::vector<int> stage_group(int rank) const {
    std::vector<int> all;
    for (int i = 0; i < pp; ++i)
      all.push_back(rank_at(i, data_place(rank), context_place(rank), tensor_place(rank)));
    return all;
  }
};

}  // namespace wgf::engine
