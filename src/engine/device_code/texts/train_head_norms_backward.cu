// SPDX-License-Identifier: MIT
// Backward pass of train_head_norms, with the gradients of values put beside: what comes back to the product of all
// three, and each block's part of the gradients of gains. A warp a head of a token. Constants: HEAD_SIZE, HEADS, KV_HEADS
#include "engine/device_code/texts/training_rows.cu"

struct TrainHeadNormsBackwardArguments {
  const u16 *d_queries, *d_keys, *d_values;  // [tokens, heads, HEAD_SIZE]
  const u16* qkv;
  const u16 *query_gain, *key_gain;
  const float *cosines, *sines, *scale;
  u16* d_qkv;
  float* parts;  // [2, blocks, HEAD_SIZE]
  i64 heads;     // tokens (HEADS + 2 KV_HEADS)
  int length;
};

extern "C" __global__ void __launch_bounds__(256) train_head_norms_backward(const TrainHeadNormsBackwardArguments a) {
  constexpr int half = HEAD_SIZE / 2, each = half / 32, of_token = HEADS + 2 * KV_HEADS;
  __shared__ float sums[2][8][HEAD_SIZE];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float of_gain[2][2][each] = {};
  for (i64 i = (i64)blockIdx.x * 8 + warp; i < a.heads; i += (i64)gridDim.x * 8) {
    const i64 token = i / of_token;
    const int head = (int)(i % of_token);
    const bool is_query = head < HEADS, is_value = head >= HEADS + KV_HEADS;
    const u16* from = is_query   ? a.d_queries + (token * HEADS + head) * HEAD_SIZE
                      : is_value ? a.d_values + (token * KV_HEADS + head - HEADS - KV_HEADS) * HEAD_SIZE
                                 : a.d_keys + (token * KV_HEADS + head - HEADS) * HEAD_SIZE;
    from += lane * each;
    const i64 at = i * HEAD_SIZE + lane * each;
    if (is_value) {
#pragma unroll
      for (int j = 0; j < each; ++j) {
        a.d_qkv[at + j] = from[j];
        a.d_qkv[at + half + j] = from[half + j];
      }
      continue;
    }
    const u16* gain = (is_query ? a.query_gain : a.key_gain) + lane * each;
    const i64 place = token % a.length * half + lane * each;
    const float scale = a.scale[token * (HEADS + KV_HEADS) + head];
    float inner[2][each], hat[2][each], projected = 0;
#pragma unroll
    for (int j = 0; j < each; ++j) {
      const float cosine = a.cosines[place + j], sine = a.sines[place + j];
      const float x = to_float(from[j]), y = to_float(from[half + j]);
      const float back[2] = {x * cosine + y * sine, y * cosine - x * sine};
#pragma unroll
      for (int k = 0; k < 2; ++k) {
        hat[k][j] = to_float(a.qkv[at + k * half + j]) * scale;
        of_gain[0][k][j] += is_query ? back[k] * hat[k][j] : 0;
        of_gain[1][k][j] += is_query ? 0 : back[k] * hat[k][j];
        inner[k][j] = back[k] * to_float(gain[k * half + j]);
        projected += inner[k][j] * hat[k][j];
      }
    }
    const float mean = sum_of_warp(projected) / HEAD_SIZE;
#pragma unroll
    for (int j = 0; j < each; ++j)
#pragma unroll
      for (int k = 0; k < 2; ++k) a.d_qkv[at + k * half + j] = to_bf16(scale * (inner[k][j] - hat[k][j] * mean));
  }
#pragma unroll
  for (int j = 0; j < each; ++j)
#pragma unroll
    for (int k = 0; k < 2; ++k) {
      sums[0][warp][k * half + lane * each + j] = of_gain[0][k][j];
      sums[1][warp][k * half + lane * each + j] = of_gain[1][k][j];
    }
  __syncthreads();
  for (int i = threadIdx.x; i < 2 * HEAD_SIZE; i += 256) {
    const int which = i / HEAD_SIZE, column = i % HEAD_SIZE;
    float all = 0;
#pragma unroll
    for (int w = 0; w < 8; ++w) all += sums[which][w][column];
    a.parts[((i64)which * gridDim.x + blockIdx.x) * HEAD_SIZE + column] = all;
  }
}
