// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "engine/distributed/peer_memory.h"

namespace wgf::engine {

PeerMemory::PeerMemory(RankGroup& ranks, c10::Device device, Bytes)
    : rank_(static_cast<std::size_t>(ranks.rank())), device_(device) {
  throw Error({"engine.no_peer_memory", {{"reason", device_.str()}}}, ExitCode::not_supported);
}
PeerMemory::~PeerMemory() = default;

}  // namespace wgf::engine
