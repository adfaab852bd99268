// SPDX-License-Identifier: MIT
#include "engine/parallel/emulated_carrier.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>
#include <c10/core/Event.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <tuple>

#include "engine/parallel/stage_links.h"

namespace wgf::engine {
namespace {

using Clock = std::chrono::steady_clock;
using WorkPointer = c10::intrusive_ptr<c10d::Work>;
using Tensors = std::vector<at::Tensor>;

Clock::duration duration_of(Seconds time) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time.value));
}

at::Tensor moment_of(Clock::time_point time) {
  const std::chrono::nanoseconds since = time.time_since_epoch();
  return at::full({1}, static_cast<std::int64_t>(since.count()), at::kLong);
}

// On its way: over at a time of the host's clock, or with an event of the device's.
class EmulatedWork final : public c10d::Work {
 public:
  EmulatedWork(Clock::time_point due, Tensors kept) : due_(due), kept_(std::move(kept)) {}
  EmulatedWork(c10::Event event, c10::Device device, Tensors kept)
      : event_(std::move(event)), device_(device), kept_(std::move(kept)) {}

  bool isCompleted() override { return event_ ? event_->query() : Clock::now() >= due_; }
  bool isSuccess() const override { return true; }
  bool wait(std::chrono::milliseconds /*timeout*/) override {
    if (event_)
      event_->block(c10::impl::VirtualGuardImpl(device_.type()).getStream(device_));
    else
      wait_until(due_);
    return true;
  }
  void synchronize() override { wait(std::chrono::milliseconds()); }

 private:
  Clock::time_point due_;
  std::optional<c10::Event> event_;
  c10::Device device_ = at::kCPU;
  Tensors kept_;  // until it is over
};

// What a neighbouring stage sends, in numbers as large as real ones: products with zeros take less
// power, and so less time. Always the same.
class StageMessages {
 public:
  void fill(const at::Tensor& into, Cargo cargo) {
    at::Tensor& made = made_[{into.numel(), into.scalar_type(), cargo}];
    if (!made.defined()) made = make(into, cargo);
    into.view({-1}).copy_(made);
  }

 private:
  static at::Tensor make(const at::Tensor& like, Cargo cargo) {
    constexpr std::uint64_t seed = 1;
    constexpr double of_activations = 1, of_gradients = 1e-3;
    const double deviation = cargo == Cargo::activations ? of_activations : of_gradients;
    const at::Tensor numbers =
        at::randn({like.numel()}, at::detail::createCPUGenerator(seed), at::kFloat);
    return numbers.mul_(deviation).to(like.device(), like.scalar_type());
  }

  std::map<std::tuple<std::int64_t, c10::ScalarType, Cargo>, at::Tensor> made_;
};

// One communicator: its exchanges follow each other, beside the device's other work.
class EmulatedCarrier final : public c10d::Backend {
 public:
  // straggler: null where ranks do not wait for each other. is_of_stages: hands over messages of
  // stages.
  EmulatedCarrier(int rank, int size, results::LinkTimes times, int channels, c10::Device device,
                  std::shared_ptr<const StreamWait> wait, std::shared_ptr<StragglerWait> straggler,
                  bool is_of_stages)
      : Backend(rank, size),
        times_(std::move(times)),
        channels_(channels),
        device_(device),
        wait_(std::move(wait)),
        straggler_(std::move(straggler)),
        is_of_stages_(is_of_stages) {
    if (device.is_cuda())
      stream_ = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device, true);
  }

  const std::string getBackendName() const override { return "emulated"; }

  WorkPointer allreduce(Tensors& tensors, const c10d::AllreduceOptions&) override {
    return exchange("all_reduce", tensors.front().nbytes(), tensors, [] {});
  }
  WorkPointer broadcast(Tensors& tensors, const c10d::BroadcastOptions&) override {
    return exchange("broadcast", tensors.front().nbytes(), tensors, [] {});
  }
  // Of every rank what this one has: numbers of the usual size.
  WorkPointer _allgather_base(at::Tensor& output, at::Tensor& input,
                              const c10d::AllgatherOptions&) override {
    return exchange("all_gather", output.nbytes(), {output, input}, [=, this] {
      output.view({getSize(), -1}).copy_(input.view({1, -1}));
    });
  }
  WorkPointer _reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                                   const c10d::ReduceScatterOptions&) override {
    return exchange("reduce_scatter", input.nbytes(), {output, input}, [=, this] {
      output.view({-1}).copy_(input.view({getSize(), -1})[getRank()]);
    });
  }
  WorkPointer alltoall_base(at::Tensor& output, at::Tensor& input, std::vector<std::int64_t>&,
                            std::vector<std::int64_t>&, const c10d::AllToAllOptions&) override {
    const std::int64_t both = std::min(output.numel(), input.numel());
    if (both < output.numel()) output.zero_();
    return exchange("all_to_all", std::max(output.nbytes(), input.nbytes()), {output, input}, [=] {
      output.view({-1}).narrow(0, 0, both).copy_(input.view({-1}).narrow(0, 0, both));
    });
  }

  // Both ways at once: what comes takes the time.
  WorkPointer send(Tensors& tensors, int, int) override {
    if (!is_of_stages_) sent_ = tensors.front();
    return at_once(tensors);
  }
  WorkPointer recv(Tensors& tensors, int, int tag) override {
    const at::Tensor& into = tensors.front();
    if (is_of_stages_) {
      messages_.fill(into, cargo_of(tag));
      return at_once(tensors);
    }
    const auto arrive = [=, this] {
      if (sent_.defined() && sent_.sizes() == into.sizes())
        into.copy_(sent_);
      else
        into.zero_();
    };
    if (!times_.empty()) return last_ = exchange("send_recv", into.nbytes(), tensors, arrive);
    arrive();
    return last_ = at_once(tensors);
  }
  void startCoalescing() override {}
  WorkPointer endCoalescing() override { return last_; }

 private:
  WorkPointer at_once(const Tensors& tensors) {
    return c10::make_intrusive<EmulatedWork>(Clock::now(), tensors);
  }

  WorkPointer exchange(const char* operation, std::size_t bytes, const Tensors& tensors,
                       const std::function<void()>& arrive) {
    Seconds time = results::exchange_time(times_, operation, static_cast<double>(bytes), getSize());
    if (straggler_) time += straggler_->time();
    if (!stream_) {
      const Clock::time_point begin = std::max(free_at_, Clock::now());
      if (straggler_) straggler_->note(moment_of(begin), time);
      free_at_ = begin + duration_of(time);
      arrive();
      return c10::make_intrusive<EmulatedWork>(free_at_, tensors);
    }
    const c10::impl::VirtualGuardImpl streams(device_.type());
    c10::Event ready(device_.type()), over(device_.type());
    ready.record(streams.getStream(device_));
    ready.block(*stream_);
    const c10::StreamGuard beside(*stream_);
    Tensors kept = tensors;
    kept.push_back(wait_->note());
    if (straggler_) straggler_->note(kept.back(), time);
    arrive();
    wait_->wait_since(kept.back(), time, channels_);
    over.record(*stream_);
    return c10::make_intrusive<EmulatedWork>(std::move(over), device_, std::move(kept));
  }

  const results::LinkTimes times_;
  const int channels_;
  const c10::Device device_;
  const std::shared_ptr<const StreamWait> wait_;
  const std::shared_ptr<StragglerWait> straggler_;
  const bool is_of_stages_;
  StageMessages messages_;
  std::optional<c10::Stream> stream_;
  Clock::time_point free_at_;
  at::Tensor sent_;
  WorkPointer last_;
};

const results::LinkTimes& times_of(const std::string& group, const EmulatedLinks& links) {
  static const results::LinkTimes none;
  if (group.starts_with("/tensor")) return links.tensor;
  if (group.starts_with("/context")) return links.context;
  if (group == "/experts") return links.experts;
  if (group.starts_with("/stages/ends")) return links.stages;
  if (group.starts_with("/stages")) return none;
  return links.data;
}

}  // namespace

std::unique_ptr<RankGroup> emulated_ranks(int rank, int size, const EmulatedLinks& links,
                                          std::shared_ptr<const StreamWait> wait,
                                          std::shared_ptr<StragglerWaits> stragglers) {
  return std::make_unique<RankGroup>(
      rank, size,
      [links, wait = std::move(wait), stragglers = std::move(stragglers)](
          const std::string& group, int place, int members,
          c10::Device device) -> c10::intrusive_ptr<c10d::Backend> {
        const results::LinkTimes& times = times_of(group, links);
        const bool has_stragglers = !times.empty() && !group.starts_with("/stages");
        return c10::make_intrusive<EmulatedCarrier>(
            place, members, times, links.channels, device, wait,
            has_stragglers ? stragglers->add(members) : nullptr, group.starts_with("/stages/link"));
      });
}

}  // namespace wgf::engine
