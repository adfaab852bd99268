// SPDX-License-Identifier: MIT
#include "engine/parallel/stage_links.h"

#include <ATen/ops/empty_like.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <chrono>
#include <numeric>
#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "base/statistics.h"
#include "engine/measure/device.h"

namespace wgf::engine {

using WorkPointer = c10::intrusive_ptr<c10d::Work>;

struct StageLinks::Message {
  WorkPointer work;  // null: it does not travel
  at::Tensor tensor;

  void wait() const {
    if (work) work->wait();
  }
};

StageLinks::StageLinks(RankGroup& stages, c10::Device device) : stages_(stages), device_(device) {
  std::vector<int> all(static_cast<std::size_t>(stages_.size()));
  std::iota(all.begin(), all.end(), 0);
  // At once: whoever opens one waits for the others. On a CPU tags tell messages apart.
  for (std::size_t i = 0; i < (device_.is_cpu() ? 1 : groups_.size()); ++i) {
    groups_[i] = stages_.part("link" + std::to_string(i), all);
    // What waits for a neighbour holds them, beside the rank's own passes.
    constexpr int most_blocks = 4;
    groups_[i]->limit_blocks(most_blocks);
    if (stages_.size() > 1) groups_[i]->backend(device_);
  }
  if (device_.is_cpu() || stages_.size() == 1) return;
  // A communicator of two ranks is made with their first message, by both at once: here, in one
  // order on all ranks.
  for (const Cargo cargo : {Cargo::activations, Cargo::gradients})
    for (int from = 0; from < stages_.size(); ++from)
      for (const int to :
           {(from + 1) % stages_.size(), (from + stages_.size() - 1) % stages_.size()}) {
        const at::Tensor one = at::zeros({1}, at::TensorOptions().device(device_));
        const int tag = tag_with(cargo, 0);
        if (stages_.rank() == from) send(cargo, one, to, tag);
        if (stages_.rank() == to) take(*expect(cargo, at::zeros_like(one), from, tag));
      }
  finish();
}

StageLinks::~StageLinks() = default;

// Of two ranks alone both neighbours are one: which way a message goes tells their links apart.
RankGroup& StageLinks::group(Cargo cargo, int from, int to) {
  if (device_.is_cpu()) return *groups_.front();
  const std::size_t way = from < to ? 0 : 1;
  return *groups_[2 * way + (cargo == Cargo::gradients ? 1 : 0)];
}

void StageLinks::send(Cargo cargo, const at::Tensor& tensor, int to, int tag) {
  std::vector<at::Tensor> one{tensor.contiguous()};
  WorkPointer work;
  if (!is_mute_) work = group(cargo, stages_.rank(), to).backend(device_).send(one, to, tag);
  sent_.push_back({std::move(work), one.front()});
  // The memory of those that have left is given back.
  constexpr std::size_t most_sent = 64;
  if (sent_.size() > most_sent) {
    const Message& oldest = sent_.front();
    if (device_.is_cuda()) oldest.wait();
    if (device_.is_cuda() || !oldest.work || oldest.work->isCompleted()) sent_.erase(sent_.begin());
  }
}

std::shared_ptr<StageLinks::Message> StageLinks::expect(Cargo cargo, at::Tensor into, int from,
                                                        int tag) {
  auto arrival = std::make_shared<Message>();
  arrival->tensor = std::move(into);
  if (is_mute_) {
    arrival->tensor.zero_();
    return arrival;
  }
  std::vector<at::Tensor> one{arrival->tensor};
  arrival->work = group(cargo, from, stages_.rank()).backend(device_).recv(one, from, tag);
  return arrival;
}

at::Tensor StageLinks::take(const Message& expected) {
  expected.wait();
  return expected.tensor;
}

Seconds StageLinks::transfer_time(const std::vector<std::int64_t>& sizes, c10::ScalarType type) {
  constexpr int warmup = 3, counted = 9, tag = 0;
  synchronize(device_);
  stages_.agreed(0);
  if (stages_.rank() > 1 || stages_.size() == 1) return {};
  const int other = 1 - stages_.rank();
  const at::Tensor message = at::zeros(sizes, at::TensorOptions().dtype(type).device(device_));
  std::vector<double> seconds;
  for (int i = 0; i < warmup + counted; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    if (stages_.rank() == 0) send(Cargo::activations, message, other, tag);
    take(*expect(Cargo::activations, at::empty_like(message), other, tag));
    if (stages_.rank() == 1) send(Cargo::activations, message, other, tag);
    finish();
    synchronize(device_);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (i >= warmup) seconds.push_back(took.count() / 2);
  }
  return Seconds(median(seconds));
}

void StageLinks::finish() {
  for (const Message& one : sent_) one.wait();
  sent_.clear();
}

}  // namespace wgf::engine
