// SPDX-License-Identifier: MIT
// Y = X W' + bias of many tokens that go to experts, whose matrices [OUTPUTS, INNER] are of four bits and widened in
// registers: read once for 64 tokens instead of written in bf16 and read again. Rows of X are sorted by expert. A block
// has 128 rows of a matrix, a warp 32 of them; inputs come through shared memory, a step of 128 numbers ahead.
//
// Constants: BITS (4), IS_FLOAT (mxfp4, else whole numbers), INNER, OUTPUTS, HAS_BIAS

#include "engine/device_code/texts/narrow_weights.cu"

struct ExpertArguments {
  const u8* weights;   // [experts, OUTPUTS, INNER]
  const void* scales;  // of each matrix bf16 [INNER / 128, OUTPUTS]; mxfp4: bytes [steps, OUTPUTS, 4]
  const u16* input;    // [rows, INNER]
  const int* ends;     // [experts]: the row after the last of each
  const u16* bias;     // HAS_BIAS: [experts, OUTPUTS]
  u16* output;         // [rows, OUTPUTS]
};

constexpr int warps = 4, threads = 32 * warps, row_tiles = 2, block_rows = 16 * row_tiles * warps;
constexpr int tiles = 8, tokens = 8 * tiles, step = 128, steps = (INNER + step - 1) / step;
constexpr int eights = 4, quads = step / 8;  // of a lane's load; of a token's step
constexpr i64 row_bytes = INNER / 2;
static_assert(BITS == 4 && INNER % 32 == 0, "whole loads of a lane");

struct Weights {
  Quad first[row_tiles], second[row_tiles];
  u32 first_scale[row_tiles], second_scale[row_tiles];
};

// Where in shared memory eight numbers of a token's step stand: those that eight lanes read together in other banks.
__device__ __forceinline__ int place_of(int token, int quad) {
  return token * quads + ((quad % 4 * 4 + quad / 4) ^ (token % 2 * 4));
}

__device__ __forceinline__ int row_of(int warp, int tile, int g) {
  const int row = blockIdx.x * block_rows + (warp * row_tiles + tile) * 16 + g;
  return row < OUTPUTS ? row : OUTPUTS - 1;
}

__device__ __forceinline__ u32 load_scale(const ExpertArguments& a, int s, int row, int t) {
  const i64 at = ((i64)blockIdx.y * steps + s) * OUTPUTS + row;
  if constexpr (has_block_scales) return load_constant(static_cast<const u8*>(a.scales) + at * 4 + t);
  return load_constant(static_cast<const u16*>(a.scales) + at);
}

__device__ __forceinline__ void load_weights(const ExpertArguments& a, int s, int warp, int g, int t, Weights& to) {
  if (s >= steps) return;
  const bool has = s * step + 32 * t < INNER;
#pragma unroll
  for (int r = 0; r < row_tiles; ++r) {
    const int first = row_of(warp, r, g), second = row_of(warp, r, g + 8);
    const u8* from = a.weights + (i64)blockIdx.y * (OUTPUTS * row_bytes) + s * (step / 2) + 16 * t;
    to.first[r] = has ? load_stream(from + first * row_bytes) : Quad{};
    to.second[r] = has ? load_stream(from + second * row_bytes) : Quad{};
    to.first_scale[r] = load_scale(a, s, first, t);
    to.second_scale[r] = load_scale(a, s, second, t);
  }
}

__device__ __forceinline__ void widen_scaled(const Quad& packed, u32 scale, Quad (&wide)[eights]) {
#if IS_FLOAT
  widen_block(packed, scale, wide);
#else
  widen(packed, wide);
  const float factor = low_float(scale);
#pragma unroll
  for (int e = 0; e < eights; ++e) {
    u32 pairs[4] = {wide[e].x, wide[e].y, wide[e].z, wide[e].w};
#pragma unroll
    for (int j = 0; j < 4; ++j) pairs[j] = pack(low_float(pairs[j]) * factor, high_float(pairs[j]) * factor);
    wide[e] = {pairs[0], pairs[1], pairs[2], pairs[3]};
  }
#endif
}

// A step of up to `count` tokens. What is beyond the rows is zero, for weights are zero there and must stay so; what is
// beyond the tokens is any.
__device__ __forceinline__ void copy_inputs(const ExpertArguments& a, int s, int row, int count, Quad* to) {
  if (s < steps)
#pragma unroll
    for (int i = 0; i < tokens * quads / threads; ++i) {
      const int at = threadIdx.x + i * threads, token = at / quads, quad = at % quads;
      Quad* place = to + place_of(token, quad);
      if (s * step + quad * 8 >= INNER)
        *place = Quad{};
      else if (token < count)
        copy_ahead(place, a.input + (i64)(row + token) * INNER + s * step + quad * 8);
    }
  end_copies();
}

extern "C" __global__ void __launch_bounds__(threads, 2) expert_product(const ExpertArguments a) {
  __shared__ Quad inputs[2][tokens * quads];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  wait_for_previous();
  let_next_start();
  const int expert = blockIdx.y;
  const int begin = expert == 0 ? 0 : a.ends[expert - 1], end = a.ends[expert];
  for (int first = begin; first < end; first += tokens) {
    const int count = end - first < tokens ? end - first : tokens;
    float products[row_tiles][tiles][4] = {};
    Weights now, next;
    load_weights(a, 0, warp, g, t, now);
    load_weights(a, 1, warp, g, t, next);
    copy_inputs(a, 0, first, count, inputs[0]);
    for (int s = 0; s < steps; ++s) {
      copy_inputs(a, s + 1, first, count, inputs[(s + 1) % 2]);
      wait_for_copies<1>();
      __syncthreads();
      const Weights used = now;
      now = next;
      load_weights(a, s + 2, warp, g, t, next);
      const Quad* from = inputs[s % 2];
      Quad wide[row_tiles][eights], other[row_tiles][eights];
#pragma unroll
      for (int r = 0; r < row_tiles; ++r) {
        widen_scaled(used.first[r], used.first_scale[r], wide[r]);
        widen_scaled(used.second[r], used.second_scale[r], other[r]);
      }
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile) {
        if (tile * 8 >= count) break;
#pragma unroll
        for (int e = 0; e < eights; ++e) {
          const Quad some = from[place_of(tile * 8 + g, 4 * t + e)];
#pragma unroll
          for (int r = 0; r < row_tiles; ++r) multiply_step(products[r][tile], wide[r][e], other[r][e], some);
        }
      }
      __syncthreads();
    }
    // Element i of a lane is row g (+ 8 from 2 on), token 2 t + i % 2 of a tile.
#pragma unroll
    for (int r = 0; r < row_tiles; ++r)
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const int row = blockIdx.x * block_rows + (warp * row_tiles + r) * 16 + g + i / 2 * 8;
        if (row >= OUTPUTS) continue;
#if HAS_BIAS
        const float bias = to_float(a.bias[(i64)expert * OUTPUTS + row]);
#else
        constexpr float bias = 0;
#endif
        constexpr float whole = has_block_scales ? of_all_blocks : 1;
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
          const int token = tile * 8 + 2 * t + i % 2;
          if (token < count)
            a.output[(i64)(first + token) * OUTPUTS + row] = to_bf16(products[r][tile][i] * whole + bias);
        }
      }
  }
}
