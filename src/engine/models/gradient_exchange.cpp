// SPDX-License-Identifier: MIT
#include "engine/models/gradient_exchange.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace wgf::engine {

struct GradientExchange::Bucket {
  at::Tensor numbers;
  std::vector<std::size_t> parameters;
  std::size_t missing = 0;
  c10::intrusive_ptr<c10d::Work> work;
};

GradientExchange::GradientExchange(std::vector<at::Tensor> parameters, RankGroup& ranks,
                                   const ExchangeSettings& settings)
    : ranks_(ranks),
      settings_(settings),
      parameters_(std::move(parameters)),
      places_(parameters_.size()),
      has_(parameters_.size()),
      bucket_of_(parameters_.size()) {
  const at::NoGradGuard no_gradients;
  for (const at::Tensor& parameter : parameters_) ranks_.broadcast(parameter);
  for (auto& together :
       parameter_buckets(parameters_, settings_.bucket_mb * 1e6, settings_.compression)) {
    buckets_.push_back(std::make_unique<Bucket>());
    Bucket& bucket = *buckets_.back();
    bucket.parameters = std::move(together);
    std::int64_t count = 0;
    for (const std::size_t i : bucket.parameters) count += parameters_[i].numel();
    const at::Tensor& first = parameters_[bucket.parameters.front()];
    const auto type = settings_.compression.value_or(first.scalar_type());
    bucket.numbers = at::zeros({count}, first.options().dtype(type).requires_grad(false));
    std::int64_t begin = 0;
    for (const std::size_t i : bucket.parameters) {
      bucket_of_[i] = buckets_.size() - 1;
      places_[i] =
          bucket.numbers.narrow(0, begin, parameters_[i].numel()).view(parameters_[i].sizes());
      begin += parameters_[i].numel();
    }
    begin_step(bucket);
  }
  hooks_ = std::make_unique<GradientHooks>(parameters_, [this](std::size_t i) { take(i); });
}

GradientExchange::~GradientExchange() = default;

void GradientExchange::begin_step(Bucket& bucket) {
  for (const std::size_t i : bucket.parameters) has_[i] = false;
  bucket.missing = bucket.parameters.size();
  bucket.work.reset();
}

std::size_t GradientExchange::buckets() const {
  return buckets_.size();
}

Bytes GradientExchange::bytes() const {
  std::int64_t bytes = 0;
  for (const auto& bucket : buckets_) bytes += static_cast<std::int64_t>(bucket->numbers.nbytes());
  return Bytes(bytes);
}

void GradientExchange::take(std::size_t parameter) {
  if (has_[parameter]) return;
  const at::NoGradGuard no_gradients;
  at::Tensor& gradient = parameters_[parameter].mutable_grad();
  places_[parameter].copy_(gradient);
  // Where it travels as it is, the gradient is its place in the bucket from now on.
  if (!settings_.compression) gradient = places_[parameter];
  count_in(parameter);
  if (settings_.overlaps) start_ready();
}

void GradientExchange::count_in(std::size_t parameter) {
  has_[parameter] = true;
  --buckets_[bucket_of_[parameter]]->missing;
}

// In one order on all ranks, whatever order the passes take.
void GradientExchange::start_ready() {
  while (started_ < buckets_.size() && buckets_[started_]->missing == 0) start(*buckets_[started_]);
}

void GradientExchange::start(Bucket& bucket) {
  std::vector<at::Tensor> numbers{bucket.numbers};
  c10d::AllreduceOptions options;
  options.reduceOp = c10d::ReduceOp::AVG;
  bucket.work = ranks_.backend(bucket.numbers.device()).allreduce(numbers, options);
  ++started_;
}

void GradientExchange::finish() {
  const at::NoGradGuard no_gradients;
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (has_[i]) continue;
    places_[i].zero_();
    parameters_[i].mutable_grad() =
        settings_.compression ? at::zeros_like(parameters_[i]) : places_[i];
    count_in(i);
  }
  start_ready();
  for (const auto& bucket : buckets_) {
    bucket->work->wait();
    if (settings_.compression)
      for (const std::size_t i : bucket->parameters)
        parameters_[i].mutable_grad().copy_(places_[i]);
    begin_step(*bucket);
  }
  started_ = 0;
}

void GradientExchange::exchange_alone() {
  for (const auto& bucket : buckets_) start(*bucket);
  for (const auto& bucket : buckets_) {
    bucket->work->wait();
    begin_step(*bucket);
  }
  started_ = 0;
}

}  // namespace wgf::engine
