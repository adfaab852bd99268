// SPDX-License-Identifier: MIT
#pragma once
// Expert parallelism: each rank has as many of the experts, in order, and rows of tokens travel to
// the ranks of theirs and back by all-to-all, the counts first. docs/method/ranks.md.

#include "engine/distributed/rank_group.h"
#include "engine/training/call_outs.h"

namespace wgf::engine {

class ExpertExchange final : public ExpertCalls {
 public:
  // ranks: among which the experts are shared out; they divide by them. The group outlives it.
  explicit ExpertExchange(RankGroup& ranks) : ranks_(ranks) {}

  std::int64_t rank() const override { return ranks_.rank(); }
  std::int64_t ranks() const override { return ranks_.size(); }
  ExpertRoute route(const at::Tensor& counts) override;
  at::Tensor dispatch(const at::Tensor& rows, const ExpertRoute& route) override;
  at::Tensor combine(const at::Tensor& rows, const ExpertRoute& route) override;

  // Nothing is exchanged: each rank's experts take its own rows in place of the others' experts,
  // whose numbers are wrong.
  void set_silent(bool is_silent) { is_silent_ = is_silent; }

 private:
  at::Tensor exchanged(const at::Tensor& rows, const std::vector<std::int64_t>& to,
                       const std::vector<std::int64_t>& from);

  RankGroup& ranks_;
  bool is_silent_ = false;
};

}  // namespace wgf::engine
