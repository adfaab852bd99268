// SPDX-License-Identifier: MIT
// Backward pass of a norm: the gradient of its sum, with what comes beside it, and each block's part of the sums of
// columns that are gradients of gain, bias, and of a bias inside the sum. A block takes every so many tokens; the next
// one's numbers are on their way meanwhile. Constants: WIDTH, HAS_MEAN, THREADS, BLOCKS (of a multiprocessor at once)
#include "engine/device_code/texts/training_rows.cu"

struct TrainNormBackwardArguments {
  const u16* d_output;  // [tokens, WIDTH]
  const u16* beside;    // or null
  const u16* sum;
  const u16* gain;
  const float *mean, *scale;  // [tokens]
  u16* d_sum;
  float* parts;  // [3, blocks, WIDTH]: of gain, bias, sum
  int tokens;
};

constexpr int quads = WIDTH / 8, each = (quads + THREADS - 1) / THREADS, warps = THREADS / 32;

struct Row {
  Quad d_output[each], beside[each], sum[each];
  float mean, scale;
};

__device__ __forceinline__ void load(Row& row, const TrainNormBackwardArguments& a, int token) {
  if (token >= a.tokens) return;
  const i64 at = (i64)token * WIDTH;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * THREADS;
    if (quad >= quads) continue;
    row.d_output[i] = load_stream(a.d_output + at + quad * 8);
    row.sum[i] = load_stream(a.sum + at + quad * 8);
    row.beside[i] = a.beside != nullptr ? load_stream(a.beside + at + quad * 8) : Quad{0, 0, 0, 0};
  }
  row.mean = HAS_MEAN ? a.mean[token] : 0;
  row.scale = a.scale[token];
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) train_norm_backward(const TrainNormBackwardArguments a) {
  __shared__ float2 shared[2][warps];
  float of_gain[each][8] = {}, of_bias[each][8] = {}, of_sum[each][8] = {}, gain[each][8];
#pragma unroll
  for (int i = 0; i < each; ++i)
    if (threadIdx.x + i * THREADS < quads) widen(load_written(a.gain + (threadIdx.x + i * THREADS) * 8), gain[i]);
  Row next;
  load(next, a, blockIdx.x);
  int turn = 0;
  for (int token = blockIdx.x; token < a.tokens; token += gridDim.x, turn ^= 1) {
    const Row row = next;
    load(next, a, token + gridDim.x);
    float inner = 0, projected = 0;
#pragma unroll
    for (int i = 0; i < each; ++i) {
      if (threadIdx.x + i * THREADS >= quads) continue;
      float back[8], x[8];
      widen(row.d_output[i], back);
      widen(row.sum[i], x);
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        const float hat = (x[j] - row.mean) * row.scale;
        of_gain[i][j] += back[j] * hat;
        if (HAS_MEAN) of_bias[i][j] += back[j];
        inner += back[j] * gain[i][j];
        projected += back[j] * gain[i][j] * hat;
      }
    }
    const float2 means = sums_of_block<warps>(inner, projected, shared[turn]);
    const float inner_mean = HAS_MEAN ? means.x / WIDTH : 0, projected_mean = means.y / WIDTH;
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int quad = threadIdx.x + i * THREADS;
      if (quad >= quads) continue;
      float back[8], x[8], d[8];
      widen(row.d_output[i], back);
      widen(row.sum[i], x);
      widen(row.beside[i], d);
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        const float hat = (x[j] - row.mean) * row.scale;
        d[j] += row.scale * (back[j] * gain[i][j] - inner_mean - hat * projected_mean);
        of_sum[i][j] += d[j];
      }
      store(a.d_sum + (i64)token * WIDTH + quad * 8, d);
    }
  }
  const i64 array = (i64)gridDim.x * WIDTH;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int quad = threadIdx.x + i * THREADS;
    if (quad >= quads) continue;
    float* to = a.parts + (i64)blockIdx.x * WIDTH + quad * 8;
    store_floats(to, of_gain[i]);
    if (HAS_MEAN) store_floats(to + array, of_bias[i]);
    store_floats(to + 2 * array, of_sum[i]);
  }
}
