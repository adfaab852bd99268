// SPDX-License-Identifier: MIT
// Y = X W' of few tokens by a matrix [outputs, INNER], as published or of narrower numbers: as fast as W can be read. Each block walks groups
// of rows; its warps take turns along INNER, so that each load of a warp is 16 times 64 bytes in a row, and keep DEPTH
// of them in flight across groups; narrow numbers are widened in registers. Weights are asked for before the kernel before has ended; X, which all blocks read,
// comes from the caches as it is needed.
//
// Constants: INNER, OUTPUTS, TOKENS (columns: 8 or 16), BITS (of a weight: 16, 8 or 4) and IS_FLOAT (8 bits: e4m3, 4
// bits: mxfp4, else whole numbers), WARPS, DEPTH, ROW_TILES (of 16 rows in a group),
// BLOCKS (of a multiprocessor at once); HAS_NORM (X
// comes times the gains of its norm, with the squares of what it was before, whose mean root divides the sums); HAS_BIAS;
// one of the ends
//   END_ADD     Y[token, row] += sum, the residual stream; beside it what the norm after it needs: Y times its gains
//               (GAIN_SHIFT), and the squares
//   END_GLU     rows are gate and up of one number: what ACTIVATION makes of them
//   END_LOGITS  float32, and the largest of each token
//   END_QKV     queries and keys are rotated, keys and values go to the cache; HEADS, KV_HEADS, HEAD_SIZE, ROTARY, CACHE_BITS
//   END_BF16, END_FLOAT  the sums
//   END_PART    what sum_ranks adds up: float32, into the memory of every rank
// RANKS that share the matrices: logits of more than one go into the memory of every rank, too.
// CHOICE: of matrices of experts those that were chosen: 1: each has its OUTPUTS, for all tokens, times the token's share
// of it; 2: their sum, each of its own inputs.

#include "engine/device_code/texts/narrow_weights.cu"
#include "engine/device_code/texts/rank_memory.cu"
#include "engine/device_code/texts/product_arguments.cu"

constexpr int eights = 16 / BITS;     // groups of eight numbers in a lane's load
constexpr int step = 32 * eights;     // of a warp along INNER
constexpr int all_steps = (INNER + step - 1) / step;
constexpr bool has_tail = INNER % step != 0;  // of whole loads, in the last step
constexpr int plain_turns = (all_steps + WARPS * DEPTH - 1) / (WARPS * DEPTH);  // of the ring
constexpr bool is_even = all_steps % (WARPS * DEPTH) == 0;
constexpr i64 row_bytes = (i64)INNER * BITS / 8;
constexpr int tiles = TOKENS / 8;
constexpr int pairs = 64 * tiles * ROW_TILES, threads = 32 * WARPS, pairs_each = (pairs + threads - 1) / threads;
constexpr bool has_row_scales = BITS == 8 && CHOICE != 2, has_group_scales = BITS == 4 && !has_block_scales;
constexpr bool has_expert_scales = BITS == 8 && CHOICE == 2;  // of rows, but other ones in each step's expert
static_assert(INNER % (has_block_scales ? 32 : step) == 0, "whole steps, or blocks");

#if defined(END_GLU)
constexpr int groups = OUTPUTS / 2 / (8 * ROW_TILES);  // gate and up of eight numbers a tile
#else
constexpr int groups = OUTPUTS / (16 * ROW_TILES);
#endif

#include "engine/device_code/texts/product_ends.cu"

struct RowPair {
  const u8 *first, *second;
};

extern "C" __global__ void __launch_bounds__(WARPS * 32, BLOCKS) skinny_product(const ProductArguments a) {
  __shared__ float scales[TOKENS];
#if CHOICE == 2
  __shared__ int experts[256];
#else
  constexpr int experts[1] = {0};
#endif
  __shared__ float sums[2][WARPS][ROW_TILES][tiles][4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
#if CHOICE
  wait_for_previous();
  let_next_start();  // what was chosen is known to it, too
  const int chosen = a.chosen[0];
#if CHOICE == 2
  for (int i = threadIdx.x; i < chosen; i += threads) experts[i] = a.chosen[1 + i];
  __syncthreads();
#endif
#else
  constexpr int chosen = 1;
#endif
  const Chosen list{chosen, CHOICE == 2 ? experts : a.chosen + 1};
  const int all_groups = CHOICE == 1 ? groups * chosen : groups, last_group = all_groups - 1;
  const int steps = CHOICE == 2 ? all_steps * chosen : all_steps;
  const int turns = CHOICE == 2 ? (steps + WARPS * DEPTH - 1) / (WARPS * DEPTH) : plain_turns;
  const auto expert_of = [&](int group) { return CHOICE == 1 ? a.chosen[1 + group / groups] : 0; };
  const auto rows_of = [&](int group, int tile) {
    const int number = (CHOICE == 1 ? group % groups : group) * ROW_TILES + tile;
    const u8* first = a.weights + expert_of(group) * (OUTPUTS * row_bytes) + 16 * t;
    return RowPair{first + first_row(number, g) * row_bytes, first + second_row(number, g) * row_bytes};
  };
  // A warp's step as it is counted from a row's first byte.
  const auto bytes_at = [&](int s) {
    const int at = s * WARPS + warp;
    return CHOICE == 2 ? experts[at / all_steps] * (OUTPUTS * row_bytes) + at % all_steps * 64 : (i64)at * 64;
  };
  // Whether this lane has a load of it.
  const auto has_load = [&](int s) {
    return !has_tail || (s * WARPS + warp) % all_steps * step + 8 * eights * t < INNER;
  };
  const auto input_at = [&](int s) {
    const int at = s * WARPS + warp;
    if (!has_load(s)) return (i64)(-8 * eights * t);  // any that is there
    return CHOICE == 2 ? (i64)(at / all_steps) * (TOKENS * INNER) + at % all_steps * step : (i64)at * step;
  };
  const auto has_step = [&](int s) { return (CHOICE != 2 && is_even) || s * WARPS + warp < steps; };
  // Of the two rows of this lane, for one group of numbers.
  constexpr bool has_scales_of_steps = has_group_scales || has_block_scales;
  const auto step_scales = [&](int group, int tile, int s) {
    const int at = s * WARPS + warp;
    const int expert = CHOICE == 2 ? experts[at / all_steps] : expert_of(group);
    const i64 row = ((i64)expert * all_steps + (CHOICE == 2 ? at % all_steps : at)) * OUTPUTS;
    const int number = (CHOICE == 1 ? group % groups : group) * ROW_TILES + tile;
    if constexpr (has_block_scales) {
      const u8* powers = static_cast<const u8*>(a.scales) + row * 4 + t;
      return (u32)load_constant(powers + first_row(number, g) * 4) |
             (u32)load_constant(powers + second_row(number, g) * 4) << 16;
    }
    const u16* all = static_cast<const u16*>(a.scales) + row;
    return (u32)load_constant(all + first_row(number, g)) | (u32)load_constant(all + second_row(number, g)) << 16;
  };

  struct RowScales {
    float first, second;
  };
  const auto expert_scales = [&](int group, int tile, int s) {
    const float* all = static_cast<const float*>(a.scales) + (i64)experts[(s * WARPS + warp) / all_steps] * OUTPUTS;
    const int number = group * ROW_TILES + tile;
    return RowScales{all[first_row(number, g)], all[second_row(number, g)]};
  };

  int group = blockIdx.x;
  RowPair rows[ROW_TILES];
  Quad ring[ROW_TILES][DEPTH][2];
  u32 ring_scales[ROW_TILES][DEPTH];
  RowScales ring_rows[ROW_TILES][DEPTH];
#pragma unroll
  for (int r = 0; r < ROW_TILES; ++r) {
    rows[r] = rows_of(min(group, last_group), r);
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
      if (!has_step(d)) continue;
      ring[r][d][0] = has_load(d) ? load_stream(rows[r].first + bytes_at(d)) : Quad{};
      ring[r][d][1] = has_load(d) ? load_stream(rows[r].second + bytes_at(d)) : Quad{};
      if constexpr (has_scales_of_steps) ring_scales[r][d] = step_scales(min(group, last_group), r, d);
      if constexpr (has_expert_scales) ring_rows[r][d] = expert_scales(min(group, last_group), r, d);
    }
  }
  // The next kernel's weights are asked for as soon as ours are: on an H100 at the 8B shape two points more of the limit
  // than with the next one let go after the wait, or before the weights.
#if !CHOICE
  let_next_start();
  wait_for_previous();
#endif
  find_scales(a, scales);

  const u16* columns[tiles];
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile)
    columns[tile] = a.input + (i64)min(tile * 8 + g, a.tokens - 1) * INNER + 8 * eights * t;
  u64 kept = 0;
  for (int turn = 0; group < all_groups; ++turn, group += gridDim.x) {
    const int next = min(group + (int)gridDim.x, last_group);
    RowPair next_rows[ROW_TILES];
#pragma unroll
    for (int r = 0; r < ROW_TILES; ++r) next_rows[r] = rows_of(next, r);
    float row_scales[pairs_each][2];
    if constexpr (has_row_scales) {
#pragma unroll
      for (int i = 0; i < pairs_each; ++i) {
        const int pair = threadIdx.x + i * threads;
        const int number = (CHOICE == 1 ? group % groups : group) * ROW_TILES + min(pair / (64 * tiles), ROW_TILES - 1);
        const float* all = static_cast<const float*>(a.scales) + (i64)expert_of(group) * OUTPUTS;
        row_scales[i][0] = all[first_row(number, pair % 8)];
        row_scales[i][1] = all[second_row(number, pair % 8)];
      }
    }
    float products[ROW_TILES][tiles][4] = {};
    for (int around = 0; around < turns; ++around) {
      const int s = around * DEPTH;
      const bool ends = around + 1 == turns;
      // Few enough inputs at once for the registers.
      constexpr int fit = (BLOCKS > 1 ? 4 : 16) / (tiles * eights), at_once = fit < 1 ? 1 : fit < DEPTH ? fit : DEPTH;
#pragma unroll
      for (int first = 0; first < DEPTH; first += at_once) {
        Quad inputs[at_once][tiles][eights];
#pragma unroll
        for (int i = 0; i < at_once; ++i)
          if (first + i < DEPTH && has_step(s + first + i))
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
              for (int e = 0; e < eights; ++e)
                inputs[i][tile][e] = load_written(columns[tile] + input_at(s + first + i) + 8 * e);
#pragma unroll
        for (int i = 0; i < at_once; ++i) {
          const int d = first + i;
          if (d >= DEPTH) continue;
          const bool has = has_step(s + d), has_next = has_step(ends ? d : s + DEPTH + d);
#pragma unroll
          for (int r = 0; r < ROW_TILES; ++r) {
            const Quad one = ring[r][d][0], other = ring[r][d][1];
            const u32 both_scales = has_scales_of_steps ? ring_scales[r][d] : 0;
            const RowScales of_rows = has_expert_scales
                                          ? ring_rows[r][d]
                                          : RowScales{low_float(both_scales), high_float(both_scales)};
            if (has_next) {
              const int next_step = ends ? d : s + DEPTH + d;
              const i64 ahead = bytes_at(next_step);
              const RowPair& from = ends ? next_rows[r] : rows[r];
              ring[r][d][0] = has_load(next_step) ? load_stream(from.first + ahead) : Quad{};
              ring[r][d][1] = has_load(next_step) ? load_stream(from.second + ahead) : Quad{};
              if constexpr (has_scales_of_steps) ring_scales[r][d] = step_scales(ends ? next : group, r, next_step);
              if constexpr (has_expert_scales) ring_rows[r][d] = expert_scales(ends ? next : group, r, next_step);
            }
            if (!has) continue;
            Quad wide[eights], other_wide[eights];
#if BITS == 4 && IS_FLOAT
            widen_block(one, both_scales & 0xffffu, wide);
            widen_block(other, both_scales >> 16, other_wide);
#else
            widen(one, wide);
            widen(other, other_wide);
#endif
#pragma unroll
            for (int tile = 0; tile < tiles; ++tile) {
              if constexpr (has_group_scales || has_expert_scales) {
                float part[4] = {};
#pragma unroll
                for (int e = 0; e < eights; ++e) multiply_step(part, wide[e], other_wide[e], inputs[i][tile][e]);
#pragma unroll
                for (int k = 0; k < 4; ++k) products[r][tile][k] += part[k] * (k < 2 ? of_rows.first : of_rows.second);
              } else {
#pragma unroll
                for (int e = 0; e < eights; ++e)
                  multiply_step(products[r][tile], wide[e], other_wide[e], inputs[i][tile][e]);
              }
            }
          }
        }
      }
    }
    const int buffer = turn % 2;
#pragma unroll
    for (int r = 0; r < ROW_TILES; ++r) {
      rows[r] = next_rows[r];
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
        for (int i = 0; i < 4; ++i) sums[buffer][warp][r][tile][i][lane] = products[r][tile][i];
    }
    __syncthreads();
    // A thread a token and pair of rows; element i of lane l is row l/4 (+ 8 from 2 on), column 2 (l%4) + i%2.
#pragma unroll
    for (int i = 0; i < pairs_each; ++i) {
      const int pair = threadIdx.x + i * threads;
      const int r = pair / (64 * tiles), tile = pair / 64 % tiles, row = pair % 8, column = pair % 64 / 8;
      const int token = tile * 8 + column;
      if (pair >= pairs || token >= a.tokens) continue;
      const int from = row * 4 + column / 2, element = column % 2;
      float one = 0, other = 0;
#pragma unroll
      for (int w = 0; w < WARPS; ++w) {
        one += sums[buffer][w][r][tile][element][from];
        other += sums[buffer][w][r][tile][element + 2][from];
      }
      if constexpr (has_row_scales) {
        one *= row_scales[i][0];
        other *= row_scales[i][1];
      }
      if constexpr (has_block_scales) {
        one *= of_all_blocks;
        other *= of_all_blocks;
      }
#if HAS_NORM
      one *= scales[token];
      other *= scales[token];
#endif
      const int number = group * ROW_TILES + r;
      const Place place = find_place(a, token);
      end_pair(a, list, number, row, token, place, read_beside(a, list, place, number, row, token), one, other, kept);
    }
  }
#if defined(END_LOGITS)
  static_assert(pairs <= threads, "each thread keeps the largest logit of one token");
  const int token = (int)threadIdx.x / 64 % tiles * 8 + threadIdx.x % 64 / 8;
  if (threadIdx.x % 8 == 0 && threadIdx.x < 64 * tiles && token < a.tokens) keep_best(a, token, kept);
#endif
  tell_of_parts(a);
}
