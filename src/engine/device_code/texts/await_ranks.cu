// SPDX-License-Identifier: MIT
// Ends when all ranks have written what this step has of them.

#include "engine/device_code/texts/rank_memory.cu"

struct AwaitArguments {
  const u32 *arrivals, *steps;  // as sum_ranks has them
  u32 blocks;
};

extern "C" __global__ void await_ranks(const AwaitArguments a) {
  wait_for_previous();
  await_arrivals(a.arrivals, a.steps, a.blocks);
}
