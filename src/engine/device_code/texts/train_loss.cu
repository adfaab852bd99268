// SPDX-License-Identifier: MIT
// Of each token's logits: the largest, the sum of exponentials less it, and the target's. A block a token.

struct TrainLossArguments {
  const u16* logits;   // [tokens, stride]
  const i64* targets;  // [tokens]
  float *largest, *sum, *wanted;
  i64 first_column;
  int columns, stride;
};
#include "engine/device_code/texts/training_rows.cu"

__device__ __forceinline__ float2 joined(float2 a, float2 b) {
  const float largest = fmaxf(a.x, b.x);
  return {largest, a.y * __expf(a.x - largest) + b.y * __expf(b.x - largest)};
}

extern "C" __global__ void __launch_bounds__(512) train_loss(const TrainLossArguments a) {
  constexpr float least = -1e30f;
  __shared__ float2 shared[16];
  const u16* row = a.logits + (i64)blockIdx.x * a.stride;
  float2 seen = {least, 0};
#pragma unroll 4
  for (int column = threadIdx.x * 8; column < a.columns; column += 512 * 8) {
    float x[8];
    widen(load_written(row + column), x);
    float largest = least, sum = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      if (column + j >= a.columns) x[j] = least;
      largest = fmaxf(largest, x[j]);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += __expf(x[j] - largest);
    seen = joined(seen, {largest, sum});
  }
  for (int offset = 16; offset > 0; offset /= 2)
    seen = joined(seen, {__shfl_xor_sync(0xffffffffu, seen.x, offset), __shfl_xor_sync(0xffffffffu, seen.y, offset)});
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = seen;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int i = 1; i < 16; ++i) seen = joined(seen, shared[i]);
  const i64 target = a.targets[blockIdx.x] - a.first_column;
  a.largest[blockIdx.x] = seen.x;
  a.sum[blockIdx.x] = seen.y;
  a.wanted[blockIdx.x] = target >= 0 && target < a.columns ? to_float(row[target]) : 0;
}
