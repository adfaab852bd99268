// SPDX-License-Identifier: MIT
// Y = X W' of nine to 16 tokens by a matrix [outputs, INNER] of bf16: as fast as W can be read. A block of a
// multiprocessor keeps one of PIECES pieces of all rows of X in shared memory and walks groups of 16 rows of W. Its
// first warps take turns along the piece and copy ahead, across groups, DEPTH turns of two steps, each lane what it will
// multiply. The others, in sets that take turns, end the groups meanwhile. Of several pieces the last block to come to a
// group adds up, in order, what all have.
//
// Constants as of skinny_product, and PIECES, SETS, SET_WARPS (of those that end groups), SHARED (bytes it is given)

#include "engine/device_code/texts/product_arguments.cu"
#include "engine/device_code/texts/rank_memory.cu"
#include "engine/device_code/texts/thread_barriers.cu"

constexpr int step = 32;   // numbers of a row: 64 bytes of each of 16
constexpr int joined = 2;  // steps of a turn, which do not wait for each other
constexpr int piece = INNER / PIECES, steps = piece / step;
constexpr int turns = (steps + WARPS * joined - 1) / (WARPS * joined);  // of a group
constexpr bool is_even = steps % (WARPS * joined) == 0;
constexpr i64 row_bytes = (i64)INNER * 2;
constexpr int tiles = TOKENS / 8;
static_assert(INNER % (PIECES * step) == 0, "whole steps");

constexpr int sets = SETS, set_warps = SET_WARPS, set_threads = 32 * set_warps;
constexpr int pairs = 64 * tiles, pairs_each = pairs / set_threads;
constexpr int multipliers = 32 * WARPS, threads = multipliers + sets * set_threads;

#if defined(END_GLU)
constexpr int groups = OUTPUTS / 2 / 8;  // gate and up of eight numbers a tile
#else
constexpr int groups = OUTPUTS / 16;
#endif

#include "engine/device_code/texts/product_ends.cu"

constexpr int step_bytes = 1024, slot_bytes = joined * step_bytes, ring_bytes = WARPS * DEPTH * slot_bytes;
constexpr int input_bytes = steps * tiles * 512, sum_bytes = sets * WARPS * tiles * 512;
static_assert(ring_bytes + input_bytes + sum_bytes <= SHARED, "shared memory for the ring, the inputs and the sums");

// Into the cache of all multiprocessors.
__device__ __forceinline__ void prefetch_line(const void* address) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
}

// Barriers: the first two a set, which the multipliers share; the last of all sets.
enum Barrier { sums_are_there = 1, sums_are_read = 1 + sets, scales_are_there = 1 + 2 * sets };
constexpr int both = multipliers + set_threads;

using Sums = float[WARPS][tiles][4][32];

__device__ __forceinline__ void multiply(const ProductArguments& a, u8* shared, Sums* sums, int first_group,
                                         int group_step, int piece_number) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const auto has_step = [&](int at) { return is_even || at < steps; };
  u8* const ring = shared + warp * (DEPTH * slot_bytes);
  u8* const inputs = shared + ring_bytes + warp * (tiles * 512) + lane * 16;  // of this warp's first step

  // The turn that is asked for next, and where its first step lies.
  int ahead_group = first_group, ahead = 0;
  const u8 *first = nullptr, *second = nullptr;
  const auto begin_rows = [&] {
    const u8* all = a.weights + (i64)piece_number * (piece * 2) + warp * 64 + 16 * t;
    first = all + first_row(ahead_group, g) * row_bytes;
    second = all + second_row(ahead_group, g) * row_bytes;
  };
  const auto ask = [&](u8* slot) {
    if (ahead_group < groups) {
#pragma unroll
      for (int u = 0; u < joined; ++u) {
        if (!has_step((ahead * joined + u) * WARPS + warp)) continue;
        u8* to = slot + u * step_bytes + lane * 16;
        copy_ahead(to, first + u * WARPS * 64);
        copy_ahead(to + 512, second + u * WARPS * 64);
      }
      if (++ahead < turns) {
        first += WARPS * joined * 64;
        second += WARPS * joined * 64;
      } else {
        ahead = 0;
        ahead_group += group_step;
        if (ahead_group < groups) begin_rows();
      }
    }
    end_copies();
  };
  if (ahead_group < groups) begin_rows();
#pragma unroll 1
  for (int d = 0; d < DEPTH; ++d) ask(ring + d * slot_bytes);
  // Of the first group what the ring has no room for, until the inputs are there.
  constexpr int lines = piece * 2 / 128, asked = DEPTH * joined * WARPS / 2;  // of a row
  for (int at = threadIdx.x; first_group < groups && at < 16 * lines; at += multipliers) {
    const int row = at / lines, line = at % lines;
    if (line < asked) continue;
    const int number = row < 8 ? first_row(first_group, row) : second_row(first_group, row - 8);
    prefetch_line(a.weights + number * row_bytes + (i64)piece_number * (piece * 2) + line * 128);
  }
  let_next_start();
  wait_for_previous();
  // Inputs: each lane its own.
  const u8* columns[tiles];
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile)
    columns[tile] = reinterpret_cast<const u8*>(a.input) + min(tile * 8 + g, a.tokens - 1) * row_bytes +
                    (i64)piece_number * (piece * 2) + warp * 64 + 16 * t;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int u = 0; u < joined; ++u) {
      const int at = turn * joined + u;
      if (!has_step(at * WARPS + warp)) continue;
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile)
        copy_ahead(inputs + (at * WARPS * tiles + tile) * 512, columns[tile] + at * WARPS * 64);
    }
    end_copies();
  }
  u8* slot = ring;
  for (int group = first_group, number = 0; group < groups; group += group_step, ++number) {
    float products[joined][tiles][4] = {};
    const u8* x = inputs;
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
      // Of the first group the inputs of later turns may still be on their way.
      if (number == 0 && turn < DEPTH)
        wait_for_copies<turns - 1>();
      else
        wait_for_copies<DEPTH - 1>();
#pragma unroll
      for (int u = 0; u < joined; ++u) {
        if (!has_step((turn * joined + u) * WARPS + warp)) continue;
        const Quad* weights = reinterpret_cast<const Quad*>(slot + u * step_bytes) + lane;
        const Quad one = weights[0], other = weights[32];
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile)
          multiply_step(products[u][tile], one, other,
                        *reinterpret_cast<const Quad*>(x + (u * WARPS * tiles + tile) * 512));
      }
      ask(slot);
      slot = slot == ring + (DEPTH - 1) * slot_bytes ? ring : slot + slot_bytes;
      x += joined * WARPS * tiles * 512;
    }
    const int set = number % sets;
    if (number >= sets) meet(sums_are_read + set, both);
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        float sum = 0;
#pragma unroll
        for (int u = 0; u < joined; ++u) sum += products[u][tile][i];
        sums[set][warp][tile][i][lane] = sum;
      }
    tell(sums_are_there + set, both);
  }
}

// Leaves this piece's sums to the others; the last warp to come gets those of all pieces. Whether it is this one.
__device__ __forceinline__ bool join_pieces(const ProductArguments& a, int group, int piece_number, int thread,
                                            float (&sums)[pairs_each][2]) {
  if constexpr (PIECES == 1) return true;
  constexpr int warp_sums = 32 * pairs_each * 2;
  float* parts = a.parts + ((i64)group * set_warps + thread / 32) * (PIECES * warp_sums) + thread % 32 * 2;
#pragma unroll
  for (int i = 0; i < pairs_each; ++i)
    asm volatile("st.global.cg.v2.f32 [%0], {%1,%2};" ::"l"(parts + piece_number * warp_sums + i * 64),
                 "f"(sums[i][0]), "f"(sums[i][1])
                 : "memory");
  __syncwarp();
  u32 before = 0;
  u32* arrived = a.arrived + group * set_warps + thread / 32;
  if (thread % 32 == 0)
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(before) : "l"(arrived) : "memory");
  before = __shfl_sync(0xffffffffu, before, 0);
  __syncwarp();
  if (before != PIECES - 1) return false;
#pragma unroll
  for (int i = 0; i < pairs_each; ++i) sums[i][0] = sums[i][1] = 0;
#pragma unroll
  for (int p = 0; p < PIECES; ++p)
#pragma unroll
    for (int i = 0; i < pairs_each; ++i) {
      float one, other;
      asm volatile("ld.global.cg.v2.f32 {%0,%1}, [%2];"
                   : "=f"(one), "=f"(other)
                   : "l"(parts + p * warp_sums + i * 64)
                   : "memory");
      sums[i][0] += one;
      sums[i][1] += other;
    }
  if (thread % 32 == 0) asm volatile("st.global.cg.u32 [%0], %1;" ::"l"(arrived), "r"(0) : "memory");
  return true;
}

__device__ __forceinline__ void end_groups(const ProductArguments& a, const Sums* sums, float* scales, int first_group,
                                           int group_step, int piece_number) {
  const int set = (threadIdx.x - multipliers) / set_threads, thread = (threadIdx.x - multipliers) % set_threads;
  const int lane = thread % 32, row = thread % 8;
  const auto token_of = [&](int i) {
    const int pair = thread + i * set_threads;
    return pair / 64 * 8 + pair % 64 / 8;
  };
  // Where tokens stand is known since the step began.
  Place places[pairs_each];
#pragma unroll
  for (int i = 0; i < pairs_each; ++i) places[i] = find_place(a, min(token_of(i), a.tokens - 1));
  let_next_start();
  wait_for_previous();
#if HAS_NORM
  find_scales_at_once<sets * set_warps>(a, scales, (threadIdx.x - multipliers) / 32);
  meet(scales_are_there, sets * set_threads);
#endif
  float factors[pairs_each];
  u64 kept[pairs_each];
#pragma unroll
  for (int i = 0; i < pairs_each; ++i) {
    factors[i] = 1;
    kept[i] = 0;
#if HAS_NORM
    factors[i] = scales[min(token_of(i), a.tokens - 1)];
#endif
  }
  for (int group = first_group + set * group_step; group < groups; group += sets * group_step) {
    Beside beside[pairs_each];
#pragma unroll
    for (int i = 0; i < pairs_each; ++i)
      beside[i] = read_beside(a, Chosen{}, places[i], group, row, min(token_of(i), a.tokens - 1));
    meet(sums_are_there + set, both);
    float mine[pairs_each][2] = {};
#pragma unroll
    for (int i = 0; i < pairs_each; ++i) {
      const int pair = thread + i * set_threads, column = pair % 64 / 8, from = row * 4 + column / 2;
#pragma unroll
      for (int w = 0; w < WARPS; ++w) {
        mine[i][0] += sums[set][w][pair / 64][column % 2][from];
        mine[i][1] += sums[set][w][pair / 64][column % 2 + 2][from];
      }
    }
    if (group + sets * group_step < groups) tell(sums_are_read + set, both);
    if (!join_pieces(a, group, piece_number, thread, mine)) continue;
#pragma unroll
    for (int i = 0; i < pairs_each; ++i)
      if (token_of(i) < a.tokens)
        end_pair(a, Chosen{}, group, row, token_of(i), places[i], beside[i], mine[i][0] * factors[i],
                 mine[i][1] * factors[i], kept[i]);
  }
#if defined(END_LOGITS)
#pragma unroll
  for (int i = 0; i < pairs_each; ++i)
    if (row == 0 && token_of(i) < a.tokens) keep_best(a, token_of(i), kept[i]);
#endif
}

extern "C" __global__ void __launch_bounds__(threads, 1) wide_product(const ProductArguments a) {
  extern __shared__ __align__(16) u8 shared[];
  __shared__ float scales[TOKENS];
  Sums* const sums = reinterpret_cast<Sums*>(shared + ring_bytes + input_bytes);
  const int piece_number = blockIdx.x % PIECES, first_group = blockIdx.x / PIECES, group_step = gridDim.x / PIECES;
  if (threadIdx.x < multipliers)
    multiply(a, shared, sums, first_group, group_step, piece_number);
  else
    end_groups(a, sums, scales, first_group, group_step, piece_number);
  tell_of_parts(a);
}
