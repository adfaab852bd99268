// SPDX-License-Identifier: MIT
#include "engine/models/sharded_update.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>

#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace wgf::engine {

struct ShardedUpdate::Bucket {
  at::Tensor numbers;    // of all its parameters, padded to whole parts
  at::Tensor gradients;  // the same; undefined while there are none
  at::Tensor own, own_gradient;
  std::vector<std::size_t> parameters;
  std::size_t missing = 0;
  c10::intrusive_ptr<c10d::Work> work;
};

ShardedUpdate::ShardedUpdate(std::vector<at::Tensor> parameters, RankGroup& ranks,
                             const ExchangeSettings& settings)
    : ranks_(ranks),
      settings_(settings),
      parameters_(std::move(parameters)),
      bucket_of_(parameters_.size()),
      begins_(parameters_.size()) {
  const at::NoGradGuard no_gradients;
  for (auto& together : parameter_buckets(parameters_, settings_.bucket_mb * 1e6, std::nullopt)) {
    buckets_.push_back(std::make_unique<Bucket>());
    Bucket& bucket = *buckets_.back();
    bucket.parameters = std::move(together);
    std::int64_t count = 0;
    for (const std::size_t i : bucket.parameters) {
      bucket_of_[i] = buckets_.size() - 1;
      begins_[i] = count;
      count += parameters_[i].numel();
    }
    const std::int64_t part = (count + ranks_.size() - 1) / ranks_.size();
    const auto options = parameters_[bucket.parameters.front()].options().requires_grad(false);
    bucket.numbers = at::zeros({part * ranks_.size()}, options);
    for (const std::size_t i : bucket.parameters) {
      at::Tensor& parameter = parameters_[i];
      const at::Tensor place =
          bucket.numbers.narrow(0, begins_[i], parameter.numel()).view(parameter.sizes());
      place.copy_(parameter);
      parameter.set_data(place);
    }
    ranks_.broadcast(bucket.numbers);
    bucket.own = bucket.numbers.narrow(0, ranks_.rank() * part, part);
    bucket.own_gradient = at::zeros({part}, options);
    bucket.missing = bucket.parameters.size();
    own_.push_back(bucket.own);
  }
  hooks_ = std::make_unique<GradientHooks>(parameters_, [this](std::size_t i) { take(i); });
}

ShardedUpdate::~ShardedUpdate() = default;

Bytes ShardedUpdate::bytes() const {
  std::int64_t bytes = 0;
  for (const auto& bucket : buckets_) bytes += static_cast<std::int64_t>(bucket->numbers.nbytes());
  return Bytes(bytes);
}

void ShardedUpdate::take(std::size_t parameter) {
  const at::NoGradGuard no_gradients;
  Bucket& bucket = *buckets_[bucket_of_[parameter]];
  have_gradients(bucket);
  at::Tensor& gradient = parameters_[parameter].mutable_grad();
  bucket.gradients.narrow(0, begins_[parameter], gradient.numel()).copy_(gradient.view({-1}));
  gradient.reset();
  --bucket.missing;
  if (settings_.overlaps) start_ready();
}

// Zeros, where the pass has reached none of its parameters so far.
void ShardedUpdate::have_gradients(Bucket& bucket) {
  if (!bucket.gradients.defined())
    bucket.gradients = at::zeros({bucket.numbers.numel()}, bucket.numbers.options());
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
    have_gradients(bucket);
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
