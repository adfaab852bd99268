// SPDX-License-Identifier: MIT
// The residual stream plus what a layer's half gave, and the norm of it. A block a token. Constants: HIDDEN,
// GAIN_SHIFT

#include "engine/device_code/texts/gains.cu"

struct AddNormArguments {
  u16* hidden;         // [tokens, HIDDEN]: the sum goes back
  const u16* added;    // [tokens, HIDDEN], or null
  const u16* gains;    // [HIDDEN]
  u16* output;         // [tokens, HIDDEN]
  float epsilon;
};

constexpr int threads = 256, quads = HIDDEN / 8, each = (quads + threads - 1) / threads;

extern "C" __global__ void __launch_bounds__(threads) add_norm(const AddNormArguments a) {
  __shared__ float sums[threads / 32];
  wait_for_previous();
  let_next_start();
  const i64 row = (i64)blockIdx.x * HIDDEN;
  float values[each][8], square = 0;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * threads;
    if (quad >= quads) continue;
    Quad x = load_written(a.hidden + row + quad * 8);
    if (a.added != nullptr) {
      const Quad y = load_written(a.added + row + quad * 8);
      const u32 xs[4] = {x.x, x.y, x.z, x.w}, ys[4] = {y.x, y.y, y.z, y.w};
      u32 sum[4];
#pragma unroll
      for (int j = 0; j < 4; ++j)
        sum[j] = pack(low_float(xs[j]) + low_float(ys[j]), high_float(xs[j]) + high_float(ys[j]));
      x = {sum[0], sum[1], sum[2], sum[3]};
      *reinterpret_cast<Quad*>(a.hidden + row + quad * 8) = x;
    }
    const u32 xs[4] = {x.x, x.y, x.z, x.w};
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      values[i][2 * j] = low_float(xs[j]);
      values[i][2 * j + 1] = high_float(xs[j]);
      square += values[i][2 * j] * values[i][2 * j] + values[i][2 * j + 1] * values[i][2 * j + 1];
    }
  }
  square = sum_of_warp(square);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = square;
  __syncthreads();
  float total = 0;
#pragma unroll
  for (int i = 0; i < threads / 32; ++i) total += sums[i];
  const float scale = rsqrtf(total / HIDDEN + a.epsilon);
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * threads;
    if (quad >= quads) continue;
    const Quad gain = load_stream(a.gains + quad * 8);
    const u32 gains[4] = {gain.x, gain.y, gain.z, gain.w};
    u32 y[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
      y[j] = pack(values[i][2 * j] * scale * low_gain(gains[j]), values[i][2 * j + 1] * scale * high_gain(gains[j]));
    *reinterpret_cast<Quad*>(a.output + row + quad * 8) = {y[0], y[1], y[2], y[3]};
  }
}
