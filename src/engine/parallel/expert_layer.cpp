// SPDX-License-Identifier: MIT
#include "engine/parallel/expert_layer.h"

#include <ATen/Context.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/argsort.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/silu.h>

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace wgf::engine {
namespace {

at::Tensor random_numbers(std::vector<std::int64_t> sizes, const at::TensorOptions& options,
                          std::uint64_t seed, double deviation) {
  at::Generator generator = at::globalContext().defaultGenerator(options.device()).clone();
  generator.set_current_seed(seed);
  return at::randn(sizes, generator, options).mul_(deviation);
}

std::vector<std::int64_t> on_host(const at::Tensor& counts) {
  const at::Tensor here = counts.to(at::kCPU, at::kLong).contiguous();
  const auto* begin = here.const_data_ptr<std::int64_t>();
  return {begin, begin + here.numel()};
}

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

ExpertLayer::ExpertLayer(const ExpertLayerShape& shape, const at::TensorOptions& options,
                         std::uint64_t seed, RankGroup* ranks)
    : shape_(shape),
      ranks_(ranks),
      ranks_count_(ranks == nullptr ? 1 : ranks->size()),
      rank_(ranks == nullptr ? 0 : ranks->rank()) {
  if (shape_.experts % ranks_count_ != 0)
    throw std::invalid_argument("the experts do not divide by the ranks");
  constexpr std::uint64_t most_experts = 1U << 20U;
  const std::uint64_t first = seed * most_experts * 4;
  router_ = random_numbers({shape_.hidden, shape_.experts}, options.dtype(at::kFloat), first,
                           1 / std::sqrt(static_cast<double>(shape_.hidden)));
  bias_ = -shape_.skew * at::arange(1, shape_.experts + 1, options.dtype(at::kFloat)).log();
  const std::int64_t own = own_experts();
  up_ = at::empty({own, 2 * shape_.width, shape_.hidden}, options);
  down_ = at::empty({own, shape_.hidden, shape_.width}, options);
  for (std::int64_t i = 0; i < own; ++i) {
    const auto expert = static_cast<std::uint64_t>(rank_ * own + i);
    constexpr double deviation = 0.02;
    up_[i].copy_(random_numbers({2 * shape_.width, shape_.hidden}, options, first + 2 * expert + 1,
                                deviation));
    down_[i].copy_(
        random_numbers({shape_.hidden, shape_.width}, options, first + 2 * expert + 2, deviation));
  }
}

void ExpertLayer::route(const at::Tensor& x) {
  const at::Tensor scores = at::matmul(x.to(at::kFloat), router_) + bias_;
  chosen_ = choose_experts(scores, {.count = shape_.experts, .per_token = shape_.per_token});
  sorted_ = sort_by_expert(chosen_.which, shape_.experts);
  rows_ = x.index_select(0, sorted_.token);
}

at::Tensor ExpertLayer::exchanged(const at::Tensor& rows, const std::vector<std::int64_t>& to,
                                  const std::vector<std::int64_t>& from) {
  std::vector<std::int64_t> sizes = rows.sizes().vec();
  sizes[0] = sum(from);
  at::Tensor input = rows.contiguous(), output = at::empty(sizes, rows.options());
  std::vector<std::int64_t> sent = to, came = from;
  ranks_->backend(rows.device()).alltoall_base(output, input, came, sent)->wait();
  return output;
}

void ExpertLayer::dispatch() {
  const at::Tensor of_experts = at::bincount(sorted_.expert, {}, shape_.experts);
  if (ranks_ == nullptr) {
    came_of_ = sorted_.expert;
    own_rows_ = rows_.size(0);
    return;
  }
  const std::int64_t own = own_experts();
  // How many rows of each expert everybody sends here.
  const std::vector<std::int64_t> even(static_cast<std::size_t>(ranks_count_), own);
  const at::Tensor to_come = exchanged(of_experts, even, even).view({ranks_count_, own});
  sent_ = on_host(of_experts.view({ranks_count_, own}).sum(1));
  came_ = on_host(to_come.sum(1));
  rows_ = exchanged(rows_, sent_, came_);
  const at::Tensor numbers = at::arange(own, to_come.options()).repeat({ranks_count_});
  came_of_ = numbers.repeat_interleave(to_come.flatten());
  own_rows_ = rows_.size(0);
}

void ExpertLayer::compute() {
  if (own_rows_ == 0) return;  // nobody chose this rank's experts
  order_ = at::argsort(came_of_, true, 0, false);
  const at::Tensor ends = at::bincount(came_of_, {}, own_experts()).cumsum(0).to(at::kInt);
  const at::Tensor sorted = rows_.index_select(0, order_);
  const at::Tensor results =
      by_expert(sorted, ends, [&](const at::Tensor& rows, std::int64_t expert) {
        const at::Tensor both = at::matmul(rows, up_[expert].t());
        const at::Tensor gated =
            at::silu(both.narrow(1, 0, shape_.width)) * both.narrow(1, shape_.width, shape_.width);
        return at::matmul(gated, down_[expert].t());
      });
  rows_ = at::empty_like(results).index_copy_(0, order_, results);
}

at::Tensor ExpertLayer::combine() {
  if (ranks_ != nullptr) rows_ = exchanged(rows_, came_, sent_);
  return join_experts(rows_, sorted_, chosen_.shares);
}

double ExpertLayer::flops() const {
  return 6.0 * static_cast<double>(own_rows_) * static_cast<double>(shape_.hidden) *
         static_cast<double>(shape_.width);
}

}  // namespace wgf::engine
