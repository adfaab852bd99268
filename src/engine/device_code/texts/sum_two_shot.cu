// SPDX-License-Identifier: MIT
// Two-shot all-reduce where the numbers are, in memory that all ranks see: each rank reads its part of all ranks', adds it
// up and writes the sums to all. No other reads or writes that part. Constants: RANKS, TYPE, AHEAD (loads of each rank's)

#include "engine/device_code/texts/meeting_ranks.cu"

struct TwoShotArguments {
  const u64* memories;  // [RANKS]: where each rank's begins
  i64 numbers_at;       // in each
  i64 quads;
  i64 told_at;          // in each, [blocks, RANKS]: as tell_number has them
  u32* met;             // [blocks]: how far this rank's are
  u32 rank;
};

extern "C" __global__ void __launch_bounds__(512) sum_two_shot(const TwoShotArguments a) {
  const i64 told_at = a.told_at + 4 * RANKS * (i64)blockIdx.x;
  const u64 told = a.memories[a.rank] + told_at;
  const u32 met = a.met[blockIdx.x];
  // All have what was there before this kernel.
  tell_number(a.memories, told_at, a.rank, met + 1);
  await_number(told, met + 1);
  u64 numbers[RANKS];
#pragma unroll
  for (int rank = 0; rank < RANKS; ++rank) numbers[rank] = a.memories[rank] + a.numbers_at;
  const i64 part = (a.quads + RANKS - 1) / RANKS, first = part * a.rank, end = min(first + part, a.quads);
  const i64 stride = (i64)gridDim.x * 512;
  for (i64 begin = first + (i64)blockIdx.x * 512 + threadIdx.x; begin < end; begin += stride * AHEAD) {
    Quad of[AHEAD][RANKS];
#pragma unroll
    for (int i = 0; i < AHEAD; ++i)
#pragma unroll
      for (int rank = 0; rank < RANKS; ++rank)
        if (begin + i * stride < end) of[i][rank] = load_of_ranks(numbers[rank] + 16 * (begin + i * stride));
#pragma unroll
    for (int i = 0; i < AHEAD; ++i) {
      if (begin + i * stride >= end) break;
      float sum[quad_numbers] = {};
#pragma unroll
      for (int rank = 0; rank < RANKS; ++rank) add_numbers(sum, of[i][rank]);
      const Quad q = to_quad(sum);
#pragma unroll
      for (int rank = 0; rank < RANKS; ++rank) store_to_ranks(numbers[rank] + 16 * (begin + i * stride), q);
    }
  }
  // All have the sums.
  tell_number(a.memories, told_at, a.rank, met + 2);
  await_number(told, met + 2);
  if (threadIdx.x == 0) a.met[blockIdx.x] = met + 2;
}
