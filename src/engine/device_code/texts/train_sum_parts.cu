// SPDX-License-Identifier: MIT
// Sums of columns, of which many blocks have parts, into gradients. A block 32 columns of one of up to three arrays.
// Constants: IS_FLOAT (gradients; else bf16)
#include "engine/device_code/texts/training_rows.cu"

struct TrainSumPartsArguments {
  const float* parts;  // [arrays, count, width]
  void* gradients[3];  // [width] each; null: not wanted
  int adds[3];
  int count, width;
};

extern "C" __global__ void __launch_bounds__(512) train_sum_parts(const TrainSumPartsArguments a) {
  __shared__ float sums[16][33];
  void* to = a.gradients[blockIdx.y];
  if (to == nullptr) return;
  const int lane = threadIdx.x % 32, group = threadIdx.x / 32, column = blockIdx.x * 32 + lane;
  float sum = 0;
  if (column < a.width) {
    const float* from = a.parts + (i64)blockIdx.y * a.count * a.width + column;
#pragma unroll 8
    for (int i = group; i < a.count; i += 16) sum += from[(i64)i * a.width];
  }
  sums[group][lane] = sum;
  __syncthreads();
  if (group > 0 || column >= a.width) return;
  sum = 0;
#pragma unroll
  for (int i = 0; i < 16; ++i) sum += sums[i][lane];
#if IS_FLOAT
  float* place = (float*)to + column;
  *place = a.adds[blockIdx.y] ? *place + sum : sum;
#else
  u16* place = (u16*)to + column;
  *place = to_bf16(a.adds[blockIdx.y] ? to_float(*place) + sum : sum);
#endif
}
