// SPDX-License-Identifier: MIT
#include "engine/device_code/peer_buffers.h"

#include <ATen/ops/from_blob.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>

#include "engine/device_code/device_function.h"
#include "engine/device_code/peer_all_reduce.h"
#include "engine/distributed/peer_memory.h"

namespace wgf::engine {
namespace {

constexpr std::int64_t told_bytes = 256;  // how often ranks began to meet; numbers follow

// The structure of the text, member for member.
struct MeetArguments {
  const void* memories;
  std::int64_t told_at;
  void* met;
  unsigned rank;
};

class GpuPeerBuffers final : public PeerBuffers {
 public:
  GpuPeerBuffers(RankGroup& ranks, c10::Device device, c10::ScalarType type, std::int64_t numbers)
      : rank_(ranks.rank()),
        meet_(DeviceCode(device).function("meet_ranks", peer_sum_constants(ranks.size(), type))),
        memory_(ranks, device,
                Bytes(told_bytes + numbers * static_cast<std::int64_t>(c10::elementSize(type)))) {
    const auto options = at::TensorOptions(device);
    std::vector<std::int64_t> begins;
    for (const std::uint64_t begin : memory_.all()) {
      begins.push_back(static_cast<std::int64_t>(begin));
      // What lies on another GPU counts as this one's too: its streams copy from there.
      all_.push_back(at::for_blob(reinterpret_cast<void*>(begin + told_bytes), {numbers})  // NOLINT
                         .target_device(device)
                         .options(options.dtype(type))
                         .make_tensor());
    }
    memories_ = at::tensor(begins, at::kLong).to(device);
    met_ = at::zeros({1}, options.dtype(at::kInt));
  }

  int rank() const override { return rank_; }
  const std::vector<at::Tensor>& all() const override { return all_; }
  void meet() override {
    constexpr LaunchShape one_warp{.blocks = {1, 1, 1}, .threads = 32, .overlaps = false};
    meet_.launch(one_warp, MeetArguments{memories_.data_ptr(), 0, met_.data_ptr(),
                                         static_cast<unsigned>(rank_)});
  }

 private:
  const int rank_;
  DeviceFunction meet_;
  PeerMemory memory_;
  std::vector<at::Tensor> all_;
  at::Tensor memories_, met_;
};

}  // namespace

std::unique_ptr<PeerBuffers> make_peer_buffers(RankGroup& ranks, c10::Device device,
                                               c10::ScalarType type, std::int64_t numbers) {
  return std::make_unique<GpuPeerBuffers>(ranks, device, type, numbers);
}

}  // namespace wgf::engine
