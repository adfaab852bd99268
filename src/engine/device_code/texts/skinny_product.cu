// SPDX-License-Identifier: MIT
// Y = X W' of few tokens by a matrix as published, [outputs, INNER]: as fast as W can be read. Each block walks groups
// of rows; its warps take turns along INNER, so that each load of a warp is 16 times 64 bytes in a row, and keep DEPTH
// of them in flight across groups. Weights are asked for before the kernel before has ended; X, which all blocks read,
// comes from the caches as it is needed.
//
// Constants: INNER, OUTPUTS, TOKENS (columns: 8 or 16), WARPS, DEPTH, ROW_TILES (of 16 rows in a group); HAS_NORM (X
// comes times the gains of its norm, with the squares of what it was before, whose mean root divides the sums); one of
// the ends
//   END_ADD     Y[token, row] += sum, the residual stream; beside it what the norm after it needs: Y times its gains,
//               and the squares
//   END_GLU     rows are gate and up of one number: silu(gate) up
//   END_LOGITS  float32, and the largest of each token
//   END_QKV     queries and keys are rotated, keys and values go to the cache; HEADS, KV_HEADS, HEAD_SIZE, HAS_BIAS

struct ProductArguments {
  const u16* weights;
  const u16* input;      // [tokens, INNER]
  const float* squares;  // HAS_NORM: [tokens, INNER / 16]
  const u16* bias;       // [OUTPUTS]
  void* output;          // END_ADD, END_GLU: bf16; END_LOGITS: float; END_QKV: rotated queries [tokens, HEADS HEAD_SIZE]
  int tokens;            // of this call: at most TOKENS
  float epsilon;
  // END_ADD alone
  const u16* next_gains;  // [OUTPUTS]
  u16* scaled;            // [tokens, OUTPUTS]
  float* next_squares;    // [tokens, OUTPUTS / 16]
  u64* best;              // END_LOGITS: [tokens], the largest logit and its row as best_of() packs them
  // END_QKV alone
  const float* cosines;    // [positions, HEAD_SIZE / 2]
  const float* sines;
  const i64* past;         // [sequences]: position of this token
  const int* block_table;  // [sequences, blocks_each]: pages of 64 tokens
  int blocks_each;
  u16* keys;               // [pages, KV_HEADS, 64, HEAD_SIZE]
  u16* values;             // [pages, KV_HEADS, HEAD_SIZE, 64]
};

constexpr int step = 32;
constexpr int stride = step * WARPS;  // of a warp along INNER
constexpr int steps = INNER / stride;
constexpr int tiles = TOKENS / 8;
static_assert(steps % DEPTH == 0, "a warp's steps fill its ring evenly");

#if defined(END_GLU)
constexpr int groups = OUTPUTS / 2 / (8 * ROW_TILES);  // gate and up of eight numbers a tile
#else
constexpr int groups = OUTPUTS / (16 * ROW_TILES);
#endif

// The two rows of W that lanes of place g hold of a tile; tiles are numbered through all groups.
__device__ __forceinline__ int first_row(int tile, int g) {
#if defined(END_GLU)
  return tile * 8 + g;
#elif defined(END_QKV)
  constexpr int tiles_of_head = HEAD_SIZE / 16;
  const int head = tile / tiles_of_head;
  if (head < HEADS + KV_HEADS) return head * HEAD_SIZE + tile % tiles_of_head * 8 + g;
  return tile * 16 + g;
#else
  return tile * 16 + g;
#endif
}
__device__ __forceinline__ int second_row(int tile, int g) {
#if defined(END_GLU)
  return OUTPUTS / 2 + tile * 8 + g;
#elif defined(END_QKV)
  return first_row(tile, g) + (tile / (HEAD_SIZE / 16) < HEADS + KV_HEADS ? HEAD_SIZE / 2 : 8);
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

// In the order of the logits, of equal ones the first row's first.
__device__ __forceinline__ u64 best_of(float logit, int row) {
  const u32 bits = __float_as_int(logit);
  const u32 ordered = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return (u64)ordered << 32 | (0xffffffffu - (u32)row);
}

// What becomes of two sums of one token: of the rows first_row and second_row. The eight lanes of one token and tile
// come together.
__device__ __forceinline__ void end_pair(const ProductArguments& a, int tile, int g, int token, float first,
                                         float second, u64& kept) {
  const u32 together = 0xffu << (threadIdx.x % 32 / 8 * 8);
#if defined(END_ADD)
  const i64 at = (i64)token * OUTPUTS + tile * 16 + g;
  u16* y = static_cast<u16*>(a.output) + at;
  const u16 low = to_bf16(to_float(y[0]) + first), high = to_bf16(to_float(y[8]) + second);
  y[0] = low;
  y[8] = high;
  const float x = to_float(low), z = to_float(high);
  const u16* gains = a.next_gains + tile * 16 + g;
  a.scaled[at] = to_bf16(x * to_float(gains[0]));
  a.scaled[at + 8] = to_bf16(z * to_float(gains[8]));
  float square = x * x + z * z;
  for (int offset = 4; offset > 0; offset /= 2) square += __shfl_xor_sync(together, square, offset);
  if (g == 0) a.next_squares[(i64)token * (OUTPUTS / 16) + tile] = square;
#elif defined(END_GLU)
  u16* y = static_cast<u16*>(a.output) + (i64)token * (OUTPUTS / 2) + tile * 8 + g;
  *y = to_bf16(first / (1.0f + __expf(-first)) * second);
#elif defined(END_LOGITS)
  float* y = static_cast<float*>(a.output) + (i64)token * OUTPUTS + tile * 16 + g;
  y[0] = first;
  y[8] = second;
  u64 best = max(best_of(first, tile * 16 + g), best_of(second, tile * 16 + g + 8));
  for (int offset = 4; offset > 0; offset /= 2) best = max(best, __shfl_xor_sync(together, best, offset));
  kept = max(kept, best);
#elif defined(END_QKV)
#if HAS_BIAS
  first += to_float(a.bias[first_row(tile, g)]);
  second += to_float(a.bias[second_row(tile, g)]);
#endif
  constexpr int tiles_of_head = HEAD_SIZE / 16, half = HEAD_SIZE / 2;
  const int head = tile / tiles_of_head, part = tile % tiles_of_head;
  const i64 position = a.past[token];
  const i64 page = a.block_table[token * a.blocks_each + (int)(position / 64)];
  const int place = (int)(position % 64);
  if (head < HEADS + KV_HEADS) {
    const int i = part * 8 + g;
    const float cosine = a.cosines[position * half + i], sine = a.sines[position * half + i];
    const float turned = first * cosine - second * sine, other = second * cosine + first * sine;
    u16* y = head < HEADS ? static_cast<u16*>(a.output) + (i64)token * HEADS * HEAD_SIZE + head * HEAD_SIZE + i
                          : a.keys + ((page * KV_HEADS + head - HEADS) * 64 + place) * HEAD_SIZE + i;
    y[0] = to_bf16(turned);
    y[half] = to_bf16(other);
  } else {
    u16* y = a.values + ((page * KV_HEADS + head - HEADS - KV_HEADS) * HEAD_SIZE + part * 16 + g) * 64 + place;
    y[0] = to_bf16(first);
    y[8 * 64] = to_bf16(second);
  }
#endif
}

struct RowPair {
  const u16 *first, *second;
};

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1) skinny_product(const ProductArguments a) {
  __shared__ float scales[TOKENS];
  __shared__ float sums[2][WARPS][ROW_TILES][tiles][4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const i64 begin = warp * step + 8 * t;
  constexpr int last_group = groups - 1;
  const auto rows_of = [&](int group, int tile) {
    const int number = group * ROW_TILES + tile;
    return RowPair{a.weights + (i64)first_row(number, g) * INNER + begin,
                   a.weights + (i64)second_row(number, g) * INNER + begin};
  };

  int group = blockIdx.x;
  RowPair rows[ROW_TILES];
  Quad ring[ROW_TILES][DEPTH][2];
#pragma unroll
  for (int r = 0; r < ROW_TILES; ++r) {
    rows[r] = rows_of(min(group, last_group), r);
#pragma unroll
    for (int d = 0; d < DEPTH; ++d) {
      ring[r][d][0] = load_stream(rows[r].first + d * stride);
      ring[r][d][1] = load_stream(rows[r].second + d * stride);
    }
  }
  // The next kernel's weights are asked for as soon as ours are: on an H100 at the 8B shape two points more of the limit
  // than with the next one let go after the wait, or before the weights.
  let_next_start();
  wait_for_previous();
  find_scales(a, scales);

  const u16* columns[tiles];
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile)
    columns[tile] = a.input + (i64)min(tile * 8 + g, a.tokens - 1) * INNER + begin;
  u64 kept = 0;
  for (int turn = 0; group < groups; ++turn, group += gridDim.x) {
    const int next = min(group + (int)gridDim.x, last_group);
    RowPair next_rows[ROW_TILES];
#pragma unroll
    for (int r = 0; r < ROW_TILES; ++r) next_rows[r] = rows_of(next, r);
    float products[ROW_TILES][tiles][4] = {};
    for (int s = 0; s < steps; s += DEPTH) {
      Quad inputs[DEPTH][tiles];
#pragma unroll
      for (int d = 0; d < DEPTH; ++d)
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) inputs[d][tile] = load_written(columns[tile] + (s + d) * stride);
      const bool ends = s + DEPTH >= steps;
#pragma unroll
      for (int d = 0; d < DEPTH; ++d)
#pragma unroll
        for (int r = 0; r < ROW_TILES; ++r) {
          const Quad first = ring[r][d][0], second = ring[r][d][1];
          const int ahead = ends ? d * stride : (s + DEPTH + d) * stride;
          ring[r][d][0] = load_stream((ends ? next_rows[r].first : rows[r].first) + ahead);
          ring[r][d][1] = load_stream((ends ? next_rows[r].second : rows[r].second) + ahead);
#pragma unroll
          for (int tile = 0; tile < tiles; ++tile) multiply_step(products[r][tile], first, second, inputs[d][tile]);
        }
    }
    const int buffer = turn % 2;
#pragma unroll
    for (int r = 0; r < ROW_TILES; ++r) {
      rows[r] = next_rows[r];
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
        for (int i = 0; i < 4; ++i) sums[buffer][warp][r][tile][i][lane] = products[r][tile][i];
    }
    __syncthreads();
    // A thread a token and pair of rows; element i of lane l is row l/4 (+ 8 from 2 on), column 2 (l%4) + i%2.
    for (int pair = threadIdx.x; pair < 64 * tiles * ROW_TILES; pair += WARPS * 32) {
      const int r = pair / (64 * tiles), tile = pair / 64 % tiles, row = pair % 8, column = pair % 64 / 8;
      const int token = tile * 8 + column;
      if (token >= a.tokens) continue;
      const int from = row * 4 + column / 2, element = column % 2;
      float one = 0, other = 0;
#pragma unroll
      for (int w = 0; w < WARPS; ++w) {
        one += sums[buffer][w][r][tile][element][from];
        other += sums[buffer][w][r][tile][element + 2][from];
      }
#if HAS_NORM
      one *= scales[token];
      other *= scales[token];
#endif
      end_pair(a, group * ROW_TILES + r, row, token, one, other, kept);
    }
  }
#if defined(END_LOGITS)
  static_assert(64 * tiles * ROW_TILES <= WARPS * 32, "each thread keeps the largest logit of one token");
  const int token = (int)threadIdx.x / 64 % tiles * 8 + threadIdx.x % 64 / 8;
  if (threadIdx.x % 8 == 0 && threadIdx.x < 64 * tiles && token < a.tokens) atomicMax(a.best + token, kept);
#endif
}
