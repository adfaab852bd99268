// SPDX-License-Identifier: MIT
// What stands between the product that gives queries, keys and values and attention: norms of heads, rotation, keys and
// values into the cache. A warp a head of one token; of a prompt no values, which place_values turns around.
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

// Numbers of a lane that lie one after another.
template <typename Number>
struct __align__(sizeof(Number) * each) Run {
  Number of[each];
};
static_assert(turned % each == 0, "a lane's pairs turn or stay");

// All are asked for before the first is written.
__device__ __forceinline__ void place_value(const u16* x, Cell* y, int lane) {
  u16 values[HEAD_SIZE / 32];
#pragma unroll
  for (int i = 0; i < HEAD_SIZE / 32; ++i) values[i] = x[lane + 32 * i];
#pragma unroll
  for (int i = 0; i < HEAD_SIZE / 32; ++i) y[(lane + 32 * i) * 64] = to_cell(to_float(values[i]));
}

extern "C" __global__ void __launch_bounds__(warps * 32) place_heads(const HeadArguments a) {
  const int head = blockIdx.y * warps + threadIdx.x / 32, lane = threadIdx.x % 32;
  const i64 row = blockIdx.x;
  let_next_start();
  if (head >= HEADS + 2 * KV_HEADS) return;
  u16* x = a.heads + (row * (HEADS + 2 * KV_HEADS) + head) * HEAD_SIZE;
  // Where tokens stand was written before the kernel before this one began; what follows from it comes meanwhile.
  const int sequence = (int)(row / a.tokens);
  const i64 position = a.past[sequence] + row % a.tokens;
  const i64 page = a.block_table[sequence * a.blocks_each + (int)(position / 64)];
  const int place = (int)(position % 64);
  if (head >= HEADS + KV_HEADS) {
    wait_for_previous();
    place_value(x, a.values + (page * KV_HEADS + head - HEADS - KV_HEADS) * HEAD_SIZE * 64 + place, lane);
    return;
  }
  const int at = first_of(lane * each), other_at = at + distance_of(lane * each);
  Run<float> cosines, sines;
  const bool turns = ROTARY == HEAD_SIZE || lane * each < turned;
  if (turns) {
    cosines = *reinterpret_cast<const Run<float>*>(a.cosines + position * turned + lane * each);
    sines = *reinterpret_cast<const Run<float>*>(a.sines + position * turned + lane * each);
  }
  const bool is_query = head < HEADS;
#if HAS_NORMS
  const u16* gains = is_query ? a.query_gains : a.key_gains;
  const auto gains_of_numbers = *reinterpret_cast<const Run<u16>*>(gains + at);
  const auto gains_of_others = *reinterpret_cast<const Run<u16>*>(gains + other_at);
#endif
  wait_for_previous();
  const auto numbers = *reinterpret_cast<const Run<u16>*>(x + at);
  const auto others = *reinterpret_cast<const Run<u16>*>(x + other_at);
  float first[each], second[each];
#pragma unroll
  for (int i = 0; i < each; ++i) {
    first[i] = to_float(numbers.of[i]);
    second[i] = to_float(others.of[i]);
  }
#if HAS_NORMS
  float square = 0;
#pragma unroll
  for (int i = 0; i < each; ++i) square += first[i] * first[i] + second[i] * second[i];
  const float scale = rsqrtf(sum_of_warp(square) / HEAD_SIZE + a.epsilon);
#pragma unroll
  for (int i = 0; i < each; ++i) {
    first[i] *= scale * gain_of(gains_of_numbers.of[i]);
    second[i] *= scale * gain_of(gains_of_others.of[i]);
  }
#endif
  Run<u16> turned_numbers, turned_others;
  Run<Cell> kept_numbers, kept_others;
#pragma unroll
  for (int i = 0; i < each; ++i) {
    const float cosine = turns ? cosines.of[i] : 1, sine = turns ? sines.of[i] : 0;
    const float one = first[i] * cosine - second[i] * sine, other = second[i] * cosine + first[i] * sine;
    turned_numbers.of[i] = to_bf16(one);
    turned_others.of[i] = to_bf16(other);
    kept_numbers.of[i] = to_cell(one);
    kept_others.of[i] = to_cell(other);
  }
  u16* y = is_query ? a.queries + row * a.query_stride + head * HEAD_SIZE : x;
  *reinterpret_cast<Run<u16>*>(y + at) = turned_numbers;
  *reinterpret_cast<Run<u16>*>(y + other_at) = turned_others;
  if (is_query) return;
  Cell* kept = a.keys + ((page * KV_HEADS + head - HEADS) * 64 + place) * HEAD_SIZE;
  *reinterpret_cast<Run<Cell>*>(kept + at) = kept_numbers;
  *reinterpret_cast<Run<Cell>*>(kept + other_at) = kept_others;
}
