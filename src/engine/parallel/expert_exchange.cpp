// SPDX-License-Identifier: MIT
#include "engine/parallel/expert_exchange.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/argsort.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>

#include <numeric>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/training/step_parts.h"

namespace wgf::engine {
namespace {

std::vector<std::int64_t> on_host(const at::Tensor& counts) {
  const at::Tensor here = counts.to(at::kCPU, at::kLong).contiguous();
  const auto* begin = here.const_data_ptr<std::int64_t>();
  return {begin, begin + here.numel()};
}

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

at::Tensor ExpertExchange::exchanged(const at::Tensor& rows, const std::vector<std::int64_t>& to,
                                     const std::vector<std::int64_t>& from) {
  const InPart part(StepPart::experts);
  std::vector<std::int64_t> sizes = rows.sizes().vec();
  sizes[0] = sum(from);
  at::Tensor input = rows.contiguous(), output = at::empty(sizes, rows.options());
  std::vector<std::int64_t> sent = to, came = from;
  ranks_.backend(rows.device()).alltoall_base(output, input, came, sent)->wait();
  return output;
}

ExpertRoute ExpertExchange::route(const at::Tensor& counts) {
  const std::int64_t own = counts.size(0) / ranks();
  const at::Tensor by_rank = counts.view({ranks(), own});
  ExpertRoute route;
  at::Tensor to_come = by_rank;
  if (is_silent_) {
    route.sent = route.came = on_host(by_rank.sum(1));
  } else {
    const std::vector<std::int64_t> even(static_cast<std::size_t>(ranks()), own);
    to_come = exchanged(counts, even, even).view({ranks(), own});
    route.sent = on_host(by_rank.sum(1));
    route.came = on_host(to_come.sum(1));
  }
  const at::Tensor numbers = at::arange(own, to_come.options()).repeat({ranks()});
  route.order = at::argsort(numbers.repeat_interleave(to_come.flatten()), true, 0, false);
  route.ends = to_come.sum(0).cumsum(0).to(at::kInt);
  return route;
}

at::Tensor ExpertExchange::dispatch(const at::Tensor& rows, const ExpertRoute& route) {
  const at::Tensor came = is_silent_ ? rows : exchanged(rows, route.sent, route.came);
  return came.index_select(0, route.order);
}

at::Tensor ExpertExchange::combine(const at::Tensor& rows, const ExpertRoute& route) {
  const at::Tensor by_rank = at::empty_like(rows).index_copy_(0, route.order, rows);
  return is_silent_ ? by_rank : exchanged(by_rank, route.came, route.sent);
}

}  // namespace wgf::engine
