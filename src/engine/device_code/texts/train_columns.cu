// SPDX-License-Identifier: MIT
// Each block's part of the sums of 256 columns over its rows: gradients of biases.

struct TrainColumnsArguments {
  const u16* x;  // [rows, width]
  float* parts;  // [gridDim.y, width]
  int rows, width;
};
#include "engine/device_code/texts/training_rows.cu"

extern "C" __global__ void __launch_bounds__(256) train_columns(const TrainColumnsArguments a) {
  __shared__ float sums[8][256];
  const int lane = threadIdx.x % 32, group = threadIdx.x / 32, column = blockIdx.x * 256 + lane * 8;
  float sum[8] = {};
  if (column < a.width)
#pragma unroll 4
    for (int row = blockIdx.y * 8 + group; row < a.rows; row += gridDim.y * 8) {
      float x[8];
      widen(load_stream(a.x + (i64)row * a.width + column), x);
#pragma unroll
      for (int j = 0; j < 8; ++j) sum[j] += x[j];
    }
  store_floats(&sums[group][lane * 8], sum);
  __syncthreads();
  const int own = blockIdx.x * 256 + threadIdx.x;
  if (own >= a.width) return;
  float all = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) all += sums[i][threadIdx.x];
  a.parts[(i64)blockIdx.y * a.width + own] = all;
}
