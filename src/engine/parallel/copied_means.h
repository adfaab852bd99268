// SPDX-License-Identifier: MIT
#pragma once
// Means over ranks whose GPUs see each other's memory, by copies: each rank copies its part of the
// others' numbers to itself, takes the mean, and copies the other parts of that from theirs. Copy
// engines do it: no product waits for multiprocessors, of which only the mean takes some.

#include <ATen/core/Tensor.h>

#include <memory>

#include "engine/device_code/peer_buffers.h"
#include "engine/parallel/copy_stream.h"

namespace wgf::engine {

class CopiedMeans {
 public:
  // most: numbers of one call of begin() at most.
  CopiedMeans(std::unique_ptr<PeerBuffers> peers, std::int64_t most);

  // Where this rank's numbers lie.
  const at::Tensor& numbers() const { return own_; }

  // Of `count` numbers from `first` on, which the current stream completes: queued beside it, on
  // one stream in the order of calls, the same on all ranks. Means are taken in float32.
  void begin(std::int64_t first, std::int64_t count);
  // The current stream goes on when all is done on all ranks, so that it may write there again.
  void end();

 private:
  at::Tensor numbers_of(std::int64_t rank, const CopiedPart& part) const;
  void take_mean(const CopiedPart& own, at::Tensor mean) const;

  const std::unique_ptr<PeerBuffers> peers_;
  const at::Tensor own_;
  const std::int64_t ranks_, rank_;
  at::Tensor arrived_;  // [ranks, numbers of a part]
  const CopyStream stream_;
};

}  // namespace wgf::engine
