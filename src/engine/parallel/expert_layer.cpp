// SPDX-License-Identifier: MIT
#include "engine/parallel/expert_layer.h"

#include <ATen/Context.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/bincount.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/silu.h>

#include <cmath>
#include <stdexcept>

#include "engine/parallel/expert_exchange.h"
#include "engine/training/grouped_products.h"

namespace wgf::engine {
namespace {

at::Tensor random_numbers(std::vector<std::int64_t> sizes, const at::TensorOptions& options,
                          std::uint64_t seed, double deviation) {
  at::Generator generator = at::globalContext().defaultGenerator(options.device()).clone();
  generator.set_current_seed(seed);
  return at::randn(sizes, generator, options).mul_(deviation);
}

std::unique_ptr<ExpertCalls> exchange_of(RankGroup* ranks) {
  if (ranks == nullptr) return std::make_unique<ExpertCalls>();
  return std::make_unique<ExpertExchange>(*ranks);
}

}  // namespace

ExpertLayer::ExpertLayer(const ExpertLayerShape& shape, const at::TensorOptions& options,
                         std::uint64_t seed, RankGroup* ranks)
    : shape_(shape), exchange_(exchange_of(ranks)) {
  if (shape_.experts % exchange_->ranks() != 0)
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
    const auto expert = static_cast<std::uint64_t>(exchange_->rank() * own + i);
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

void ExpertLayer::dispatch() {
  route_ = exchange_->route(at::bincount(sorted_.expert, {}, shape_.experts));
  rows_ = exchange_->dispatch(rows_, route_);
  own_rows_ = rows_.size(0);
}

void ExpertLayer::compute() {
  if (own_rows_ == 0) return;  // nobody chose this rank's experts
  const at::Tensor both = grouped_linear(rows_, up_, route_.ends);
  const at::Tensor gated =
      at::silu(both.narrow(1, 0, shape_.width)) * both.narrow(1, shape_.width, shape_.width);
  rows_ = grouped_linear(gated, down_, route_.ends);
}

at::Tensor ExpertLayer::combine() {
  rows_ = exchange_->combine(rows_, route_);
  return join_experts(rows_, sorted_, chosen_.shares);
}

double ExpertLayer::flops() const {
  return 6.0 * static_cast<double>(own_rows_) * static_cast<double>(shape_.hidden) *
         static_cast<double>(shape_.width);
}

}  // namespace wgf::engine
