// SPDX-License-Identifier: MIT
#include "engine/models/gradient_exchange.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <algorithm>

#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace wgf::engine {

struct GradientExchange::Bucket {
  at::Tensor numbers;
  std::vector<std::size_t> parameters;
  std::vector<bool> has;  // of each of them, its gradient of this step
  std::size_t missing = 0;
  c10::intrusive_ptr<c10d::Work> work;

  void begin() {
    has.assign(parameters.size(), false);
    missing = parameters.size();
    work.reset();
  }
};

class GradientExchange::Hook final : public torch::autograd::PostAccumulateGradHook {
 public:
  Hook(GradientExchange& exchange, std::size_t parameter)
      : exchange_(exchange), parameter_(parameter) {}
  void operator()(const at::Tensor&) override { exchange_.take(parameter_); }

 private:
  GradientExchange& exchange_;
  std::size_t parameter_;
};

GradientExchange::GradientExchange(std::vector<at::Tensor> parameters, RankGroup& ranks,
                                   const ExchangeSettings& settings)
    : ranks_(ranks),
      settings_(settings),
      parameters_(std::move(parameters)),
      places_(parameters_.size()),
      bucket_of_(parameters_.size()) {
  const at::NoGradGuard no_gradients;
  const auto type_of = [&](const at::Tensor& parameter) {
    return settings_.compression.value_or(parameter.scalar_type());
  };
  const auto bytes_of = [&](const at::Tensor& parameter) {
    return static_cast<double>(parameter.numel()) *
           static_cast<double>(c10::elementSize(type_of(parameter)));
  };
  // The backward pass reaches the last parameters first.
  double filled = 0;
  for (std::size_t i = parameters_.size(); i-- > 0;) {
    const at::Tensor& parameter = parameters_[i];
    ranks_.broadcast(parameter);
    const bool fits =
        !buckets_.empty() && filled + bytes_of(parameter) <= settings_.bucket_mb * 1e6 &&
        type_of(parameters_[buckets_.back()->parameters.front()]) == type_of(parameter);
    if (!fits) {
      buckets_.push_back(std::make_unique<Bucket>());
      filled = 0;
    }
    filled += bytes_of(parameter);
    buckets_.back()->parameters.push_back(i);
    bucket_of_[i] = buckets_.size() - 1;
  }
  for (const auto& bucket : buckets_) {
    std::int64_t count = 0;
    for (const std::size_t i : bucket->parameters) count += parameters_[i].numel();
    const at::Tensor& first = parameters_[bucket->parameters.front()];
    bucket->numbers =
        at::zeros({count}, first.options().dtype(type_of(first)).requires_grad(false));
    std::int64_t begin = 0;
    for (const std::size_t i : bucket->parameters) {
      places_[i] =
          bucket->numbers.narrow(0, begin, parameters_[i].numel()).view(parameters_[i].sizes());
      begin += parameters_[i].numel();
    }
    bucket->begin();
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    torch::autograd::impl::set_post_acc_grad_hooks(parameters_[i],
                                                   std::make_unique<Hook>(*this, i));
}

GradientExchange::~GradientExchange() {
  for (const at::Tensor& parameter : parameters_)
    torch::autograd::impl::set_post_acc_grad_hooks(parameter, nullptr);
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
  Bucket& bucket = *buckets_[bucket_of_[parameter]];
  const auto& all = bucket.parameters;
  const auto at =
      static_cast<std::size_t>(std::find(all.begin(), all.end(), parameter) - all.begin());
  if (bucket.has[at]) return;
  bucket.has[at] = true;
  --bucket.missing;
  const at::NoGradGuard no_gradients;
  at::Tensor& gradient = parameters_[parameter].mutable_grad();
  places_[parameter].copy_(gradient);
  // Where it travels as it is, the gradient is its place in the bucket from now on.
  if (!settings_.compression) gradient = places_[parameter];
  if (settings_.overlaps) start_ready();
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
  for (const auto& bucket : buckets_)
    for (std::size_t at = 0; at < bucket->parameters.size() && bucket->missing > 0; ++at) {
      if (bucket->has[at]) continue;
      const std::size_t i = bucket->parameters[at];
      places_[i].zero_();
      parameters_[i].mutable_grad() = at::zeros_like(parameters_[i]);
      bucket->has[at] = true;
      --bucket->missing;
      if (!settings_.compression) parameters_[i].mutable_grad() = places_[i];
    }
  start_ready();
  for (const auto& bucket : buckets_) {
    bucket->work->wait();
    if (settings_.compression)
      for (const std::size_t i : bucket->parameters)
        parameters_[i].mutable_grad().copy_(places_[i]);
    bucket->begin();
  }
  started_ = 0;
}

void GradientExchange::exchange_alone() {
  for (const auto& bucket : buckets_) start(*bucket);
  for (const auto& bucket : buckets_) {
    bucket->work->wait();
    bucket->begin();
  }
  started_ = 0;
}

}  // namespace wgf::engine
