// SPDX-License-Identifier: MIT
// Holds what is queued behind it until so long after a moment that an earlier launch noted.

struct HoldStreamArguments {
  u64* moment;
  u64 nanoseconds;  // 0: notes the moment
};

extern "C" __global__ void hold_stream(const HoldStreamArguments a) {
  u64 now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  if (a.nanoseconds == 0) {
    *a.moment = now;
    return;
  }
  const u64 end = *a.moment + a.nanoseconds;
  while (now < end) asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
}
