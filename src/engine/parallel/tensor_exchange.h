// SPDX-License-Identifier: MIT
#pragma once
// The exchanges of tensor parallelism inside a layer (Shoeybi et al. 2019), with or without
// sequence parallelism (Korthikanti et al. 2022). docs/method/ranks.md.

#include <string>
#include <string_view>

#include "engine/distributed/rank_group.h"
#include "engine/training/call_outs.h"
#include "engine/training/parameter_group.h"

namespace wgf::engine {

class TensorExchange final : public TensorCalls {
 public:
  // With sequence parallelism each rank holds its part of the tokens between the matrices; their
  // number is a multiple of the ranks. The group outlives it.
  TensorExchange(RankGroup& group, bool shares_sequence)
      : group_(group), shares_sequence_(shares_sequence) {}

  std::int64_t rank() const override { return group_.rank(); }
  std::int64_t ranks() const override { return group_.size(); }
  bool shares_sequence() const override { return shares_sequence_; }
  at::Tensor enter(const at::Tensor& x) override;
  at::Tensor leave(const at::Tensor& x) override;
  at::Tensor enter_backward(const at::Tensor& d_x) override;
  at::Tensor leave_backward(const at::Tensor& d_x) override;
  Arriving begin_enter(const at::Tensor& x) override;
  Arriving begin_enter_backward(const at::Tensor& d_x) override;
  Arriving begin_leave_backward(const at::Tensor& d_x) override;
  void reduce_largest(const at::Tensor& values) override;
  void reduce_sum(const at::Tensor& values) override;

  // Adds up gradients of which each rank has a part: of norms of its own tokens or heads.
  void add_up_gradients(ParameterGroup& group);

  // Nothing is exchanged: steps of the same work and shapes, whose numbers are wrong.
  void set_silent(bool is_silent) { is_silent_ = is_silent; }

 private:
  Arriving gathered(const at::Tensor& x);
  Arriving scattered(const at::Tensor& x);
  Arriving summed(const at::Tensor& x);
  bool is_partial(const ParameterSpec& spec) const;

  RankGroup& group_;
  const bool shares_sequence_;
  bool is_silent_ = false;
};

}  // namespace wgf::engine
