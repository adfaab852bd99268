// SPDX-License-Identifier: MIT
#include "engine/llm/experts.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/searchsorted.h>
#include <ATen/ops/softmax.h>

#include <vector>

namespace wgf::engine {

ChosenExperts choose_experts(const at::Tensor& scores, const ExpertShape& shape,
                             const at::Tensor& followed) {
  const at::Tensor shares = shape.renormalises ? scores : at::softmax(scores, -1);
  auto [chosen, which] = shares.topk(shape.per_token, -1);
  if (followed.defined()) {
    which = followed;
    chosen = shares.gather(-1, which);
  }
  return {which, shape.renormalises ? at::softmax(chosen, -1) : chosen};
}

SortedTokens sort_by_expert(const at::Tensor& which, std::int64_t experts) {
  const at::Tensor flat = which.flatten();
  const auto [sorted, order] = flat.sort(/*stable=*/true, 0, /*descending=*/false);
  const at::Tensor place = at::empty_like(order);
  place.scatter_(0, order, at::arange(order.size(0), order.options()));
  const at::Tensor ends = at::searchsorted(sorted, at::arange(experts, sorted.options()),
                                           /*out_int32=*/true, /*right=*/true);
  return {order.div(which.size(1), "floor"), sorted, place, ends};
}

at::Tensor join_experts(const at::Tensor& rows, const SortedTokens& sorted,
                        const at::Tensor& shares) {
  const at::Tensor by_token =
      rows.index_select(0, sorted.place).reshape({shares.size(0), shares.size(1), rows.size(1)});
  return (by_token * shares.to(rows.scalar_type()).unsqueeze(-1)).sum(1);
}

at::Tensor by_expert(const at::Tensor& rows, const at::Tensor& ends, const OneExpert& product) {
  const at::Tensor on_host = ends.cpu();
  const auto* end = on_host.const_data_ptr<int>();
  std::vector<at::Tensor> parts;
  std::int64_t begin = 0;
  for (std::int64_t expert = 0; expert < on_host.size(0); ++expert) {
    if (end[expert] > begin)
      parts.push_back(product(rows.narrow(0, begin, end[expert] - begin), expert));
    begin = end[expert];
  }
  return at::cat(parts);
}

}  // namespace wgf::engine
