// SPDX-License-Identifier: MIT
// hidden += what all ranks hold parts of, which each has written into the memory of each; made ready for the norm that
// reads it. Constants: HIDDEN, RANKS, TOKENS (rows there is room for), GAIN_SHIFT, HAS_AFTER_NORM (the sum alone, for
// after_norm)

#include "engine/device_code/texts/gains.cu"
#include "engine/device_code/texts/rank_memory.cu"

struct SumArguments {
  u16* hidden;           // [tokens, HIDDEN]
  const float* parts;    // [RANKS, TOKENS, HIDDEN]
  const u32* arrivals;   // blocks of all ranks that have written their parts, since the beginning
  const u32* steps;      // begun since then, this one too
  u32 blocks;            // of all ranks' products in one step
  const u16* gains;      // [HIDDEN]: of the norm that reads the state
  u16* scaled;           // [tokens, HIDDEN]: the state times the gains
  float* squares;        // [tokens, HIDDEN / 16]: of the state, by 16 numbers
  float* sums;           // HAS_AFTER_NORM: [tokens, HIDDEN]; nothing else is read or written then
};

// A block 256 numbers of a token.
extern "C" __global__ void __launch_bounds__(256) sum_ranks(const SumArguments a) {
  let_next_start();
  // No wait for the product before: its blocks on this rank are among those that arrive, and behind its own wait lies
  // all that this kernel reads beside the parts.
  const int i = blockIdx.x * 256 + threadIdx.x, token = blockIdx.y;
#if !HAS_AFTER_NORM
  // From memory, as weights come: read meanwhile.
  const u16 gain = load_constant(a.gains + min(i, HIDDEN - 1));
#endif
  await_arrivals(a.arrivals, a.steps, a.blocks);
  if (i >= HIDDEN) return;  // HIDDEN is a multiple of 32: whole warps
  const i64 at = (i64)token * HIDDEN + i;
  float sum = 0;
#pragma unroll
  for (int rank = 0; rank < RANKS; ++rank) {
    float part;
    asm volatile("ld.relaxed.sys.global.f32 %0, [%1];"
                 : "=f"(part)
                 : "l"(a.parts + (i64)rank * TOKENS * HIDDEN + at)
                 : "memory");
    sum += part;
  }
#if HAS_AFTER_NORM
  a.sums[at] = sum;
#else
  const u16 state = to_bf16(to_float(a.hidden[at]) + sum);
  a.hidden[at] = state;
  const float x = to_float(state);
  a.scaled[at] = to_bf16(x * gain_of(gain));
  float square = x * x;
  for (int offset = 8; offset > 0; offset /= 2) square += __shfl_xor_sync(0xffffffffu, square, offset);
  if (i % 16 == 0) a.squares[(i64)token * (HIDDEN / 16) + i / 16] = square;
#endif
}
