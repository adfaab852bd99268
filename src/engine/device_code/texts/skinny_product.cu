// SPDX-License-Identifier: MIT
// Y = X W' of few tokens by a matrix as published, [outputs, INNER]: as fast as W can be read. Each block walks groups
// of 16 rows; its warps take turns along INNER, so that each load of a warp is 16 times 64 bytes in a row, and keep
// DEPTH of them in flight across groups. Weights are asked for before the kernel before has ended.
//
// Constants: INNER, OUTPUTS, TOKENS (columns: 8 or 16), WARPS, DEPTH; HAS_NORM (X is normalised: its gains multiply X as
// it is staged, the root of the mean square divides the sums); one of the ends
//   END_ADD     Y[token, row] += sum: the residual stream
//   END_GLU     rows are gate and up of one number: silu(gate) up
//   END_LOGITS  float32, and the largest of each token
//   END_QKV     queries and keys are rotated, keys and values go to the cache; HEADS, KV_HEADS, HEAD_SIZE, HAS_BIAS

struct ProductArguments {
  const u16* weights;
  const u16* input;     // [tokens, INNER]
  const u16* gains;     // [INNER]
  const u16* bias;      // [OUTPUTS]
  void* output;         // END_ADD, END_GLU: bf16; END_LOGITS: float; END_QKV: rotated queries [tokens, HEADS HEAD_SIZE]
  int tokens;           // of this call: at most TOKENS
  float epsilon;
  u64* best;            // END_LOGITS: [tokens], the largest logit and its row as best_of() packs them
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
constexpr int steps = INNER / step / WARPS;
constexpr int tiles = TOKENS / 8;
constexpr int row_stride = INNER + step;  // keeps the eight columns in different banks
static_assert(steps % DEPTH == 0, "a warp's steps fill its ring evenly");

#if defined(END_GLU)
constexpr int rows_of_group = 8;  // gate and up of eight numbers
#else
constexpr int rows_of_group = 16;
#endif
#if defined(END_GLU)
constexpr int groups = OUTPUTS / 2 / rows_of_group;
#else
constexpr int groups = OUTPUTS / rows_of_group;
#endif

// The two rows of W that lanes of place g hold.
__device__ __forceinline__ int first_row(int group, int g) {
#if defined(END_GLU)
  return group * 8 + g;
#elif defined(END_QKV)
  constexpr int groups_of_head = HEAD_SIZE / 16;
  const int head = group / groups_of_head, part = group % groups_of_head;
  if (head < HEADS + KV_HEADS) return head * HEAD_SIZE + part * 8 + g;
  return group * 16 + g;
#else
  return group * 16 + g;
#endif
}
__device__ __forceinline__ int second_row(int group, int g) {
#if defined(END_GLU)
  return OUTPUTS / 2 + group * 8 + g;
#elif defined(END_QKV)
  const int head = group / (HEAD_SIZE / 16);
  return first_row(group, g) + (head < HEADS + KV_HEADS ? HEAD_SIZE / 2 : 8);
#else
  return group * 16 + g + 8;
#endif
}

constexpr int width = 8;  // numbers of a load
constexpr int loads = (INNER + WARPS * 32 * width - 1) / (WARPS * 32 * width);  // of a thread and token

// X, times the gains, into shared memory; the sums of squares of each token, a number a warp.
__device__ __forceinline__ void stage_input(const ProductArguments& a, const Quad (&gains)[loads], u16* staged,
                                            float (*squares)[TOKENS]) {
  for (int token = 0; token < a.tokens; ++token) {
    float sum = 0;
#pragma unroll
    for (int load = 0; load < loads; ++load) {
      const int k = (load * WARPS * 32 + threadIdx.x) * width;
      if (k >= INNER) break;
      Quad x = load_written(a.input + (i64)token * INNER + k);
#if HAS_NORM
      const u32 xs[4] = {x.x, x.y, x.z, x.w};
      const u32 factors[4] = {gains[load].x, gains[load].y, gains[load].z, gains[load].w};
      u32 scaled[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        const float low = low_float(xs[i]), high = high_float(xs[i]);
        sum += low * low + high * high;
        scaled[i] = pack(low * low_float(factors[i]), high * high_float(factors[i]));
      }
      x = {scaled[0], scaled[1], scaled[2], scaled[3]};
#endif
      *reinterpret_cast<Quad*>(staged + token * row_stride + k) = x;
    }
#if HAS_NORM
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0) squares[threadIdx.x / 32][token] = sum;
#endif
  }
}

__device__ __forceinline__ float scale_of(const float (*squares)[TOKENS], int token, float epsilon) {
#if HAS_NORM
  float sum = 0;
#pragma unroll
  for (int warp = 0; warp < WARPS; ++warp) sum += squares[warp][token];
  return rsqrtf(sum / INNER + epsilon);
#else
  return 1.0f;
#endif
}

// In the order of the logits, of equal ones the first row's first.
__device__ __forceinline__ u64 best_of(float logit, int row) {
  const u32 bits = __float_as_int(logit);
  const u32 ordered = bits & 0x80000000u ? ~bits : bits | 0x80000000u;
  return (u64)ordered << 32 | (0xffffffffu - (u32)row);
}

// What becomes of two sums of one token: of the rows first_row and second_row.
__device__ __forceinline__ void end_pair(const ProductArguments& a, int group, int g, int token, float first,
                                         float second, u64& kept) {
#if defined(END_ADD)
  u16* y = static_cast<u16*>(a.output) + (i64)token * OUTPUTS + group * 16 + g;
  y[0] = to_bf16(to_float(y[0]) + first);
  y[8] = to_bf16(to_float(y[8]) + second);
#elif defined(END_GLU)
  u16* y = static_cast<u16*>(a.output) + (i64)token * (OUTPUTS / 2) + group * 8 + g;
  *y = to_bf16(first / (1.0f + __expf(-first)) * second);
#elif defined(END_LOGITS)
  float* y = static_cast<float*>(a.output) + (i64)token * OUTPUTS + group * 16 + g;
  y[0] = first;
  y[8] = second;
  u64 best = max(best_of(first, group * 16 + g), best_of(second, group * 16 + g + 8));
  for (int offset = 4; offset > 0; offset /= 2)
    best = max(best, __shfl_xor_sync(0xffu << (threadIdx.x % 32 / 8 * 8), best, offset));
  if (g == 0) kept = max(kept, best);
#elif defined(END_QKV)
#if HAS_BIAS
  first += to_float(a.bias[first_row(group, g)]);
  second += to_float(a.bias[second_row(group, g)]);
#endif
  constexpr int groups_of_head = HEAD_SIZE / 16, half = HEAD_SIZE / 2;
  const int head = group / groups_of_head, part = group % groups_of_head;
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

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1) skinny_product(const ProductArguments a) {
  extern __shared__ __align__(16) u8 shared[];
  u16* staged = reinterpret_cast<u16*>(shared);
  __shared__ float squares[WARPS][TOKENS];
  __shared__ float sums[2][WARPS][tiles][4][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  const i64 begin = warp * step + 8 * t;

  int group = blockIdx.x;
  const int last_group = groups - 1;
  const u16* first = a.weights + (i64)first_row(min(group, last_group), g) * INNER + begin;
  const u16* second = a.weights + (i64)second_row(min(group, last_group), g) * INNER + begin;
  Quad ring_first[DEPTH], ring_second[DEPTH];
#pragma unroll
  for (int d = 0; d < DEPTH; ++d) {
    ring_first[d] = load_stream(first + d * step * WARPS);
    ring_second[d] = load_stream(second + d * step * WARPS);
  }
  Quad gains[loads];
#if HAS_NORM
#pragma unroll
  for (int load = 0; load < loads; ++load)
    gains[load] = load_stream(a.gains + min((load * WARPS * 32 + (int)threadIdx.x) * width, INNER - width));
#endif
  // The next kernel's weights are asked for as soon as ours are. Measured on an H100 at the 8B shape, steps of batch 1:
  // 89.1 % of the rate memory is read at; 86.9 % with the next one let go after the wait or before the weights.
  let_next_start();
  wait_for_previous();
  stage_input(a, gains, staged, squares);
  __syncthreads();

  const u16* columns[tiles];
#pragma unroll
  for (int tile = 0; tile < tiles; ++tile) columns[tile] = staged + min(tile * 8 + g, a.tokens - 1) * row_stride + begin;
  u64 kept[tiles] = {};  // 64 tiles threads at most have one
  for (int turn = 0; group < groups; ++turn, group += gridDim.x) {
    const int next = min(group + (int)gridDim.x, last_group);
    const u16* next_first = a.weights + (i64)first_row(next, g) * INNER + begin;
    const u16* next_second = a.weights + (i64)second_row(next, g) * INNER + begin;
    float products[tiles][4] = {};
    for (int s = 0; s < steps; s += DEPTH) {
      const bool ends = s + DEPTH >= steps;
      const u16* from_first = ends ? next_first : first + (s + DEPTH) * step * WARPS;
      const u16* from_second = ends ? next_second : second + (s + DEPTH) * step * WARPS;
#pragma unroll
      for (int d = 0; d < DEPTH; ++d) {
        const Quad w_first = ring_first[d], w_second = ring_second[d];
        ring_first[d] = load_stream(from_first + d * step * WARPS);
        ring_second[d] = load_stream(from_second + d * step * WARPS);
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile)
          multiply_step(products[tile], w_first, w_second,
                        *reinterpret_cast<const Quad*>(columns[tile] + (s + d) * step * WARPS));
      }
    }
    first = next_first;
    second = next_second;
    const int buffer = turn % 2;
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile)
#pragma unroll
      for (int i = 0; i < 4; ++i) sums[buffer][warp][tile][i][lane] = products[tile][i];
    __syncthreads();
    // A thread a token and pair of rows; element i of lane l is row l/4 (+ 8 from 2 on), column 2 (l%4) + i%2.
    for (int pair = threadIdx.x; pair < 64 * tiles; pair += WARPS * 32) {
      const int tile = pair / 64, row = pair % 8, column = pair % 64 / 8, token = tile * 8 + column;
      if (token >= a.tokens) continue;
      const int from = row * 4 + column / 2, element = column % 2;
      float one = 0, other = 0;
#pragma unroll
      for (int w = 0; w < WARPS; ++w) {
        one += sums[buffer][w][tile][element][from];
        other += sums[buffer][w][tile][element + 2][from];
      }
      const float scale = scale_of(squares, token, a.epsilon);
      end_pair(a, group, row, token, one * scale, other * scale, kept[tile]);
    }
  }
#if defined(END_LOGITS)
  for (int pair = threadIdx.x; pair < 64 * tiles; pair += WARPS * 32) {
    const int tile = pair / 64, token = tile * 8 + pair % 64 / 8;
    if (pair % 8 == 0 && token < a.tokens) atomicMax(a.best + token, kept[tile]);
  }
#endif
}
