// SPDX-License-Identifier: MIT
// The largest magnitude of a tensor, into a float that is zero before. Of floats without sign the larger has the larger
// bits.

struct TrainLargestArguments {
  const u16* x;
  u32* largest;
  i64 quads;
};
#include "engine/device_code/texts/training_rows.cu"

extern "C" __global__ void __launch_bounds__(256) train_largest(const TrainLargestArguments a) {
  float largest = 0;
#pragma unroll 4
  for (i64 quad = (i64)blockIdx.x * 256 + threadIdx.x; quad < a.quads; quad += (i64)gridDim.x * 256) {
    float x[8];
    widen(load_stream(a.x + quad * 8), x);
#pragma unroll
    for (int j = 0; j < 8; ++j) largest = fmaxf(largest, fabsf(x[j]));
  }
  for (int offset = 16; offset > 0; offset /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, offset));
  if (threadIdx.x % 32 == 0) atomicMax(a.largest, __float_as_uint(largest));
}
