// SPDX-License-Identifier: MIT
#pragma once
// Where ranks that train together come in: around each group of parameters, inside a layer at the
// two borders of what tensor parallelism cuts, and around its experts. The defaults do nothing: one
// rank.

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace wgf::engine {

// Groups of the decoder by number: 0 the embedding, 1 … layers the layers, layers + 1 the end.
class GroupCalls {
 public:
  virtual ~GroupCalls() = default;
  // The group's weights must be there, whole, until after_…: gather them here. The next groups are
  // those of `group` + 1 (forward) and - 1 (backward), for whoever fetches ahead. The end is passed
  // forward and backward at once, with before_forward and after_backward alone; a head that is tied
  // is asked for inside these as group 0, whose gradients are complete with the embedding's.
  virtual void before_forward(std::size_t /*group*/) {}
  virtual void after_forward(std::size_t /*group*/) {}
  virtual void before_backward(std::size_t /*group*/) {}
  // Gradients of the group are complete for this micro-batch (where weights' gradients are not put
  // off), on the current stream.
  virtual void after_backward(std::size_t /*group*/, bool /*is_last_micro_batch*/) {}
  // Between the backward passes of all micro-batches and the update.
  virtual void before_update() {}
  // The group's weights are new.
  virtual void after_update(std::size_t /*group*/) {}
};

// What an exchange gives, on its way beside whatever is queued until it is taken.
class Arriving {
 public:
  explicit Arriving(at::Tensor there) : tensor_(std::move(there)) {}
  // wait: makes the current stream wait until all is there.
  Arriving(at::Tensor tensor, std::function<void()> wait)
      : tensor_(std::move(tensor)), wait_(std::move(wait)) {}
  Arriving(Arriving&&) = default;
  Arriving& operator=(Arriving&&) = delete;

  // Once.
  at::Tensor take() {
    if (wait_) wait_();
    wait_ = nullptr;
    return std::move(tensor_);
  }

 private:
  at::Tensor tensor_;
  std::function<void()> wait_;
};

// Tensor parallelism (Megatron: f and g; Korthikanti et al. 2022 with sequence parallelism).
// Tensors are [tokens, width]; with sequence parallelism norms see the rank's own tokens alone.
class TensorCalls {
 public:
  virtual ~TensorCalls() = default;
  virtual std::int64_t rank() const { return 0; }
  virtual std::int64_t ranks() const { return 1; }
  virtual bool shares_sequence() const { return false; }
  // Before matrices cut by rows (qkv, up, head): the same, or an all-gather of tokens. Called again
  // in the backward pass where only the rank's own tokens were kept.
  virtual at::Tensor enter(const at::Tensor& x) { return x; }
  // After matrices cut by columns (output, down) and the cut table of tokens: an all-reduce, or a
  // reduce-scatter of tokens. Biases of those matrices are added behind it.
  virtual at::Tensor leave(const at::Tensor& x) { return x; }
  virtual at::Tensor enter_backward(const at::Tensor& d_x) { return d_x; }  // mirrors of both
  virtual at::Tensor leave_backward(const at::Tensor& d_x) { return d_x; }
  // The same, under way beside what is computed until it is taken.
  virtual Arriving begin_enter(const at::Tensor& x) { return Arriving(x); }
  virtual Arriving begin_enter_backward(const at::Tensor& d_x) { return Arriving(d_x); }
  virtual Arriving begin_leave_backward(const at::Tensor& d_x) { return Arriving(d_x); }
  // Of the vocabulary-parallel loss, float32 [tokens], in place over the ranks.
  virtual void reduce_largest(const at::Tensor& /*values*/) {}
  virtual void reduce_sum(const at::Tensor& /*values*/) {}
};

// Which rows of experts travel where, of one pass of one layer.
struct ExpertRoute {
  std::vector<std::int64_t> sent, came;  // rows to and from each rank; empty: none travels
  at::Tensor order;  // int64: place of each row as it came, by own expert; undefined: they are
  at::Tensor ends;   // int32 [own experts]: where the rows of each end
};

// Expert parallelism: experts are shared out among ranks, evenly and in order, and rows of tokens
// travel to those that have theirs. Gradients of experts come from all of these ranks' tokens.
class ExpertCalls {
 public:
  virtual ~ExpertCalls() = default;
  virtual std::int64_t rank() const { return 0; }
  virtual std::int64_t ranks() const { return 1; }
  // counts int64 [all experts]: of this rank's rows, which come in the order of experts.
  virtual ExpertRoute route(const at::Tensor& counts) {
    return {.ends = counts.cumsum(0).to(c10::kInt)};
  }
  // [rows, ...] to their experts, there in the order of these; and back. Each is the other's
  // backward pass.
  virtual at::Tensor dispatch(const at::Tensor& rows, const ExpertRoute& /*route*/) { return rows; }
  virtual at::Tensor combine(const at::Tensor& rows, const ExpertRoute& /*route*/) { return rows; }
};

}  // namespace wgf::engine
