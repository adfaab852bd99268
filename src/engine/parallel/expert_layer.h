// SPDX-License-Identifier: MIT
#pragma once
// A layer of experts shared out among ranks (expert parallelism): each rank has tokens and some of
// the experts, rows travel to the experts their tokens chose and back. No token is dropped.
// docs/method/ranks.md.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>

#include "engine/distributed/rank_group.h"
#include "engine/llm/experts.h"
#include "engine/training/call_outs.h"

namespace wgf::engine {

struct ExpertLayerShape {
  std::int64_t experts = 8, per_token = 2;  // of all ranks
  std::int64_t hidden = 4096, width = 14336;
  // 0: tokens choose evenly; else expert e is chosen about as often as (e + 1) ^ -skew.
  double skew = 0;
};

class ExpertLayer {
 public:
  // Random weights from the seed, the same whoever has them. ranks: null: all are here; else the
  // experts divide by them; it outlives the layer.
  ExpertLayer(const ExpertLayerShape& shape, const at::TensorOptions& options, std::uint64_t seed,
              RankGroup* ranks);

  // x [tokens, hidden] of this rank; one after the other.
  void route(const at::Tensor& x);  // which experts, and rows in their order
  void dispatch();                  // to the ranks of the experts
  void compute();
  at::Tensor combine();  // back, [tokens, hidden]

  // Rows that this rank's experts have; of all, on average a rank.
  std::int64_t own_rows() const { return own_rows_; }
  double flops() const;  // of compute()

 private:
  std::int64_t own_experts() const { return shape_.experts / exchange_->ranks(); }

  const ExpertLayerShape shape_;
  const std::unique_ptr<ExpertCalls> exchange_;
  at::Tensor router_, bias_, up_,
      down_;  // up [experts, 2 width, hidden], down [experts, hidden, width]
  ChosenExperts chosen_;
  SortedTokens sorted_;
  ExpertRoute route_;
  at::Tensor rows_;  // in the order of experts
  std::int64_t own_rows_ = 0;
};

}  // namespace wgf::engine
