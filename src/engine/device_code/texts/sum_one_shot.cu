// SPDX-License-Identifier: MIT
// One-shot all-reduce: each rank writes its numbers into the memory of the others and adds up what came to its own, a
// chunk at a time; the next chunk travels while one is added. Constants: RANKS, TYPE, CHUNK (of 16 bytes each)

#include "engine/device_code/texts/meeting_ranks.cu"

// A chunk is written over that of four before: whoever tells of chunk n has read n - 2, and n + 2 is begun behind that.
enum { turns = 4 };

struct OneShotArguments {
  Quad* numbers;        // this rank's, which become the sums
  i64 quads;
  const u64* memories;  // [RANKS]: where each rank's begins
  i64 told_at;          // in each, [blocks, RANKS]: as tell_number has them
  i64 places_at;        // in each, [blocks, turns, RANKS, CHUNK]
  u32* met;             // [blocks]: how far this rank's are
  u32 rank;
};

extern "C" __global__ void __launch_bounds__(512) sum_one_shot(const OneShotArguments a) {
  const i64 each = (a.quads + gridDim.x - 1) / gridDim.x, begin = blockIdx.x * each;
  const i64 end = min(begin + each, a.quads);
  const i64 told_at = a.told_at + 4 * RANKS * (i64)blockIdx.x;
  const u64 own = a.memories[a.rank];
  const u32 met = a.met[blockIdx.x];
  const int chunks = (int)((each + CHUNK - 1) / CHUNK);
  const auto place = [&](u64 memory, int chunk, u32 rank) {
    const u32 turn = (met + (u32)chunk) % turns;
    return memory + a.places_at + 16 * CHUNK * (((i64)blockIdx.x * turns + turn) * RANKS + rank);
  };
  const auto write = [&](int chunk) {
    for (int i = threadIdx.x; i < CHUNK; i += 512) {
      const i64 at = begin + (i64)chunk * CHUNK + i;
      if (at >= end) break;
      const Quad q = load_written(a.numbers + at);
#pragma unroll
      for (u32 rank = 0; rank < RANKS; ++rank)
        if (rank != a.rank) store_to_ranks(place(a.memories[rank], chunk, a.rank) + 16 * i, q);
    }
    tell_number(a.memories, told_at, a.rank, met + (u32)chunk + 1);
  };
  write(0);
  for (int chunk = 0; chunk < chunks; ++chunk) {
    if (chunk + 1 < chunks) write(chunk + 1);
    await_number(own + told_at, met + (u32)chunk + 1);
    for (int i = threadIdx.x; i < CHUNK; i += 512) {
      const i64 at = begin + (i64)chunk * CHUNK + i;
      if (at >= end) break;
      float sum[quad_numbers] = {};
#pragma unroll
      for (u32 rank = 0; rank < RANKS; ++rank)
        add_numbers(sum, rank == a.rank ? load_written(a.numbers + at) : load_of_ranks(place(own, chunk, rank) + 16 * i));
      a.numbers[at] = to_quad(sum);
    }
  }
  if (threadIdx.x == 0) a.met[blockIdx.x] = met + (u32)chunks;
}
