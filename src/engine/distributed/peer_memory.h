// SPDX-License-Identifier: MIT
#pragma once
// Memory of one GPU that kernels of all ranks of a node write to and read, over NVLink or PCIe.

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "base/units.h"
#include "engine/distributed/rank_group.h"

namespace wgf::engine {

class PeerMemory {
 public:
  // So many bytes on each rank's device, all zero; all ranks make theirs together. Throws
  // Error(engine.no_peer_memory, not_supported) where the GPUs cannot see each other's.
  PeerMemory(RankGroup& ranks, c10::Device device, Bytes size);
  ~PeerMemory();
  PeerMemory(const PeerMemory&) = delete;
  PeerMemory& operator=(const PeerMemory&) = delete;

  // As this rank's kernels see it: its own, and each rank's by rank.
  std::uint64_t own() const { return all_[rank_]; }
  const std::vector<std::uint64_t>& all() const { return all_; }

 private:
  std::size_t rank_;
  c10::Device device_;
  std::vector<std::uint64_t> all_;
};

}  // namespace wgf::engine
