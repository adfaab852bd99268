// SPDX-License-Identifier: MIT
// Backward pass of the activation, and each block's part of the sums of its 256 columns: the gradient of the bias that
// was added to x. Constants: WIDTH (of the output), IS_GATED, HAS_SUMS
#include "engine/device_code/texts/training_rows.cu"

struct TrainActivationBackwardArguments {
  const u16 *d_y, *x;
  u16* d_x;
  float* parts;  // [gridDim.y, WIDTH or 2 WIDTH]
  int rows;
};

extern "C" __global__ void __launch_bounds__(256)
    train_activation_backward(const TrainActivationBackwardArguments a) {
  constexpr int columns = IS_GATED ? 2 * WIDTH : WIDTH;
  __shared__ float sums[8][256];
  const int lane = threadIdx.x % 32, group = threadIdx.x / 32, column = blockIdx.x * 256 + lane * 8;
  float sum[2][8] = {};
  if (column < WIDTH)
#pragma unroll 2
    for (int row = blockIdx.y * 8 + group; row < a.rows; row += gridDim.y * 8) {
      float back[8], x[8], d[8];
      widen(load_stream(a.d_y + (i64)row * WIDTH + column), back);
      const i64 at = (i64)row * columns + column;
      widen(load_stream(a.x + at), x);
      if (IS_GATED) {
        float up[8], d_up[8];
        widen(load_stream(a.x + at + WIDTH), up);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          const float share = 1.0f / (1.0f + __expf(-x[j]));
          d_up[j] = back[j] * x[j] * share;
          d[j] = back[j] * up[j] * share * (1.0f + x[j] * (1.0f - share));
          if (HAS_SUMS) sum[1][j] += d_up[j];
        }
        store(a.d_x + at + WIDTH, d_up);
      } else {
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          const float square = x[j] * x[j];
          const float t = tanh_of(0.7978845608f * x[j] * (1.0f + 0.044715f * square));
          const float slope = 0.7978845608f * (1.0f + 0.134145f * square);
          d[j] = back[j] * 0.5f * (1.0f + t + x[j] * (1.0f - t * t) * slope);
        }
      }
      if (HAS_SUMS)
#pragma unroll
        for (int j = 0; j < 8; ++j) sum[0][j] += d[j];
      store(a.d_x + at, d);
    }
  if (!HAS_SUMS) return;
#pragma unroll
  for (int half = 0; half < (IS_GATED ? 2 : 1); ++half) {
    __syncthreads();
    store_floats(&sums[group][lane * 8], sum[half]);
    __syncthreads();
    const int own = blockIdx.x * 256 + threadIdx.x;
    if (own >= WIDTH) continue;
    float all = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) all += sums[i][threadIdx.x];
    a.parts[(i64)blockIdx.y * columns + half * WIDTH + own] = all;
  }
}
