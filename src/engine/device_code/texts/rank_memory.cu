// SPDX-License-Identifier: MIT
// Memory that all ranks of a node write to: what one has to say it writes into each one's own, then counts up that one's
// arrivals. Counts only grow: those of the same place in a later step are told apart by how many steps were begun.

// After all threads of the block have written. One fence for all ranks: the counts are no earlier than it.
__device__ __forceinline__ void tell_ranks(const u64* memories, int ranks, i64 arrivals_at) {
  __syncthreads();
  if (threadIdx.x != 0) return;
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  for (int rank = 0; rank < ranks; ++rank)
    asm volatile("red.relaxed.sys.global.add.u32 [%0], 1;" ::"l"(memories[rank] + arrivals_at) : "memory");
}

// Until so many blocks have arrived in each of the steps that were begun. All threads of the block.
__device__ __forceinline__ void await_arrivals(const u32* arrivals, const u32* steps, u32 blocks) {
  if (threadIdx.x == 0) {
    u32 begun, arrived;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(begun) : "l"(steps) : "memory");
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(arrived) : "l"(arrivals) : "memory");
    } while ((int)(arrived - begun * blocks) < 0);
  }
  __syncthreads();
}
