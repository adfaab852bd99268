// SPDX-License-Identifier: MIT
// Rows of bf16 as e4m3 with a scale each, the largest number of the row being the largest there is. A block a row. From
// 8.9 on. Constants: WIDTH

struct RoundArguments {
  const u16* input;  // [rows, WIDTH]
  u8* output;        // [rows, WIDTH]
  float* scales;     // [rows]
};

constexpr int threads = 256, quads = WIDTH / 8, each = (quads + threads - 1) / threads;

extern "C" __global__ void __launch_bounds__(threads) round_rows(const RoundArguments a) {
  __shared__ float largest[threads / 32];
  wait_for_previous();
  let_next_start();
  const i64 row = (i64)blockIdx.x * WIDTH;
  u32 values[each][4];
  float most = 0;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * threads;
    if (quad >= quads) continue;
    const Quad x = load_written(a.input + row + quad * 8);
    values[i][0] = x.x, values[i][1] = x.y, values[i][2] = x.z, values[i][3] = x.w;
#pragma unroll
    for (int j = 0; j < 4; ++j) most = fmaxf(most, fmaxf(fabsf(low_float(values[i][j])), fabsf(high_float(values[i][j]))));
  }
  for (int offset = 16; offset > 0; offset /= 2) most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));
  if (threadIdx.x % 32 == 0) largest[threadIdx.x / 32] = most;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < threads / 32; ++i) most = fmaxf(most, largest[i]);
  const float scale = fmaxf(most, 1e-12f) / 448.0f, inverse = 1.0f / scale;
  if (threadIdx.x == 0) a.scales[blockIdx.x] = scale;
#if __CUDA_ARCH__ >= 890
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * threads;
    if (quad >= quads) continue;
    u16 narrow[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
      asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;"
          : "=h"(narrow[j])
          : "f"(high_float(values[i][j]) * inverse), "f"(low_float(values[i][j]) * inverse));
    const u64 all = (u64)narrow[0] | (u64)narrow[1] << 16 | (u64)narrow[2] << 32 | (u64)narrow[3] << 48;
    *reinterpret_cast<u64*>(a.output + row + quad * 8) = all;
  }
#endif
}
