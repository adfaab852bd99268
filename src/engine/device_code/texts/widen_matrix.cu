// SPDX-License-Identifier: MIT
// A matrix of narrow numbers in bf16, for products of many tokens; of experts one after another. Constants: BITS (8 or
// 4), IS_FLOAT

#include "engine/device_code/texts/narrow_weights.cu"

struct WidenArguments {
  const u8* values;    // [outputs, inner]
  const void* scales;  // 8 bits: float [outputs]; 4 bits: bf16 [inner / 128, outputs]; mxfp4: a byte a block, four
                       // together, [inner / 128 rounded up, outputs, 4]
  u16* output;         // [outputs, inner]
  i64 loads;           // of 16 bytes
  int inner, outputs;  // of a matrix
};

constexpr int eights = 16 / BITS, numbers = 8 * eights;

extern "C" __global__ void __launch_bounds__(256) widen_matrix(const WidenArguments a) {
  wait_for_previous();
  let_next_start();
  const int of_row = a.inner / numbers;
  for (i64 i = (i64)blockIdx.x * 256 + threadIdx.x; i < a.loads; i += (i64)gridDim.x * 256) {
    const int row = (int)(i / of_row), at = (int)(i % of_row);
#if BITS == 4 && IS_FLOAT
    constexpr float scale = of_all_blocks;
    const int expert = row / a.outputs, of_expert = row % a.outputs, steps = (a.inner + 127) / 128;
    const u32 power =
        static_cast<const u8*>(a.scales)[(((i64)expert * steps + at / 4) * a.outputs + of_expert) * 4 + at % 4];
#elif BITS == 8
    const float scale = static_cast<const float*>(a.scales)[row];
#else
    const float scale = to_float(static_cast<const u16*>(a.scales)[(i64)(at * numbers / 128) * a.outputs + row]);
#endif
    Quad wide[eights];
#if BITS == 4 && IS_FLOAT
    widen_block(load_stream(a.values + i * 16), power, wide);
#else
    widen(load_stream(a.values + i * 16), wide);
#endif
#pragma unroll
    for (int e = 0; e < eights; ++e) {
      const u32 pairs[4] = {wide[e].x, wide[e].y, wide[e].z, wide[e].w};
      u32 y[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) y[j] = pack(low_float(pairs[j]) * scale, high_float(pairs[j]) * scale);
      *reinterpret_cast<Quad*>(a.output + i * numbers + e * 8) = {y[0], y[1], y[2], y[3]};
    }
  }
}
