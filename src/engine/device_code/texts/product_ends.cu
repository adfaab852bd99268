// SPDX-License-Identifier: MIT
// What becomes of the sums of a skinny product: which rows a tile has, and each of its ends. Included by skinny_product.

#if defined(END_GLU)
#include "engine/device_code/texts/activation.cu"
#elif defined(END_ADD)
#include "engine/device_code/texts/gains.cu"
#elif defined(END_QKV)
// Of a head the tiles whose pairs turn come first; the rest are pairs as well.
constexpr int tiles_of_head = HEAD_SIZE / 16, turned_tiles = ROTARY / 16;
static_assert(ROTARY % 16 == 0, "whole tiles turn");
__device__ __forceinline__ bool does_turn(int part) { return ROTARY == HEAD_SIZE || part < turned_tiles; }
__device__ __forceinline__ int pair_begin(int part) {
  return does_turn(part) ? part * 8 : ROTARY + (part - turned_tiles) * 8;
}
__device__ __forceinline__ int pair_distance(int part) {
  return does_turn(part) ? ROTARY / 2 : (HEAD_SIZE - ROTARY) / 2;
}
#endif

// Experts whose biases a thread keeps until it ends a pair.
constexpr int most_biased = HAS_BIAS && CHOICE == 2 ? 8 : 1;

// Tiles of one expert's rows, of CHOICE 1, whose tiles are numbered through all that were chosen.
constexpr int groups_of_expert = OUTPUTS / 16;

// The two rows of W that lanes of place g hold of a tile; tiles are numbered through all groups.
__device__ __forceinline__ int first_row(int tile, int g) {
#if defined(END_GLU)
  return tile * 8 + g;
#elif defined(END_QKV)
  const int head = tile / tiles_of_head;
  if (head < HEADS + KV_HEADS) return head * HEAD_SIZE + pair_begin(tile % tiles_of_head) + g;
  return tile * 16 + g;
#else
  return tile * 16 + g;
#endif
}
__device__ __forceinline__ int second_row(int tile, int g) {
#if defined(END_GLU)
  return OUTPUTS / 2 + tile * 8 + g;
#elif defined(END_QKV)
  return first_row(tile, g) + (tile / tiles_of_head < HEADS + KV_HEADS ? pair_distance(tile % tiles_of_head) : 8);
#else
  return tile * 16 + g + 8;
#endif
}

// One over the root of the mean square of each token, a warp a token.
__device__ __forceinline__ void find_scales(const ProductArguments& a, float* scales) {
#if HAS_NORM
  constexpr int parts = INNER / 16;
  for (int token = threadIdx.x / 32; token < a.tokens; token += WARPS) {
    float sum = 0;
    for (int i = threadIdx.x % 32; i < parts; i += 32) {
      float square;
      asm volatile("ld.global.f32 %0, [%1];" : "=f"(square) : "l"(a.squares + (i64)token * parts + i) : "memory");
      sum += square;
    }
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0) scales[token] = rsqrtf(sum / INNER + a.epsilon);
  }
#endif
}

// The same by so many warps that hold nothing else: all squares of some tokens are asked for at once.
template <int warps>
__device__ __forceinline__ void find_scales_at_once(const ProductArguments& a, float* scales, int warp) {
#if HAS_NORM
  constexpr int parts = INNER / 16, each = (parts + 31) / 32;  // of a lane
  constexpr int of_warp = (TOKENS + warps - 1) / warps, most = 32 / each > 1 ? 32 / each : 1;
  constexpr int at_once = of_warp < most ? of_warp : most;
  const int lane = threadIdx.x % 32;
  for (int first = warp; first < a.tokens; first += warps * at_once) {
    float sums[at_once] = {};
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const float* squares = a.squares + (i64)min(first + i * warps, a.tokens - 1) * parts;
#pragma unroll
      for (int part = 0; part < parts; part += 32) {
        float square = 0;
        if (part + lane < parts)
          asm volatile("ld.global.f32 %0, [%1];" : "=f"(square) : "l"(squares + part + lane) : "memory");
        sums[i] += square;
      }
    }
#pragma unroll
    for (int i = 0; i < at_once; ++i) {
      const float sum = sum_of_warp(sums[i]);
      const int token = first + i * warps;
      if (lane == 0 && token < a.tokens) scales[token] = rsqrtf(sum / INNER + a.epsilon);
    }
  }
#endif
}

// In the order of the logits, of equal ones the first row's first.
__device__ __forceinline__ u64 best_of(float logit, int row) {
  const u32 bits = __float_as_int(logit);
  const u32 ordered = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return (u64)ordered << 32 | (0xffffffffu - (u32)row);
}

// Of a token's keys and values in the cache.
struct Place {
  i64 position, page;
};
__device__ __forceinline__ Place find_place(const ProductArguments& a, int token) {
#if defined(END_QKV)
  const i64 position = a.past[token];
  return {position, a.block_table[token * a.blocks_each + (int)(position / 64)]};
#else
  return {};
#endif
}

// What an end reads beside the sums of a pair.
struct Beside {
  u16 first, second, first_gain, second_gain;
  float cosine, sine, share;
  u16 first_bias[most_biased], second_bias[most_biased];
  float bias_share[most_biased];
};

// Experts that were chosen, wherever their list is.
struct Chosen {
  int count;
  const int* experts;
};

// Of a matrix each of its rows has one, of the sum of experts one of each.
__device__ __forceinline__ void read_biases(const ProductArguments& a, const Chosen& chosen, int tile, int g, int token,
                                            Beside& beside) {
#if HAS_BIAS && CHOICE == 2
#pragma unroll
  for (int i = 0; i < most_biased; ++i) {
    if (i >= chosen.count) continue;
    const u16* bias = a.bias + (i64)chosen.experts[i] * OUTPUTS;
    beside.bias_share[i] = a.shares[i * TOKENS + token];
    beside.first_bias[i] = bias[first_row(tile, g)];
    beside.second_bias[i] = bias[second_row(tile, g)];
  }
#elif HAS_BIAS
#if CHOICE == 1
  const u16* bias = a.bias + (i64)chosen.experts[tile / groups_of_expert] * OUTPUTS;
  tile %= groups_of_expert;
#else
  const u16* bias = a.bias;
#endif
  beside.first_bias[0] = bias[first_row(tile, g)];
  beside.second_bias[0] = bias[second_row(tile, g)];
#endif
}

// What was not read yet, of more experts than a thread keeps, is read here.
__device__ __forceinline__ void add_biases(const ProductArguments& a, const Chosen& chosen, int tile, int g, int token,
                                           const Beside& beside, float& first, float& second) {
#if HAS_BIAS && CHOICE == 2
#pragma unroll
  for (int i = 0; i < most_biased; ++i) {
    first += beside.bias_share[i] * to_float(beside.first_bias[i]);
    second += beside.bias_share[i] * to_float(beside.second_bias[i]);
  }
#pragma unroll 4
  for (int i = most_biased; i < chosen.count; ++i) {
    const u16* bias = a.bias + (i64)chosen.experts[i] * OUTPUTS;
    const float share = a.shares[i * TOKENS + token];
    first += share * to_float(bias[first_row(tile, g)]);
    second += share * to_float(bias[second_row(tile, g)]);
  }
#elif HAS_BIAS
  first += to_float(beside.first_bias[0]);
  second += to_float(beside.second_bias[0]);
#endif
}

__device__ __forceinline__ Beside read_beside(const ProductArguments& a, const Chosen& chosen, Place place, int tile,
                                              int g, int token) {
  Beside beside{};
  read_biases(a, chosen, tile, g, token, beside);
#if CHOICE == 1
  beside.share = a.shares[(tile / groups_of_expert) * TOKENS + token];
#endif
#if defined(END_ADD)
  const u16* y = static_cast<const u16*>(a.output) + (i64)token * OUTPUTS + tile * 16 + g;
  const u16* gains = a.next_gains + tile * 16 + g;
  beside.first = y[0];
  beside.second = y[8];
  beside.first_gain = gains[0];
  beside.second_gain = gains[8];
#elif defined(END_QKV)
  const int part = tile % tiles_of_head;
  beside.cosine = 1;
  if (tile / tiles_of_head < HEADS + KV_HEADS && does_turn(part)) {
    const i64 at = place.position * (ROTARY / 2) + part * 8 + g;
    beside.cosine = a.cosines[at];
    beside.sine = a.sines[at];
  }
#endif
  return beside;
}

// What becomes of two sums of one token: of the rows first_row and second_row. The eight lanes of one token and tile
// come together.
__device__ __forceinline__ void end_pair(const ProductArguments& a, const Chosen& chosen, int tile, int g, int token,
                                         Place place, const Beside& beside, float first, float second, u64& kept) {
  const u32 together = 0xffu << (threadIdx.x % 32 / 8 * 8);
  add_biases(a, chosen, tile, g, token, beside, first, second);
#if defined(END_ADD)
  const i64 at = (i64)token * OUTPUTS + tile * 16 + g;
  u16* y = static_cast<u16*>(a.output) + at;
  const u16 low = to_bf16(to_float(beside.first) + first), high = to_bf16(to_float(beside.second) + second);
  y[0] = low;
  y[8] = high;
  const float x = to_float(low), z = to_float(high);
  a.scaled[at] = to_bf16(x * gain_of(beside.first_gain));
  a.scaled[at + 8] = to_bf16(z * gain_of(beside.second_gain));
  float square = x * x + z * z;
  for (int offset = 4; offset > 0; offset /= 2) square += __shfl_xor_sync(together, square, offset);
  if (g == 0) a.next_squares[(i64)token * (OUTPUTS / 16) + tile] = square;
#elif defined(END_PART)
#pragma unroll
  for (int rank = 0; rank < RANKS; ++rank) {
    float* y = reinterpret_cast<float*>(a.memories[rank] + a.parts_at) + (i64)token * OUTPUTS + tile * 16 + g;
    y[0] = first;
    y[8] = second;
  }
#elif defined(END_GLU)
#if CHOICE == 1
  const int row = (tile / groups_of_expert) * TOKENS + token;
  const float share = beside.share;
  tile %= groups_of_expert;
#else
  const int row = token;
  constexpr float share = 1;
#endif
  u16* y = static_cast<u16*>(a.output) + (i64)row * (OUTPUTS / 2) + tile * 8 + g;
  *y = to_bf16(gated(first, second) * share);
#elif defined(END_BF16)
  u16* y = static_cast<u16*>(a.output) + (i64)token * OUTPUTS + tile * 16 + g;
  y[0] = to_bf16(first);
  y[8] = to_bf16(second);
#elif defined(END_FLOAT)
  float* y = static_cast<float*>(a.output) + (i64)token * OUTPUTS + tile * 16 + g;
  y[0] = first;
  y[8] = second;
#elif defined(END_LOGITS)
#if RANKS > 1
  const int first_column = a.rank * OUTPUTS;
  const i64 at = (i64)token * RANKS * OUTPUTS + first_column + tile * 16 + g;
#pragma unroll
  for (int rank = 0; rank < RANKS; ++rank) {
    float* y = reinterpret_cast<float*>(a.memories[rank] + a.parts_at) + at;
    y[0] = first;
    y[8] = second;
  }
#else
  constexpr int first_column = 0;
  float* y = static_cast<float*>(a.output) + (i64)token * OUTPUTS + tile * 16 + g;
  y[0] = first;
  y[8] = second;
#endif
  const int row = first_column + tile * 16 + g;
  u64 best = max(best_of(first, row), best_of(second, row + 8));
  for (int offset = 4; offset > 0; offset /= 2) best = max(best, __shfl_xor_sync(together, best, offset));
  kept = max(kept, best);
#elif defined(END_QKV)
  const int head = tile / tiles_of_head, part = tile % tiles_of_head;
  const i64 page = place.page;
  const int at = (int)(place.position % 64);
  if (head < HEADS + KV_HEADS) {
    const int i = pair_begin(part) + g, distance = pair_distance(part);
    const float turned = first * beside.cosine - second * beside.sine;
    const float other = second * beside.cosine + first * beside.sine;
    if (head < HEADS) {
      u16* y = static_cast<u16*>(a.output) + (i64)token * HEADS * HEAD_SIZE + head * HEAD_SIZE + i;
      y[0] = to_bf16(turned);
      y[distance] = to_bf16(other);
    } else {
      Cell* y = a.keys + ((page * KV_HEADS + head - HEADS) * 64 + at) * HEAD_SIZE + i;
      y[0] = to_cell(turned);
      y[distance] = to_cell(other);
    }
  } else {
    Cell* y = a.values + ((page * KV_HEADS + head - HEADS - KV_HEADS) * HEAD_SIZE + part * 16 + g) * 64 + at;
    y[0] = to_cell(first);
    y[8 * 64] = to_cell(second);
  }
#endif
}

// The largest logit of a token that this block has seen.
__device__ __forceinline__ void keep_best(const ProductArguments& a, int token, u64 best) {
#if RANKS > 1
  for (int rank = 0; rank < RANKS; ++rank)
    asm volatile("red.relaxed.sys.global.max.u64 [%0], %1;" ::"l"(a.memories[rank] + a.best_at + 8 * token), "l"(best)
                 : "memory");
#else
  atomicMax(a.best + token, best);
#endif
}

// At the end of a block.
__device__ __forceinline__ void tell_of_parts(const ProductArguments& a) {
#if defined(END_PART) || (defined(END_LOGITS) && RANKS > 1)
  tell_ranks(a.memories, RANKS, a.arrivals_at);
#endif
}
