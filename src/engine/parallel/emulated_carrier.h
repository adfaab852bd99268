// SPDX-License-Identifier: MIT
#pragma once
// Exchanges with ranks that are not here: buffers of the real sizes, and waits of the time that
// links as measured or named would take, and of what ranks wait for the slowest. What stages take
// over are normal numbers. docs/method/ranks.md.

#include <memory>

#include "engine/distributed/rank_group.h"
#include "engine/parallel/straggler_waits.h"
#include "engine/parallel/stream_wait.h"
#include "results/link_times.h"

namespace wgf::engine {

// By the group that exchanges. Stages of a pipeline hand over at once: what they wait is replayed
// with their passes (emulated_rank.h).
struct EmulatedLinks {
  results::LinkTimes tensor, context, data, stages, experts;
  int channels = 24;  // blocks of NCCL's kernels: its own choice over NVLink
};

// One of so many ranks, of which the others are not here. Communicators whose ranks wait for each
// other are added to `stragglers`.
std::unique_ptr<RankGroup> emulated_ranks(int rank, int size, const EmulatedLinks& links,
                                          std::shared_ptr<const StreamWait> wait,
                                          std::shared_ptr<StragglerWaits> stragglers);

}  // namespace wgf::engine
