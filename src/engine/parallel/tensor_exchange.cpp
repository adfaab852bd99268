// SPDX-License-Identifier: MIT
#include "engine/parallel/tensor_exchange.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>

#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

// kept: what the exchange reads, until it is over.
Arriving on_its_way(at::Tensor result, RankWork work, at::Tensor kept) {
  return {std::move(result), [work = std::move(work), kept = std::move(kept)]() mutable {
            const InPart part(StepPart::tensor);
            work.wait();
            kept.reset();
          }};
}

}  // namespace

Arriving TensorExchange::gathered(const at::Tensor& x) {
  const InPart part(StepPart::tensor);
  at::Tensor all = at::empty({x.size(0) * group_.size(), x.size(1)}, x.options());
  if (!is_silent_) {
    const at::Tensor own = x.contiguous();
    return on_its_way(all, group_.begin_all_gather(all, own), own);
  }
  all.narrow(0, 0, x.size(0)).copy_(x);
  return Arriving(all);
}

Arriving TensorExchange::scattered(const at::Tensor& x) {
  const InPart part(StepPart::tensor);
  at::Tensor own = at::empty({x.size(0) / group_.size(), x.size(1)}, x.options());
  if (!is_silent_) {
    const at::Tensor all = x.contiguous();
    return on_its_way(own, group_.begin_reduce_scatter(own, all), all);
  }
  own.copy_(x.narrow(0, 0, own.size(0)));
  return Arriving(own);
}

// In place: what comes in is a fresh product.
Arriving TensorExchange::summed(const at::Tensor& x) {
  const InPart part(StepPart::tensor);
  at::Tensor all = x.contiguous();
  if (is_silent_) return Arriving(all);
  return on_its_way(all, group_.begin_all_reduce(all), {});
}

at::Tensor TensorExchange::enter(const at::Tensor& x) {
  return begin_enter(x).take();
}

at::Tensor TensorExchange::leave(const at::Tensor& x) {
  return (shares_sequence_ ? scattered(x) : summed(x)).take();
}

at::Tensor TensorExchange::enter_backward(const at::Tensor& d_x) {
  return begin_enter_backward(d_x).take();
}

at::Tensor TensorExchange::leave_backward(const at::Tensor& d_x) {
  return begin_leave_backward(d_x).take();
}

Arriving TensorExchange::begin_enter(const at::Tensor& x) {
  return shares_sequence_ ? gathered(x) : Arriving(x);
}

Arriving TensorExchange::begin_enter_backward(const at::Tensor& d_x) {
  return shares_sequence_ ? scattered(d_x) : summed(d_x);
}

Arriving TensorExchange::begin_leave_backward(const at::Tensor& d_x) {
  return shares_sequence_ ? gathered(d_x) : Arriving(d_x);
}

void TensorExchange::reduce_largest(const at::Tensor& values) {
  const InPart part(StepPart::tensor);
  if (!is_silent_) group_.all_reduce(values, Reduction::largest);
}

void TensorExchange::reduce_sum(const at::Tensor& values) {
  const InPart part(StepPart::tensor);
  if (!is_silent_) group_.all_reduce(values);
}

// Norms of heads see the rank's heads, the router its part of what experts put out. Those of
// tokens, and biases behind the exchange, see its tokens where the sequence is shared out, else
// all. The table of positions always sees all.
bool TensorExchange::is_partial(const ParameterSpec& spec) const {
  if (spec.cut != Cut::whole || spec.name == "positions.weight") return false;
  const bool is_of_heads = spec.name == "query_norm.gain" || spec.name == "key_norm.gain";
  const bool is_of_experts = spec.name == "router.weight";
  return is_of_heads || is_of_experts || shares_sequence_;
}

void TensorExchange::add_up_gradients(ParameterGroup& group) {
  const InPart part(StepPart::tensor);
  std::vector<at::Tensor> partial;
  for (const ParameterSpec& spec : group.specs())
    if (is_partial(spec)) partial.push_back(group.gradient(spec.name).view({-1}));
  if (partial.empty() || is_silent_) return;
  const at::Tensor together = at::cat(partial);
  group_.all_reduce(together);
  std::int64_t begin = 0;
  for (const at::Tensor& one : partial) {
    one.copy_(together.narrow(0, begin, one.numel()));
    begin += one.numel();
  }
}

}  // namespace wgf::engine
