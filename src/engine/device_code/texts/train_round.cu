// SPDX-License-Identifier: MIT
// A matrix in 8 bits, in its rows and in its columns, with the scale that its largest magnitude gives. A block 128 rows
// of 64 columns.
#include "engine/device_code/texts/training_rows.cu"

struct TrainRoundArguments {
  const u16* x;          // [rows, columns]
  const float* largest;  // magnitude
  u8* by_rows;           // [rows, columns]; or null
  u8* by_columns;        // [columns, rows]; or null
  float* scale;          // what a number of 8 bits is multiplied by
  int rows, columns, is_e5m2;  // else e4m3
};

extern "C" __global__ void __launch_bounds__(256) train_round(const TrainRoundArguments a) {
  const bool is_e5m2 = a.is_e5m2 != 0;
  const float most = is_e5m2 ? 57344.0f : 448.0f;
  constexpr int stride = 144;
  __shared__ __align__(16) u8 tile[64 * stride];
  const float largest = fmaxf(*a.largest, 1e-12f), factor = most / largest;
  if (blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0) *a.scale = largest / most;
  const int within = threadIdx.x % 8 * 8, column = blockIdx.x * 64 + within, first = blockIdx.y * 128;
#pragma unroll
  for (int pass = 0; pass < 4; ++pass) {
    const int at = pass * 32 + threadIdx.x / 8, row = first + at;
    if (row >= a.rows || column >= a.columns) continue;
    float x[8];
    widen(load_stream(a.x + (i64)row * a.columns + column), x);
#pragma unroll
    for (int j = 0; j < 8; ++j) x[j] *= factor;
    u32 bytes[2];
#pragma unroll
    for (int j = 0; j < 2; ++j)
      bytes[j] = to_bytes(x[4 * j], x[4 * j + 1], is_e5m2) | to_bytes(x[4 * j + 2], x[4 * j + 3], is_e5m2) << 16;
    if (a.by_rows != nullptr)
      *reinterpret_cast<uint2*>(a.by_rows + (i64)row * a.columns + column) = {bytes[0], bytes[1]};
    if (a.by_columns != nullptr)
#pragma unroll
      for (int j = 0; j < 8; ++j) tile[(within + j) * stride + at] = (u8)(bytes[j / 4] >> (j % 4 * 8));
  }
  if (a.by_columns == nullptr) return;
  __syncthreads();
#pragma unroll
  for (int i = threadIdx.x; i < 512; i += 256) {
    const int of = i / 8, at = i % 8 * 16, own = blockIdx.x * 64 + of, row = first + at;
    if (own < a.columns && row < a.rows)
      *reinterpret_cast<Quad*>(a.by_columns + (i64)own * a.rows + row) = *reinterpret_cast<const Quad*>(tile + of * stride + at);
  }
}
