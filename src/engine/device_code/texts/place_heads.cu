// SPDX-License-Identifier: MIT
// What stands between the product that gives queries, keys and values and attention: norms of heads, rotation, keys and
// values into the cache. A warp a head of one token.
//
// Constants: HEADS, KV_HEADS, HEAD_SIZE (64, 128 or 256), ROTARY (numbers of a head that turn), HAS_NORMS, GAIN_SHIFT,
// CACHE_BITS

#include "engine/device_code/texts/cache_cells.cu"
#include "engine/device_code/texts/gains.cu"

struct HeadArguments {
  u16* heads;              // [sequences, tokens, (HEADS + 2 KV_HEADS) HEAD_SIZE]; keys are turned in place
  const u16* query_gains;  // HAS_NORMS: [HEAD_SIZE]
  const u16* key_gains;
  u16* queries;            // [sequences, tokens, query_stride]: in place where it is `heads`
  i64 query_stride;
  const float* cosines;    // [positions, ROTARY / 2]
  const float* sines;
  const i64* past;         // [sequences]: position of the first of the tokens
  const int* block_table;  // [sequences, blocks_each]
  int blocks_each, tokens;
  float epsilon;
  Cell* keys;              // [pages, KV_HEADS, 64, HEAD_SIZE]
  Cell* values;            // [pages, KV_HEADS, HEAD_SIZE, 64]
};

constexpr int warps = 4, each = HEAD_SIZE / 2 / 32;  // pairs of a lane
constexpr int turned = ROTARY / 2, still = (HEAD_SIZE - ROTARY) / 2;

// Of a pair's two numbers the first, and how far behind it the other is: those that turn, then the rest.
__device__ __forceinline__ int first_of(int pair) {
  return ROTARY == HEAD_SIZE || pair < turned ? pair : ROTARY + pair - turned;
}
__device__ __forceinline__ int distance_of(int pair) { return ROTARY == HEAD_SIZE || pair < turned ? turned : still; }

__device__ __forceinline__ u16 load_written_one(const u16* address) {
  u16 value;
  asm volatile("ld.global.u16 %0, [%1];" : "=h"(value) : "l"(address) : "memory");
  return value;
}

extern "C" __global__ void __launch_bounds__(warps * 32) place_heads(const HeadArguments a) {
  const int head = blockIdx.y * warps + threadIdx.x / 32, lane = threadIdx.x % 32;
  const i64 row = blockIdx.x;
  wait_for_previous();
  let_next_start();
  if (head >= HEADS + 2 * KV_HEADS) return;
  u16* x = a.heads + (row * (HEADS + 2 * KV_HEADS) + head) * HEAD_SIZE;
  const int sequence = (int)(row / a.tokens);
  const i64 position = a.past[sequence] + row % a.tokens;
  const i64 page = a.block_table[sequence * a.blocks_each + (int)(position / 64)];
  const int place = (int)(position % 64);
  if (head >= HEADS + KV_HEADS) {
    Cell* y = a.values + (page * KV_HEADS + head - HEADS - KV_HEADS) * HEAD_SIZE * 64 + place;
    for (int i = lane; i < HEAD_SIZE; i += 32) y[i * 64] = to_cell(to_float(load_written_one(x + i)));
    return;
  }
  float first[each], second[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int pair = lane + 32 * i, at = first_of(pair);
    first[i] = to_float(load_written_one(x + at));
    second[i] = to_float(load_written_one(x + at + distance_of(pair)));
  }
  const bool is_query = head < HEADS;
#if HAS_NORMS
  float square = 0;
#pragma unroll
  for (int i = 0; i < each; ++i) square += first[i] * first[i] + second[i] * second[i];
  const float scale = rsqrtf(sum_of_warp(square) / HEAD_SIZE + a.epsilon);
  const u16* gains = is_query ? a.query_gains : a.key_gains;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int pair = lane + 32 * i, at = first_of(pair);
    first[i] *= scale * gain_of(gains[at]);
    second[i] *= scale * gain_of(gains[at + distance_of(pair)]);
  }
#endif
  u16* y = is_query ? a.queries + row * a.query_stride + head * HEAD_SIZE : x;
  Cell* kept = a.keys + ((page * KV_HEADS + head - HEADS) * 64 + place) * HEAD_SIZE;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const int pair = lane + 32 * i, at = first_of(pair), other_at = at + distance_of(pair);
    float cosine = 1, sine = 0;
    if (ROTARY == HEAD_SIZE || pair < turned) {
      cosine = a.cosines[position * turned + pair];
      sine = a.sines[position * turned + pair];
    }
    const float one = first[i] * cosine - second[i] * sine, other = second[i] * cosine + first[i] * sine;
    y[at] = to_bf16(one);
    y[other_at] = to_bf16(other);
    if (is_query) continue;
    kept[at] = to_cell(one);
    kept[other_at] = to_cell(other);
  }
}
