// SPDX-License-Identifier: MIT
#include "engine/benchmarks/collective_steps.h"

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include "engine/distributed/nccl_communicator.h"

namespace wgf::engine {
namespace {

class NcclStep final : public StepWork {
 public:
  NcclStep(const CollectiveSettings& settings, const CollectiveBuffers& buffers,
           NcclCommunicator& nccl)
      : operation_(settings.operation),
        buffers_(buffers),
        nccl_(nccl),
        sent_(buffers.sent()),
        received_(buffers.received()) {}

  void step(StepTimer&) override {
    const at::Tensor &input = buffers_.input, &output = buffers_.output;
    if (operation_ == "all_reduce") return nccl_.all_reduce(input);
    if (operation_ == "all_gather") return nccl_.all_gather(output, input);
    if (operation_ == "reduce_scatter") return nccl_.reduce_scatter(output, input);
    if (operation_ == "broadcast") return nccl_.broadcast(input, 0);
    if (operation_ == "reduce") return nccl_.reduce(input, 0);
    if (operation_ == "gather") return nccl_.gather(output, input, 0);
    if (operation_ == "scatter") return nccl_.scatter(output, input, 0);
    if (operation_ == "all_to_all") return nccl_.all_to_all(output, input);
    nccl_.exchange(output, received_, input, sent_);
  }

 private:
  const std::string operation_;
  const CollectiveBuffers& buffers_;
  NcclCommunicator& nccl_;
  const std::vector<std::int64_t> sent_, received_;
};

class BackendStep final : public StepWork {
 public:
  BackendStep(const CollectiveSettings& settings, CollectiveBuffers& buffers, RankGroup& ranks,
              c10::Device device)
      : settings_(settings),
        buffers_(buffers),
        backend_(ranks.backend(device)),
        size_(ranks.size()),
        rank_(ranks.rank()),
        is_gpu_(device.is_cuda()) {}

  void step(StepTimer&) override {
    if (const auto work = start()) work->wait();
  }

 private:
  c10::intrusive_ptr<c10d::Work> start() {
    const std::string& operation = settings_.operation;
    at::Tensor &input = buffers_.input, &output = buffers_.output;
    std::vector<at::Tensor> one{input};
    if (operation == "all_reduce") return backend_.allreduce(one);
    if (operation == "all_gather") return backend_._allgather_base(output, input);
    if (operation == "reduce_scatter") return backend_._reduce_scatter_base(output, input);
    if (operation == "broadcast") return backend_.broadcast(one);
    if (operation == "reduce") return backend_.reduce(one);
    if (operation == "gather") return gather(one);
    if (operation == "scatter") return scatter();
    if (operation == "all_to_all" || operation == "all_to_all_v") {
      std::vector<std::int64_t> sent;
      if (operation == "all_to_all_v") sent = buffers_.sent();
      std::vector<std::int64_t> received = sent;  // backends take either vector for themselves
      return backend_.alltoall_base(output, input, received, sent);
    }
    return settings_.pair ? send_or_receive() : send_recv();
  }

  c10::intrusive_ptr<c10d::Work> gather(std::vector<at::Tensor>& one) {
    std::vector<std::vector<at::Tensor>> outputs;
    if (rank_ == 0) outputs.push_back(buffers_.output.chunk(size_));
    return backend_.gather(outputs, one);
  }

  c10::intrusive_ptr<c10d::Work> scatter() {
    std::vector<at::Tensor> outputs{buffers_.output};
    std::vector<std::vector<at::Tensor>> inputs;
    if (rank_ == 0) inputs.push_back(buffers_.input.chunk(size_));
    return backend_.scatter(outputs, inputs);
  }

  // Null for ranks that are not of the pair.
  c10::intrusive_ptr<c10d::Work> send_or_receive() {
    std::vector<at::Tensor> sent{buffers_.input}, received{buffers_.output};
    const auto [from, to] = *settings_.pair;
    if (rank_ == from) return backend_.send(sent, to, 0);
    if (rank_ == to) return backend_.recv(received, from, 0);
    return {};
  }

  // To the next rank and from the one before. NCCL takes both at once, Gloo one after the other.
  c10::intrusive_ptr<c10d::Work> send_recv() {
    std::vector<at::Tensor> sent{buffers_.input}, received{buffers_.output};
    const int next = static_cast<int>((rank_ + 1) % size_);
    const int before = static_cast<int>((rank_ + size_ - 1) % size_);
    if (is_gpu_) {
      backend_.startCoalescing();
      backend_.send(sent, next, 0);
      backend_.recv(received, before, 0);
      return backend_.endCoalescing();
    }
    const auto sending = backend_.send(sent, next, 0);
    const auto receiving = backend_.recv(received, before, 0);
    sending->wait();
    return receiving;
  }

  const CollectiveSettings settings_;
  CollectiveBuffers& buffers_;
  c10d::Backend& backend_;
  const std::int64_t size_, rank_;
  const bool is_gpu_;
};

}  // namespace

std::unique_ptr<StepWork> make_collective_step(const CollectiveSettings& settings,
                                               CollectiveBuffers& buffers, RankGroup& ranks,
                                               c10::Device device) {
  if (settings.is_straight)
    return std::make_unique<NcclStep>(settings, buffers, ranks.nccl(device));
  return std::make_unique<BackendStep>(settings, buffers, ranks, device);
}

}  // namespace wgf::engine
