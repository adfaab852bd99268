// SPDX-License-Identifier: MIT
#pragma once
// What a rank does in schedules that split the backward pass (Qi et al., "Zero Bubble Pipeline
// Parallelism", 2023, and "Pipeline Parallelism with Controllable Memory", 2024), in the orders
// that torch.distributed.pipelining runs.

#include <vector>

#include "pipeline/schedule.h"

namespace wgf::pipeline {

// 1f1b whose gradients of weights wait as long as its memory allows: rank r begins them r
// micro-batches late, so that no rank keeps more than the first one does.
std::vector<Action> zero_bubble_h1(int rank, int ranks, int micro_batches);

// Two chunks a rank, in a V: as soon as a micro-batch has come back to where it began its backward
// pass does. No rank waits where forward, input's and weights' gradient take equally long.
std::vector<Action> zero_bubble_v(int rank, int ranks, int micro_batches);

}  // namespace wgf::pipeline
