// SPDX-License-Identifier: MIT
#include "engine/training/replicated_training.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/InferenceMode.h>

#include <exception>
#include <optional>
#include <thread>

namespace wgf::engine {

struct ReplicatedTraining::Replica {
  c10::Device device = c10::kCPU;
  std::unique_ptr<TrainingOperations> operations;
  std::optional<TrainedDecoder> decoder;
  std::optional<TrainingStep> step;
  at::Tensor loss;
  std::exception_ptr failure;
};

ReplicatedTraining::ReplicatedTraining(const DecoderShape& shape, const DecoderSettings& settings,
                                       const std::vector<c10::Device>& devices,
                                       const MakeOperations& make_operations) {
  for (const c10::Device device : devices) {
    const c10::OptionalDeviceGuard guard(device);
    auto replica = std::make_unique<Replica>();
    replica->device = device;
    replica->operations = make_operations(device);
    DecoderSettings own = settings;
    own.has_buffers = replicas_.empty();
    replica->decoder.emplace(shape, own, device, *replica->operations);
    const auto options = at::TensorOptions(device);
    for (std::size_t i = 0; !own.has_buffers && i < replica->decoder->group_count(); ++i) {
      ParameterGroup& group = replica->decoder->group(i);
      group.weights = at::empty({group.numbers()}, options.dtype(settings.types.weights));
      group.gradients = at::zeros({group.numbers()}, options.dtype(settings.types.gradients));
    }
    replica->step.emplace(*replica->decoder);
    replicas_.push_back(std::move(replica));
  }
}

ReplicatedTraining::~ReplicatedTraining() = default;

TrainedDecoder& ReplicatedTraining::decoder() {
  return *replicas_.front()->decoder;
}

void ReplicatedTraining::hand_out_weights() {
  for (std::size_t i = 1; i < replicas_.size(); ++i)
    for (std::size_t group = 0; group < decoder().group_count(); ++group)
      replicas_[i]->decoder->group(group).weights.copy_(decoder().group(group).weights, true);
}

void ReplicatedTraining::add_up_gradients() {
  const c10::Device first = replicas_.front()->device;
  for (std::size_t i = 1; i < replicas_.size(); ++i)
    for (std::size_t group = 0; group < decoder().group_count(); ++group)
      decoder().group(group).gradients.add_(
          replicas_[i]->decoder->group(group).gradients.to(first, true));
}

at::Tensor ReplicatedTraining::run(const std::vector<MicroBatch>& batches) {
  hand_out_weights();
  const auto count = static_cast<std::int64_t>(replicas_.size());
  std::vector<std::vector<MicroBatch>> parts(replicas_.size());
  for (const MicroBatch& batch : batches) {
    const auto ids = batch.ids.chunk(count), targets = batch.targets.chunk(count);
    for (std::size_t i = 0; i < parts.size(); ++i)
      parts[i].push_back(
          {ids[i].to(replicas_[i]->device, true), targets[i].to(replicas_[i]->device, true)});
  }
  const std::size_t of = batches.size() * replicas_.size();
  const auto passes = [&](std::size_t i) {
    Replica& replica = *replicas_[i];
    try {
      const c10::InferenceMode no_gradients;
      const c10::OptionalDeviceGuard guard(replica.device);
      replica.loss.reset();
      for (std::size_t number = 0; number < parts[i].size(); ++number) {
        const at::Tensor part = replica.step->forward(parts[i][number], number, of);
        replica.loss = replica.loss.defined() ? replica.loss + part : part;
        replica.step->backward(parts[i][number], number, of);
      }
    } catch (...) {
      replica.failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < replicas_.size(); ++i) threads.emplace_back(passes, i);
  passes(0);
  for (std::thread& thread : threads) thread.join();
  at::Tensor loss;
  for (const auto& replica : replicas_) {
    if (replica->failure) std::rethrow_exception(std::exchange(replica->failure, nullptr));
    const at::Tensor there = replica->loss.to(replicas_.front()->device);
    loss = loss.defined() ? loss + there : there;
  }
  add_up_gradients();
  replicas_.front()->step->update();
  return loss;
}

Bytes ReplicatedTraining::state_bytes() const {
  Bytes sum;
  for (const auto& replica : replicas_) sum += replica->decoder->state_bytes();
  return sum;
}

Bytes ReplicatedTraining::host_bytes() const {
  Bytes sum;
  for (const auto& replica : replicas_) sum += replica->step->host_bytes();
  return sum;
}

}  // namespace wgf::engine
