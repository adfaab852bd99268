// SPDX-License-Identifier: MIT
// Heads of queries and keys normed (RMSNorm of each head) and turned by their positions. A warp a head of a token; a
// lane takes numbers of the first half of the head and those of the second that they turn with. Constants: HEAD_SIZE,
// HEADS, KV_HEADS
#include "engine/device_code/texts/training_rows.cu"

struct TrainHeadNormsArguments {
  const u16* qkv;                     // [tokens, (HEADS + 2 KV_HEADS) HEAD_SIZE]
  const u16 *query_gain, *key_gain;   // [HEAD_SIZE]
  const float *cosines, *sines;       // [length, HEAD_SIZE / 2]
  u16* output;                        // [tokens, (HEADS + KV_HEADS) HEAD_SIZE]
  float* scale;                       // [tokens, HEADS + KV_HEADS]
  i64 heads;                          // tokens (HEADS + KV_HEADS)
  int length;
  float epsilon;
};

extern "C" __global__ void __launch_bounds__(256) train_head_norms(const TrainHeadNormsArguments a) {
  constexpr int half = HEAD_SIZE / 2, each = half / 32, of_token = HEADS + KV_HEADS;
  const int lane = threadIdx.x % 32;
  for (i64 i = (i64)blockIdx.x * 8 + threadIdx.x / 32; i < a.heads; i += (i64)gridDim.x * 8) {
    const i64 token = i / of_token;
    const int head = (int)(i % of_token);
    const u16* from = a.qkv + (token * (HEADS + 2 * KV_HEADS) + head) * HEAD_SIZE + lane * each;
    const u16* gain = (head < HEADS ? a.query_gain : a.key_gain) + lane * each;
    float first[each], second[each], squares = 0;
#pragma unroll
    for (int j = 0; j < each; ++j) {
      first[j] = to_float(from[j]);
      second[j] = to_float(from[half + j]);
      squares += first[j] * first[j] + second[j] * second[j];
    }
    const float scale = rsqrtf(sum_of_warp(squares) / HEAD_SIZE + a.epsilon);
    u16* to = a.output + i * HEAD_SIZE + lane * each;
    const i64 place = token % a.length * half + lane * each;
#pragma unroll
    for (int j = 0; j < each; ++j) {
      const float x = first[j] * scale * to_float(gain[j]), y = second[j] * scale * to_float(gain[half + j]);
      const float cosine = a.cosines[place + j], sine = a.sines[place + j];
      to[j] = to_bf16(x * cosine - y * sine);
      to[half + j] = to_bf16(y * cosine + x * sine);
    }
    if (lane == 0) a.scale[i] = scale;
  }
}
