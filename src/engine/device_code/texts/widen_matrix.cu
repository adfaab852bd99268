// SPDX-License-Identifier: MIT
// A matrix of narrow numbers in bf16, for products of many tokens; of experts one after another. Constants: BITS (8 or
// 4), IS_FLOAT

#include "engine/device_code/texts/narrow_weights.cu"

struct WidenArguments {
  const u8* values;    // [rows, inner]
  const void* scales;  // of each matrix; 8 bits: float [outputs]; 4 bits: bf16 [inner / 128, outputs]; mxfp4: a byte a
                       // block, four together, [inner / 128 rounded up, outputs, 4]
  u16* output;         // [rows, inner]
  int rows;            // of all matrices
  int inner, outputs;  // of a matrix
};

constexpr int eights = 16 / BITS, numbers = 8 * eights;
constexpr int warps = 8;

// Of a row of all matrices and a load of it.
__device__ __forceinline__ void widen_load(const WidenArguments& a, int row, int at, Quad (&wide)[eights]) {
  const int of_row = a.inner / numbers;
  const Quad packed = load_stream(a.values + ((i64)row * of_row + at) * 16);
#if BITS == 8
  const float scale = static_cast<const float*>(a.scales)[row];
  widen(packed, wide);
#else
  const int expert = row / a.outputs, of_expert = row % a.outputs, steps = (a.inner + 127) / 128;
  const i64 of_step = ((i64)expert * steps + at / 4) * a.outputs + of_expert;
#if IS_FLOAT
  constexpr float scale = of_all_blocks;
  widen_block(packed, static_cast<const u8*>(a.scales)[of_step * 4 + at % 4], wide);
#else
  const float scale = to_float(static_cast<const u16*>(a.scales)[of_step]);
  widen(packed, wide);
#endif
#endif
#pragma unroll
  for (int e = 0; e < eights; ++e) {
    u32 pairs[4] = {wide[e].x, wide[e].y, wide[e].z, wide[e].w};
#pragma unroll
    for (int j = 0; j < 4; ++j) pairs[j] = pack(low_float(pairs[j]) * scale, high_float(pairs[j]) * scale);
    wide[e] = {pairs[0], pairs[1], pairs[2], pairs[3]};
  }
}

// Where in shared memory the eight numbers `e` of a lane stand: lanes beside each other in other banks.
__device__ __forceinline__ int place_of(int lane, int e) {
  constexpr int shift = eights == 4 ? 1 : 2;
  return lane * eights + (e ^ (lane >> shift & (eights - 1)));
}

// A warp a row. What its lanes widened goes out one after another.
extern "C" __global__ void __launch_bounds__(warps * 32) widen_matrix(const WidenArguments a) {
  __shared__ Quad of_warps[warps][32 * eights];
  wait_for_previous();
  let_next_start();
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, of_row = a.inner / numbers;
  Quad* const mine = of_warps[warp];
  for (int row = blockIdx.x * warps + warp; row < a.rows; row += gridDim.x * warps)
    for (int first = 0; first < of_row; first += 32) {
      if (first + lane < of_row) {
        Quad wide[eights];
        widen_load(a, row, first + lane, wide);
#pragma unroll
        for (int e = 0; e < eights; ++e) mine[place_of(lane, e)] = wide[e];
      }
      __syncwarp();
      u16* to = a.output + (i64)row * a.inner + first * numbers;
#pragma unroll
      for (int e = 0; e < eights; ++e) {
        const int quad = e * 32 + lane;
        if (quad < (of_row - first) * eights)
          *reinterpret_cast<Quad*>(to + quad * 8) = mine[place_of(quad / eights, quad % eights)];
      }
      __syncwarp();
    }
}
