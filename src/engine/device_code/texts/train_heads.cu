// SPDX-License-Identifier: MIT
// Heads of queries, keys and values put side by side, those of the first two turned by their positions (forward in
// place, backward the other way), and each block's part of the sums of columns: the gradient of their bias. A thread
// takes eight numbers of a head and the eight they turn with. Constants: HEAD_SIZE, HEADS, KV_HEADS
#include "engine/device_code/texts/training_rows.cu"

struct TrainHeadsArguments {
  const u16 *queries, *keys, *values;  // rows of tokens, heads side by side
  i64 query_stride, key_stride;        // numbers from token to token; of values as of keys
  u16* output;                         // [tokens, (HEADS + 2 KV_HEADS) HEAD_SIZE]
  const float *cosines, *sines;        // [length, HEAD_SIZE / 2]; null: nothing turns
  float* parts;                        // [gridDim.y, columns of output]; null: no sums
  int tokens, length, units;           // units of each token: pairs of quads
  float direction;
};

constexpr int half = HEAD_SIZE / 2, of_head = HEAD_SIZE / 16, width = (HEADS + 2 * KV_HEADS) * HEAD_SIZE;

extern "C" __global__ void __launch_bounds__(256) train_heads(const TrainHeadsArguments a) {
  __shared__ float sums[8][32][17];
  const int lane = threadIdx.x % 32, group = threadIdx.x / 32, unit = blockIdx.x * 32 + lane;
  const int head = unit / of_head, within = unit % of_head * 8, column = head * HEAD_SIZE + within;
  float first_sum[8] = {}, second_sum[8] = {};
  if (unit < a.units) {
    const bool is_query = head < HEADS, is_value = head >= HEADS + KV_HEADS;
    const u16* from = is_query   ? a.queries + head * HEAD_SIZE
                      : is_value ? a.values + (head - HEADS - KV_HEADS) * HEAD_SIZE
                                 : a.keys + (head - HEADS) * HEAD_SIZE;
    const i64 stride = is_query ? a.query_stride : a.key_stride;
    const bool turns = a.cosines != nullptr && !is_value;
#pragma unroll 2
    for (int token = blockIdx.y * 8 + group; token < a.tokens; token += gridDim.y * 8) {
      const u16* x = from + token * stride + within;
      float first[8], second[8];
      widen(load_written(x), first);
      widen(load_written(x + half), second);
      if (turns) {
        const i64 place = (i64)(token % a.length) * half + within;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          const float cosine = a.cosines[place + j], sine = a.direction * a.sines[place + j];
          const float turned = first[j] * cosine - second[j] * sine;
          second[j] = second[j] * cosine + first[j] * sine;
          first[j] = turned;
        }
      }
      u16* to = a.output + (i64)token * width + column;
      store(to, first);
      store(to + half, second);
      if (a.parts != nullptr)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
          first_sum[j] += first[j];
          second_sum[j] += second[j];
        }
    }
  }
  if (a.parts == nullptr) return;
#pragma unroll
  for (int j = 0; j < 8; ++j) {
    sums[group][lane][j] = first_sum[j];
    sums[group][lane][8 + j] = second_sum[j];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += 256) {
    const int of_lane = i / 16, j = i % 16, own = blockIdx.x * 32 + of_lane;
    if (own >= a.units) continue;
    float all = 0;
#pragma unroll
    for (int g = 0; g < 8; ++g) all += sums[g][of_lane][j];
    a.parts[(i64)blockIdx.y * width + own / of_head * HEAD_SIZE + own % of_head * 8 + (j < 8 ? j : half + j - 8)] = all;
  }
}
