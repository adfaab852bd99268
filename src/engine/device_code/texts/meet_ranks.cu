// SPDX-License-Identifier: MIT
// Ends when it has begun on all ranks as often as on this one. Constants: RANKS, TYPE (any)

#include "engine/device_code/texts/meeting_ranks.cu"

struct MeetArguments {
  const u64* memories;  // [RANKS]: where each rank's begins
  i64 told_at;          // in each, [RANKS]: as tell_number has them
  u32* met;             // how often it began before
  u32 rank;
};

// One block of a warp.
extern "C" __global__ void __launch_bounds__(32) meet_ranks(const MeetArguments a) {
  const u32 number = *a.met + 1;
  tell_number(a.memories, a.told_at, a.rank, number);
  await_number(a.memories[a.rank] + a.told_at, number);
  if (threadIdx.x == 0) *a.met = number;
}
