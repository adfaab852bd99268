// SPDX-License-Identifier: MIT
// Y = X W' of one to four tokens by a matrix [outputs, INNER]: as fast as W can be read. A block of a multiprocessor
// walks groups of 16 rows; its warps take turns along INNER and copy ahead, across groups, DEPTH turns of two steps into
// shared memory, each lane what it will multiply. A block has so much shared memory that a multiprocessor holds no
// second one, and attention beside it: the next kernel's blocks spread evenly, and ask for their first weights as soon
// as one of this kernel has ended. X is in shared memory (staged_inputs).
//
// Constants as of skinny_product, and STAGED (tokens), MOST_CHOSEN (experts, of CHOICE), SHARED (bytes it is given)

#include "engine/device_code/texts/narrow_weights.cu"
#include "engine/device_code/texts/product_arguments.cu"
#include "engine/device_code/texts/rank_memory.cu"

constexpr int step = 512 / BITS;  // numbers of a row: 64 bytes of each of 16
constexpr int joined = 2;         // steps of a turn, which do not wait for each other
constexpr int all_steps = (INNER + step - 1) / step;
constexpr bool has_tail = INNER % step != 0;  // of whole loads, in the last step
constexpr i64 row_bytes = (i64)INNER * BITS / 8;
constexpr int threads = 32 * WARPS;
constexpr bool has_row_scales = BITS == 8 && CHOICE != 2, has_group_scales = BITS == 4 && !has_block_scales;
constexpr bool has_expert_scales = BITS == 8 && CHOICE == 2;  // of rows, but other ones in each step's expert
constexpr bool is_even = all_steps % (WARPS * joined) == 0;
static_assert(INNER % (has_block_scales ? 32 : step) == 0, "whole steps, or blocks");
static_assert(WARPS % 4 == 0, "the end of a group reads the sums of four warps at once");

#if defined(END_GLU)
constexpr int groups = OUTPUTS / 2 / 8;  // gate and up of eight numbers a tile
#else
constexpr int groups = OUTPUTS / 16;
#endif

#include "engine/device_code/texts/product_ends.cu"
#include "engine/device_code/texts/staged_inputs.cu"

// What a warp has of a step: of each lane 16 bytes of two rows, and the scales of 16 rows where steps have their own.
constexpr int scale_bytes_of_row = has_block_scales || has_expert_scales ? 4 : has_group_scales ? 2 : 0;
constexpr bool has_copied_scales = scale_bytes_of_row > 0;
constexpr int step_bytes = 1024 + 16 * scale_bytes_of_row, slot_bytes = joined * step_bytes;
constexpr int ring_bytes = WARPS * DEPTH * slot_bytes;
static_assert(ring_bytes + staged_bytes <= SHARED, "shared memory for the ring and the inputs");

// Four e4m3 numbers in half precision.
__device__ __forceinline__ void widen_four(u32 word, u32& first, u32& second) {
#if __CUDA_ARCH__ >= 890
  asm("{.reg .b16 l, h; mov.b32 {l, h}, %2; cvt.rn.f16x2.e4m3x2 %0, l; cvt.rn.f16x2.e4m3x2 %1, h;}"
      : "=r"(first), "=r"(second)
      : "r"(word));
#else
  const u32 spread[2] = {__byte_perm(word, 0, 0x1404), __byte_perm(word, 0, 0x3424)};
  u32 wide[2];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const u32 half = (spread[i] & 0x80008000u) | (spread[i] >> 1 & 0x3f803f80u);
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(wide[i]) : "r"(half), "r"(0x5c005c00u));  // times 2^8
  }
  first = wide[0];
  second = wide[1];
#endif
}

// (word ^ flipped) & mask, in one instruction.
__device__ __forceinline__ u32 flip_and_mask(u32 word, u32 flipped, u32 mask) {
  u32 result;
  asm("lop3.b32 %0, %1, %2, %3, 0x28;" : "=r"(result) : "r"(word), "r"(flipped), "r"(mask));
  return result;
}

// Sums of a lane: [0] and [2] of its first and second row and column 2 t, [1] and [3] of the column after it.
constexpr int each_other = STAGED == 1 ? 2 : 1;  // of one token the column after it is nothing's

// A step of two rows of weights by the inputs of this lane's column; `scales` of the step.
__device__ __forceinline__ void add_step(float (&products)[4], const u8* weights, const u8* column,
                                         const float* scales, int lane) {
  const Quad* slot = reinterpret_cast<const Quad*>(weights) + lane;
  const Quad one = slot[0], other = slot[32];
  const Quad* x = reinterpret_cast<const Quad*>(column);
  if constexpr (BITS == 16) {
    multiply_step(products, one, other, x[0]);
    return;
  }
  const int g = lane / 4, t = lane % 4;
#if BITS == 4 && IS_FLOAT
  const u8* powers = weights + 1024 + lane;
  Quad a[4], b[4];
  widen_block(one, powers[0], a);
  widen_block(other, powers[32], b);
#pragma unroll
  for (int i = 0; i < 4; ++i) multiply_step(products, a[i], b[i], x[i]);
  return;
#endif
  const u32 first[4] = {one.x, one.y, one.z, one.w}, second[4] = {other.x, other.y, other.z, other.w};
  float of_tokens[2], of_expert[2] = {1.0f, 1.0f};
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    of_tokens[i] = scales[min((2 * t + i) % columns, STAGED - 1)];
    if constexpr (has_expert_scales) of_expert[i] = reinterpret_cast<const float*>(weights + 1024)[g + 8 * i];
  }
  if constexpr (!has_digits) {
    float part[4] = {};
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      const Quad v = x[half];
      u32 a[4], b[4];
      widen_four(first[2 * half], a[0], a[1]);
      widen_four(first[2 * half + 1], a[2], a[3]);
      widen_four(second[2 * half], b[0], b[1]);
      widen_four(second[2 * half + 1], b[2], b[3]);
      multiply_halves(part, a[0], b[0], a[1], b[1], v.x, v.y);
      multiply_halves(part, a[2], b[2], a[3], b[3], v.z, v.w);
    }
#pragma unroll
    for (int i = 0; i < 4; i += each_other) products[i] += part[i] * (of_tokens[i % 2] * of_expert[i / 2]);
    return;
  }
  int part[4] = {};
  if constexpr (BITS == 8) {
    const Quad v = x[0];
    multiply_bytes(part, first[0], second[0], first[1], second[1], v.x, v.y);
    multiply_bytes(part, first[2], second[2], first[3], second[3], v.z, v.w);
#pragma unroll
    for (int i = 0; i < 4; i += each_other) products[i] += (float)part[i] * (of_tokens[i % 2] * of_expert[i / 2]);
  } else {
    // Numbers less 8, times 16: whole numbers of 8 bits.
    const auto high = [](u32 word) { return flip_and_mask(word, 0x80808080u, 0xf0f0f0f0u); };
    const auto low = [=](u32 word) { return high(word << 4); };
    const u16* of_rows = reinterpret_cast<const u16*>(weights + 1024) + g;
    const float row_scales[2] = {to_float(of_rows[0]), to_float(of_rows[8])};
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const Quad v = x[i / 2];
      multiply_bytes(part, low(first[i]), low(second[i]), high(first[i]), high(second[i]), i % 2 ? v.z : v.x,
                     i % 2 ? v.w : v.y);
    }
#pragma unroll
    for (int i = 0; i < 4; i += each_other)
      products[i] += (float)part[i] * (of_tokens[i % 2] * row_scales[i / 2]);
  }
}

// Of what all warps have of one row and token.
__device__ __forceinline__ float sum_of_warps(const float (&values)[WARPS]) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < WARPS / 4; ++i) {
    const Quad four = reinterpret_cast<const Quad*>(values)[i];
    sum += (__int_as_float(four.x) + __int_as_float(four.y)) + (__int_as_float(four.z) + __int_as_float(four.w));
  }
  return sum;
}

__device__ __forceinline__ int load_chosen(const int* address) {
  int value;
  asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
  return value;
}

extern "C" __global__ void __launch_bounds__(threads, 1) staged_product(const ProductArguments a) {
  extern __shared__ __align__(16) u8 shared[];
  __shared__ Squares squares;
  __shared__ __align__(16) float sums[2][STAGED][16][WARPS];
#if CHOICE
  __shared__ int experts[MOST_CHOSEN];
#else
  constexpr int experts[1] = {0};
#endif
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
#if CHOICE == 1
  wait_for_previous();
  let_next_start();  // what was chosen is known to it, too
#endif
#if CHOICE
  const int chosen = load_chosen(a.chosen);
  if (threadIdx.x < chosen) experts[threadIdx.x] = load_chosen(a.chosen + 1 + threadIdx.x);
  __syncthreads();
#else
  constexpr int chosen = 1;
#endif
  const Chosen list{chosen, experts};
  const int all_groups = CHOICE == 1 ? groups * chosen : groups;
  const int steps = CHOICE == 2 ? all_steps * chosen : all_steps;
  const int turns = (steps + WARPS * joined - 1) / (WARPS * joined);  // of a group
  const auto has_step = [&](int at) { return is_even || at < steps; };

  u8* const ring = shared + warp * (DEPTH * slot_bytes);
  const StagedInputs inputs{shared + ring_bytes, reinterpret_cast<float*>(shared + ring_bytes + input_bytes)};

  // The turn that is asked for next, and where its first step lies.
  int ahead_group = blockIdx.x, ahead = 0;
  const u8 *first = nullptr, *second = nullptr, *of_rows = nullptr;
  const auto begin_rows = [&] {
    const int expert = CHOICE == 1 ? experts[ahead_group / groups] : 0;
    const int number = CHOICE == 1 ? ahead_group % groups : ahead_group, begin = CHOICE == 2 ? 0 : warp;
    const u8* all = a.weights + expert * (OUTPUTS * row_bytes) + begin * 64 + 16 * t;
    first = all + first_row(number, g) * row_bytes;
    second = all + second_row(number, g) * row_bytes;
    if constexpr (has_copied_scales) {  // 16 bytes a lane, half of them of the first rows
      constexpr int lanes = scale_bytes_of_row / 2;
      const int row = (lane < lanes ? first_row(number, 0) : second_row(number, 0)) * scale_bytes_of_row +
                      lane % lanes * 16;
      of_rows = static_cast<const u8*>(a.scales) +
                ((i64)expert * all_steps + begin) * (OUTPUTS * scale_bytes_of_row) + row;
    }
  };
  const auto ask = [&](u8* slot) {
    if (ahead_group < all_groups) {
#pragma unroll
      for (int u = 0; u < joined; ++u) {
        const int at = (ahead * joined + u) * WARPS + warp;
        if (!has_step(at)) continue;
        i64 byte = u * WARPS * 64, row = u * WARPS;
        if constexpr (CHOICE == 2) {
          const int expert = experts[at / all_steps], of_expert = at % all_steps;
          byte = expert * (OUTPUTS * row_bytes) + of_expert * 64;
          row = has_expert_scales ? expert : (i64)expert * all_steps + of_expert;
        }
        u8* to = slot + u * step_bytes;
        if constexpr (has_tail) {  // what else stands there meets inputs of zero
          const bool has = at % all_steps * step + t * (step / 4) < INNER;
          copy_ahead(to + lane * 16, first + byte, has);
          copy_ahead(to + 512 + lane * 16, second + byte, has);
        } else {
          copy_ahead(to + lane * 16, first + byte);
          copy_ahead(to + 512 + lane * 16, second + byte);
        }
        if constexpr (has_copied_scales)
          copy_ahead(to + 1024 + lane * 16, of_rows + row * (OUTPUTS * scale_bytes_of_row), lane < scale_bytes_of_row);
      }
      if (++ahead < turns) {
        if constexpr (CHOICE != 2) {
          first += WARPS * joined * 64;
          second += WARPS * joined * 64;
          of_rows += WARPS * joined * (OUTPUTS * scale_bytes_of_row);
        }
      } else {
        ahead = 0;
        ahead_group += gridDim.x;
        if (ahead_group < all_groups) begin_rows();
      }
    }
    end_copies();
  };
  const auto ask_first = [&](int from, int to) {
#pragma unroll 1
    for (int d = from; d < to; ++d) ask(ring + d * slot_bytes);
  };
  // The warps take turns at the ends of groups, a lane a token and pair of rows. Where tokens stand is known since the
  // step began.
  const int end_token = lane / 8, end_row = lane % 8;
  const bool can_end = end_token < min(STAGED, a.tokens);
  const Place place = can_end ? find_place(a, end_token) : Place{};
  // What a warp's next end reads is asked for as soon as its last one is over.
  Beside beside{};
  constexpr float of_all = has_block_scales ? of_all_blocks : 1.0f;
  float row_scales[2] = {of_all, of_all};
  const auto ask_beside = [&](int group) {
    if (!can_end || group >= all_groups) return;
    beside = read_beside(a, list, place, group, end_row, end_token);
    if constexpr (has_row_scales) {
      const float* all = static_cast<const float*>(a.scales) + (CHOICE == 1 ? (i64)experts[group / groups] * OUTPUTS : 0);
      row_scales[0] = all[first_row(group % groups, end_row)];
      row_scales[1] = all[second_row(group % groups, end_row)];
    }
  };
  // What is asked for comes in that order. Of dense matrices all that the ring holds was asked for while the kernel
  // before ran; of experts little or nothing, and inputs behind it would come late.
  constexpr int before_inputs = CHOICE == 1 ? 0 : CHOICE == 2 ? DEPTH / 2 : DEPTH;
  if (ahead_group < all_groups) begin_rows();
  ask_first(0, before_inputs);
#if CHOICE != 1
  let_next_start();
  wait_for_previous();
#endif
  stage_inputs(a, inputs, steps * (step / 8), squares);
  ask_beside(blockIdx.x + warp * gridDim.x);
  ask_first(before_inputs, DEPTH);
  __syncthreads();

  // Of digits the lower columns are those of 256.
  const int input_row = has_digits ? g / 4 * STAGED + min(g % 4, STAGED - 1) : min(g, STAGED - 1);
  constexpr int input_step = has_digits ? step : 2 * step;
  const u8* const column = inputs.numbers + input_row * input_stride + t * (input_step / 4) + warp * input_step;
  float factor = 1;
#if HAS_NORM
  if (can_end) factor = norm_of(a, squares, end_token);
#endif
  u64 kept = 0;
  u8* slot = ring;
  for (int group = blockIdx.x, number = 0; group < all_groups; group += gridDim.x, ++number) {
    const bool ends = can_end && number % WARPS == warp;
    float of_steps[joined][4] = {};
    const u8* x = column;
    const float* scales = inputs.scales + warp * STAGED;
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
      wait_for_copies<DEPTH - 1>();
      if constexpr (has_copied_scales) __syncwarp();
#pragma unroll
      for (int u = 0; u < joined; ++u)
        if (has_step((turn * joined + u) * WARPS + warp))
          add_step(of_steps[u], slot + u * step_bytes, x + u * WARPS * input_step, scales + u * WARPS * STAGED, lane);
      if constexpr (has_copied_scales) __syncwarp();
      ask(slot);
      slot = slot == ring + (DEPTH - 1) * slot_bytes ? ring : slot + slot_bytes;
      x += joined * WARPS * input_step;
      scales += joined * WARPS * STAGED;
    }
    float(&all_sums)[STAGED][16][WARPS] = sums[number % 2];
#pragma unroll
    for (int i = 0; i < 4; i += each_other) {
      float sum = 0;
#pragma unroll
      for (int u = 0; u < joined; ++u) sum += of_steps[u][i];
      if constexpr (has_digits) {
        sum = t < 2 ? sum * 256.0f : sum;
        sum += __shfl_xor_sync(0xffffffffu, sum, 2);
      }
      if (2 * t + i % 2 < STAGED) all_sums[2 * t + i % 2][g + i / 2 * 8][warp] = sum;
    }
    __syncthreads();
    if (ends) {
      end_pair(a, list, group, end_row, end_token, place, beside,
               sum_of_warps(all_sums[end_token][end_row]) * factor * row_scales[0],
               sum_of_warps(all_sums[end_token][end_row + 8]) * factor * row_scales[1], kept);
      ask_beside(group + WARPS * gridDim.x);
    }
  }
#if defined(END_LOGITS)
  if (can_end && end_row == 0) keep_best(a, end_token, kept);
#endif
  tell_of_parts(a);
}
