// SPDX-License-Identifier: MIT
// Holds what is queued behind it, and the multiprocessors that its blocks take, until so long after a moment that an
// earlier launch noted. The other threads of a block wait for its first.

struct HoldStreamArguments {
  u64* moment;
  u64 nanoseconds;  // 0: notes the moment
};

extern "C" __global__ void hold_stream(const HoldStreamArguments a) {
  if (threadIdx.x == 0) {
    u64 now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    if (a.nanoseconds == 0) *a.moment = now;
    const u64 end = *a.moment + a.nanoseconds;
    while (now < end) asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  }
  __syncthreads();
}
