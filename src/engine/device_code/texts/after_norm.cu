// SPDX-License-Identifier: MIT
// hidden += the norm of what a layer's half gave; made ready for the norm that reads it. A block a token. Constants:
// HIDDEN, GAIN_SHIFT

#include "engine/device_code/texts/gains.cu"

struct AfterNormArguments {
  const float* sums;      // [tokens, HIDDEN]: what the half gave
  const u16* gains;       // [HIDDEN]: of its norm
  u16* hidden;            // [tokens, HIDDEN]
  const u16* next_gains;  // [HIDDEN]: of the norm that reads the state
  u16* scaled;            // [tokens, HIDDEN]: the state times the next gains
  float* squares;         // [tokens, HIDDEN / 16]: of the state, by 16 numbers
  float epsilon;
};

constexpr int threads = 512, quads = HIDDEN / 8, each = (quads + threads - 1) / threads;
static_assert(HIDDEN % 16 == 0, "two lanes have what one square is of");

__device__ __forceinline__ void load_four(const float* address, float* to) {
  asm volatile("ld.global.v4.f32 {%0,%1,%2,%3}, [%4];"
               : "=f"(to[0]), "=f"(to[1]), "=f"(to[2]), "=f"(to[3])
               : "l"(address)
               : "memory");
}

extern "C" __global__ void __launch_bounds__(threads) after_norm(const AfterNormArguments a) {
  __shared__ float of_warps[threads / 32];
  let_next_start();
  const i64 row = (i64)blockIdx.x * HIDDEN;
  Quad gains[each], next_gains[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = min((int)threadIdx.x + i * threads, quads - 1);
    gains[i] = load_stream(a.gains + quad * 8);
    next_gains[i] = load_stream(a.next_gains + quad * 8);
  }
  wait_for_previous();
  float sums[each][8], square = 0;
  Quad state[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = min((int)threadIdx.x + i * threads, quads - 1);
    load_four(a.sums + row + quad * 8, sums[i]);
    load_four(a.sums + row + quad * 8 + 4, sums[i] + 4);
    state[i] = load_written(a.hidden + row + quad * 8);
    if (threadIdx.x + i * threads < quads)
#pragma unroll
      for (int j = 0; j < 8; ++j) square += sums[i][j] * sums[i][j];
  }
  square = sum_of_warp(square);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = square;
  __syncthreads();
  float total = 0;
#pragma unroll
  for (int i = 0; i < threads / 32; ++i) total += of_warps[i];
  const float scale = rsqrtf(total / HIDDEN + a.epsilon);
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * threads;
    const u32 of_state[4] = {state[i].x, state[i].y, state[i].z, state[i].w};
    const u32 of_sums[4] = {gains[i].x, gains[i].y, gains[i].z, gains[i].w};
    const u32 of_next[4] = {next_gains[i].x, next_gains[i].y, next_gains[i].z, next_gains[i].w};
    u32 hidden[4], scaled[4];
    float of_eight = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      hidden[j] = pack(low_float(of_state[j]) + sums[i][2 * j] * scale * low_gain(of_sums[j]),
                       high_float(of_state[j]) + sums[i][2 * j + 1] * scale * high_gain(of_sums[j]));
      const float low = low_float(hidden[j]), high = high_float(hidden[j]);
      of_eight += low * low + high * high;
      scaled[j] = pack(low * low_gain(of_next[j]), high * high_gain(of_next[j]));
    }
    const float of_sixteen = of_eight + __shfl_xor_sync(0xffffffffu, of_eight, 1);
    if (quad >= quads) continue;
    *reinterpret_cast<Quad*>(a.hidden + row + quad * 8) = {hidden[0], hidden[1], hidden[2], hidden[3]};
    *reinterpret_cast<Quad*>(a.scaled + row + quad * 8) = {scaled[0], scaled[1], scaled[2], scaled[3]};
    if (quad % 2 == 0) a.squares[(i64)blockIdx.x * (HIDDEN / 16) + quad / 2] = of_sixteen;
  }
}
