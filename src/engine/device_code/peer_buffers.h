// SPDX-License-Identifier: MIT
#pragma once
// Numbers of each rank that all ranks of a node see, and a place where the ranks' streams meet.

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/distributed/rank_group.h"

namespace wgf::engine {

class PeerBuffers {
 public:
  virtual ~PeerBuffers() = default;
  virtual int rank() const = 0;
  // [numbers] of each rank, by rank; zero at first.
  virtual const std::vector<at::Tensor>& all() const = 0;
  // Queued on the current stream, which may be recording: what any rank queued there before it is
  // done before what any queues behind it begins. All ranks call it equally often.
  virtual void meet() = 0;
};

using MakePeerBuffers = std::function<std::unique_ptr<PeerBuffers>(
    RankGroup& ranks, c10::Device device, c10::ScalarType type, std::int64_t numbers)>;

// Memory of GPUs; all ranks make theirs together. Throws Error(not_supported) where these do not
// see each other's memory or kernels cannot be compiled.
std::unique_ptr<PeerBuffers> make_peer_buffers(RankGroup& ranks, c10::Device device,
                                               c10::ScalarType type, std::int64_t numbers);

}  // namespace wgf::engine
