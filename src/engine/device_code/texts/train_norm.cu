// SPDX-License-Identifier: MIT
// The norm of base + added, and their sum. A block a token. Constants: WIDTH, HAS_MEAN, THREADS
#include "engine/device_code/texts/training_rows.cu"

struct TrainNormArguments {
  const u16* base;    // [tokens, WIDTH]
  const u16* added;   // or null: the sum is base, and is not written
  const u16* gain;    // [WIDTH]
  const u16* bias;    // with HAS_MEAN
  u16* sum;
  u16* output;
  float* mean;        // [tokens], with HAS_MEAN
  float* scale;
  float epsilon;
};

constexpr int quads = WIDTH / 8, each = (quads + THREADS - 1) / THREADS, warps = THREADS / 32;

extern "C" __global__ void __launch_bounds__(THREADS) train_norm(const TrainNormArguments a) {
  __shared__ float2 first[warps], second[warps];
  const i64 row = (i64)blockIdx.x * WIDTH;
  float x[each][8], sum = 0, squares = 0;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * THREADS;
    if (quad >= quads) continue;
    widen(load_stream(a.base + row + quad * 8), x[i]);
    if (a.added != nullptr) {
      float y[8];
      widen(load_stream(a.added + row + quad * 8), y);
#pragma unroll
      for (int j = 0; j < 8; ++j) x[i][j] += y[j];
      const Quad q = narrowed(x[i]);
      *reinterpret_cast<Quad*>(a.sum + row + quad * 8) = q;
      widen(q, x[i]);
    }
#pragma unroll
    for (int j = 0; j < 8; ++j) {
      sum += x[i][j];
      squares += x[i][j] * x[i][j];
    }
  }
  const float2 all = sums_of_block<warps>(sum, squares, first);
  float mean = 0, variance = all.y / WIDTH;
  if (HAS_MEAN) {
    mean = all.x / WIDTH;
    squares = 0;
#pragma unroll
    for (int i = 0; i < each; ++i) {
      if (threadIdx.x + i * THREADS >= quads) continue;
#pragma unroll
      for (int j = 0; j < 8; ++j) squares += (x[i][j] - mean) * (x[i][j] - mean);
    }
    variance = sums_of_block<warps>(squares, 0, second).x / WIDTH;
  }
  const float scale = rsqrtf(variance + a.epsilon);
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * THREADS;
    if (quad >= quads) continue;
    float gain[8], bias[8] = {};
    widen(load_written(a.gain + quad * 8), gain);
    if (HAS_MEAN) widen(load_written(a.bias + quad * 8), bias);
#pragma unroll
    for (int j = 0; j < 8; ++j) x[i][j] = (x[i][j] - mean) * scale * gain[j] + bias[j];
    store(a.output + row + quad * 8, x[i]);
  }
  if (threadIdx.x == 0) {
    if (HAS_MEAN) a.mean[blockIdx.x] = mean;
    a.scale[blockIdx.x] = scale;
  }
}
