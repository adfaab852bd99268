// SPDX-License-Identifier: MIT
#include "engine/models/sharded_update.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>
#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace wgf::engine {

struct ShardedUpdate::Bucket {
  at::Tensor numbers;    // of all its parameters, padded to whole parts
  at::Tensor gradients;  // the same; undefined while there are none
  at::Tensor own, own_gradient;
  std::vector<std::size_t> parameters;
  std::vector<std::int64_t> begins;
  std::size_t missing = 0;
  c10::intrusive_ptr<c10d::Work> work;
};

class ShardedUpdate::Hook final : public torch::autograd::PostAccumulateGradHook {
 public:
  Hook(ShardedUpdate& update, std::size_t parameter) : update_(update), parameter_(parameter) {}
  void operator()(const at::Tensor&) override { update_.take(parameter_); }

 private:
  ShardedUpdate& update_;
  std::size_t parameter_;
};

ShardedUpdate::ShardedUpdate(std::vector<at::Tensor> parameters, RankGroup& ranks,
                             const ExchangeSettings& settings)
    : ranks_(ranks),
      settings_(settings),
      parameters_(std::move(parameters)),
      bucket_of_(parameters_.size()) {
  const at::NoGradGuard no_gradients;
  double filled = 0;
  for (std::size_t i = parameters_.size(); i-- > 0;) {
    const auto bytes = static_cast<double>(parameters_[i].nbytes());
    const bool fits = !buckets_.empty() && filled + bytes <= settings_.bucket_mb * 1e6 &&
                      parameters_[buckets_.back()->parameters.front()].scalar_type() ==
                          parameters_[i].scalar_type();
    if (!fits) {
      buckets_.push_back(std::make_unique<Bucket>());
      filled = 0;
    }
    filled += bytes;
    buckets_.back()->parameters.push_back(i);
    bucket_of_[i] = buckets_.size() - 1;
  }
  for (const auto& bucket : buckets_) {
    std::int64_t count = 0;
    for (const std::size_t i : bucket->parameters) {
      bucket->begins.push_back(count);
      count += parameters_[i].numel();
    }
    const std::int64_t part = (count + ranks_.size() - 1) / ranks_.size();
    const auto options = parameters_[bucket->parameters.front()].options().requires_grad(false);
    bucket->numbers = at::zeros({part * ranks_.size()}, options);
    for (std::size_t at = 0; at < bucket->parameters.size(); ++at) {
      at::Tensor& parameter = parameters_[bucket->parameters[at]];
      const at::Tensor place =
          bucket->numbers.narrow(0, bucket->begins[at], parameter.numel()).view(parameter.sizes());
      place.copy_(parameter);
      parameter.set_data(place);
    }
    ranks_.broadcast(bucket->numbers);
    bucket->own = bucket->numbers.narrow(0, ranks_.rank() * part, part);
    bucket->own_gradient = at::zeros({part}, options);
    bucket->missing = bucket->parameters.size();
    own_.push_back(bucket->own);
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    torch::autograd::impl::set_post_acc_grad_hooks(parameters_[i],
                                                   std::make_unique<Hook>(*this, i));
}

ShardedUpdate::~ShardedUpdate() {
  for (const at::Tensor& parameter : parameters_)
    torch::autograd::impl::set_post_acc_grad_hooks(parameter, nullptr);
}

Bytes ShardedUpdate::bytes() const {
  std::int64_t bytes = 0;
  for (const auto& bucket : buckets_) bytes += static_cast<std::int64_t>(bucket->numbers.nbytes());
  return Bytes(bytes);
}

void ShardedUpdate::take(std::size_t parameter) {
  const at::NoGradGuard no_gradients;
  Bucket& bucket = *buckets_[bucket_of_[parameter]];
  if (!bucket.gradients.defined())
    bucket.gradients = at::zeros({bucket.numbers.numel()}, bucket.numbers.options());
  const auto& all = bucket.parameters;
  const auto at = std::find(all.begin(), all.end(), parameter) - all.begin();
  at::Tensor& gradient = parameters_[parameter].mutable_grad();
  bucket.gradients.narrow(0, bucket.begins[static_cast<std::size_t>(at)], gradient.numel())
      .copy_(gradient.view({-1}));
  gradient.reset();
  --bucket.missing;
  if (settings_.overlaps) start_ready();
}

void ShardedUpdate::start_ready() {
  while (started_ < buckets_.size() && buckets_[started_]->missing == 0) {
    start(*buckets_[started_++]);
    // Two on their way; the memory of those before is given back.
    if (settings_.zero_stage > 1 && started_ > 2) end(*buckets_[started_ - 3]);
  }
}

void ShardedUpdate::start(Bucket& bucket) {
  c10d::ReduceScatterOptions options;
  options.reduceOp = c10d::ReduceOp::AVG;
  bucket.work = ranks_.backend(bucket.numbers.device())
                    ._reduce_scatter_base(bucket.own_gradient, bucket.gradients, options);
}

void ShardedUpdate::end(Bucket& bucket) {
  if (!bucket.work) return;
  bucket.work->wait();
  bucket.work.reset();
  bucket.gradients.reset();
  bucket.missing = bucket.parameters.size();
}

void ShardedUpdate::finish() {
  const at::NoGradGuard no_gradients;
  for (std::size_t i = started_; i < buckets_.size(); ++i) {
    Bucket& bucket = *buckets_[i];
    // Of parameters that the pass did not reach: zeros.
    if (!bucket.gradients.defined())
      bucket.gradients = at::zeros({bucket.numbers.numel()}, bucket.numbers.options());
    bucket.missing = 0;
  }
  start_ready();
  for (const auto& bucket : buckets_) {
    end(*bucket);
    bucket->own.mutable_grad() = bucket->own_gradient;
  }
  started_ = 0;
}

void ShardedUpdate::gather() {
  const at::NoGradGuard no_gradients;
  std::vector<c10::intrusive_ptr<c10d::Work>> works;
  std::vector<at::Tensor> parts;  // a copy: not every backend gathers in place
  for (const auto& bucket : buckets_) {
    parts.push_back(bucket->own.clone());
    works.push_back(
        ranks_.backend(bucket->numbers.device())._allgather_base(bucket->numbers, parts.back()));
  }
  for (const auto& work : works) work->wait();
}

void ShardedUpdate::exchange_alone() {
  for (const auto& bucket : buckets_) bucket->missing = 0;
  finish();
  gather();
}

}  // namespace wgf::engine
