// SPDX-License-Identifier: MIT
// Inputs of a product of few tokens in shared memory, as its multiplications want them. Included by staged_product.
// For plain weights and mxfp4 as they are, for e4m3 in half precision, for whole numbers in two digits of 8 bits: one tile has the
// digits of 256 of four tokens and those of one. For narrow weights each step along INNER has a power of two by which
// its largest input has 15 bits; of inputs under 2^-7 of that the last bits go.

constexpr bool has_digits = BITS <= 8 && !IS_FLOAT;
constexpr int columns = has_digits ? 4 : 8;  // tokens that a tile has room for
constexpr bool has_parts = BITS < 16 && !has_block_scales;  // a step's sums are times the scale of its inputs
constexpr int whole_inner = all_steps * step;  // zeros after the last where a row ends within a step
constexpr int all_inner = CHOICE == 2 ? whole_inner * MOST_CHOSEN : whole_inner;
constexpr int padding = has_digits && BITS == 4 ? 16 : 64;  // bytes between rows, for other banks
constexpr int input_stride = all_inner * (has_digits ? 1 : 2) + padding;
constexpr int input_bytes = input_stride * STAGED * (has_digits ? 2 : 1);
constexpr int most_steps = all_inner / step;
constexpr int scale_bytes = has_parts ? most_steps * STAGED * 4 : 0;
constexpr int staged_bytes = input_bytes + scale_bytes;

struct StagedInputs {
  u8* numbers;    // rows of tokens; of digits those of 256 first
  float* scales;  // [steps, STAGED]
};

// Bytes 0 of four words; or bytes 1.
__device__ __forceinline__ u32 lowest_bytes(const u32* words) {
  return __byte_perm(__byte_perm(words[0], words[1], 0x0040), __byte_perm(words[2], words[3], 0x0040), 0x5410);
}
__device__ __forceinline__ u32 second_bytes(const u32* words) {
  return __byte_perm(__byte_perm(words[0], words[1], 0x0051), __byte_perm(words[2], words[3], 0x0051), 0x5410);
}

__device__ __forceinline__ u32 pack_halves(float low, float high) {
  u32 pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}

// One over the root of the mean square of a token, of what share_squares() of all warps gave.
struct Squares {
  float of_warp[STAGED][WARPS];
};
__device__ __forceinline__ void share_squares(const float (&mine)[STAGED], Squares& squares) {
  for (int token = 0; token < STAGED; ++token) {
    const float sum = sum_of_warp(mine[token]);
    if (threadIdx.x % 32 == 0) squares.of_warp[token][threadIdx.x / 32] = sum;
  }
}
__device__ __forceinline__ float norm_of(const ProductArguments& a, const Squares& squares, int token) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < WARPS; ++i) sum += squares.of_warp[token][i];
  return rsqrtf(sum / INNER + a.epsilon);
}

// Eight inputs of a token. Those of a step come together in `together` lanes; `has`: this lane's are there.
__device__ __forceinline__ void stage_eight(const StagedInputs& to, Quad x, int token, int quad, bool has) {
  if constexpr (!has_parts) {
    if (has) *reinterpret_cast<Quad*>(to.numbers + token * input_stride + quad * 16) = x;
    return;
  }
  constexpr int together = step / 8;
  const u32 pairs[4] = {x.x, x.y, x.z, x.w};
  float numbers[8], most = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    numbers[2 * i] = low_float(pairs[i]);
    numbers[2 * i + 1] = high_float(pairs[i]);
    most = fmaxf(most, fmaxf(fabsf(numbers[2 * i]), fabsf(numbers[2 * i + 1])));
  }
#pragma unroll
  for (int offset = together / 2; offset > 0; offset /= 2)
    most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, offset));
  // A little more, so that rounding ends under 2^15 - 128.
  const int exponent = max(__float_as_int(most * 1.004f) >> 23, 20);
  const float up = __int_as_float((268 - exponent) << 23);
  const bool is_first = has && quad % together == 0;
  constexpr int of_weights = BITS == 4 ? 4 : 0;  // which come times 16
  if (is_first)
    to.scales[quad / together * STAGED + token] = __int_as_float((exponent - 14 - of_weights) << 23);
  if constexpr (!has_digits) {
    if (has)
      *reinterpret_cast<Quad*>(to.numbers + token * input_stride + quad * 16) = {
          pack_halves(numbers[0] * up, numbers[1] * up), pack_halves(numbers[2] * up, numbers[3] * up),
          pack_halves(numbers[4] * up, numbers[5] * up), pack_halves(numbers[6] * up, numbers[7] * up)};
  } else {
    constexpr int order[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 4, 1, 5, 2, 6, 3, 7}};  // of 4 bits as they are packed
    u32 low[8], high[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      low[i] = __float_as_int(fmaf(numbers[order[BITS == 4][i]], up, 12582912.0f));  // 1.5 2^23: ends at one
      high[i] = low[i] + 128;  // the lower digit is from -128 to 127
    }
    const u32 ones[2] = {lowest_bytes(low), lowest_bytes(low + 4)};
    const u32 others[2] = {second_bytes(high), second_bytes(high + 4)};
    if (has) {
      u8* row = to.numbers + token * input_stride + quad * 8;
      *reinterpret_cast<u64*>(row) = (u64)others[1] << 32 | others[0];
      *reinterpret_cast<u64*>(row + STAGED * input_stride) = (u64)ones[1] << 32 | ones[0];
    }
  }
}

// All threads; `quads` of eight inputs a token. All that is read is asked for at once.
__device__ __forceinline__ void stage_inputs(const ProductArguments& a, const StagedInputs& to, int quads,
                                             Squares& squares) {
  constexpr int quads_each = whole_inner / 8, most_each = (all_inner / 8 + threads - 1) / threads;
  constexpr int at_once = most_each < 8 ? most_each : 8;
  float sums[STAGED] = {};
#if HAS_NORM
  constexpr int parts = INNER / 16;
  for (int token = 0; token < STAGED; ++token)
#pragma unroll
    for (int first = 0; first < parts; first += threads) {
      const int i = first + (int)threadIdx.x;
      float square = 0;
      if (i < parts)
        asm volatile("ld.global.f32 %0, [%1];"
                     : "=f"(square)
                     : "l"(a.squares + (i64)min(token, a.tokens - 1) * parts + i)
                     : "memory");
      sums[token] += square;
    }
#endif
#pragma unroll 1
  for (int token = 0; token < STAGED; ++token) {
    const u16* from = a.input + (i64)min(token, a.tokens - 1) * INNER;
#pragma unroll 1
    for (int first = 0; first < quads; first += threads * at_once) {
      Quad x[at_once];
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int at = min(first + i * threads + (int)threadIdx.x, quads - 1);
        const int of_expert = CHOICE == 2 ? at % quads_each : at;
        x[i] = {};
        if (quads_each == INNER / 8 || of_expert < INNER / 8)
          x[i] = load_written(from + (CHOICE == 2 ? at / quads_each * (TOKENS * INNER) : 0) + of_expert * 8);
      }
#pragma unroll
      for (int i = 0; i < at_once; ++i) {
        const int quad = first + i * threads + (int)threadIdx.x;
        if (first + i * threads < quads) stage_eight(to, x[i], token, min(quad, quads - 1), quad < quads);
      }
    }
  }
#if HAS_NORM
  share_squares(sums, squares);
#endif
}
