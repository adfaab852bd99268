// SPDX-License-Identifier: MIT
// Which experts the tokens of a step go to: of each token the CHOSEN with the largest scores, of all tokens together a
// list, with each token's share of each. One block, a warp a token.
//
// Constants: EXPERTS (at most 256), STRIDE, CHOSEN, TOKENS, RENORMALISES (shares are of the chosen ones' scores alone)

struct ChoiceArguments {
  const float* scores;  // [tokens, STRIDE]
  int* chosen;          // how many experts, then their numbers
  float* shares;        // [experts of the list, TOKENS]; 0: the token goes not there
  int* choices;         // [TOKENS, CHOSEN]: of each token, the best first
  int tokens;
};

constexpr int each = (EXPERTS + 31) / 32;

// A larger whole number for a larger score, which a warp compares in one instruction; and back.
__device__ __forceinline__ u32 order_of(float score) {
  const u32 bits = __float_as_int(score);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
__device__ __forceinline__ float score_of(u32 order) {
  return __int_as_float(order & 0x80000000u ? order ^ 0x80000000u : ~order);
}

extern "C" __global__ void __launch_bounds__(TOKENS * 32) choose_experts(const ChoiceArguments a) {
  __shared__ float share[TOKENS][EXPERTS];
  __shared__ u32 wanted[8];
  wait_for_previous();
  let_next_start();
  const int token = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x < 8) wanted[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < TOKENS * EXPERTS; i += TOKENS * 32) share[i / EXPERTS][i % EXPERTS] = 0;
  __syncthreads();
  if (token < a.tokens) {
    u32 order[each];  // 0: none, or taken
    float total = 0;
#pragma unroll
    for (int i = 0; i < each; ++i) {
      const int expert = lane + 32 * i;
      order[i] = 0;
      if (expert >= EXPERTS) continue;
      float score;
      asm volatile("ld.global.f32 %0, [%1];" : "=f"(score) : "l"(a.scores + token * STRIDE + expert) : "memory");
      order[i] = order_of(score);
    }
    float most = 0, chosen_total = 0;
    for (int k = 0; k < CHOSEN; ++k) {
      u32 mine = 0, place = EXPERTS;
#pragma unroll
      for (int i = 0; i < each; ++i) mine = max(mine, order[i]);
      const u32 best = __reduce_max_sync(0xffffffffu, mine);
#pragma unroll
      for (int i = each - 1; i >= 0; --i)
        if (order[i] == best) place = lane + 32 * i;
      const int which = (int)__reduce_min_sync(0xffffffffu, place);
      if (k == 0) {
        most = score_of(best);
#pragma unroll
        for (int i = 0; i < each; ++i) total += lane + 32 * i < EXPERTS ? __expf(score_of(order[i]) - most) : 0.0f;
        total = sum_of_warp(total);
      }
      if (lane == 0) a.choices[token * CHOSEN + k] = which;
      const float weight = __expf(score_of(best) - most);
      chosen_total += weight;
#pragma unroll
      for (int i = 0; i < each; ++i)
        if (lane + 32 * i == which) {
          order[i] = 0;
          share[token][which] = weight;
          atomicOr(wanted + which / 32, 1u << which % 32);
        }
    }
    const float divisor = RENORMALISES ? chosen_total : total;
    __syncwarp();
    for (int i = lane; i < EXPERTS; i += 32) share[token][i] /= divisor;
  }
  __syncthreads();
  for (int expert = threadIdx.x; expert < EXPERTS; expert += TOKENS * 32) {
    if (!(wanted[expert / 32] >> expert % 32 & 1)) continue;
    int rank = __popc(wanted[expert / 32] & ((1u << expert % 32) - 1));
    for (int i = 0; i < expert / 32; ++i) rank += __popc(wanted[i]);
    a.chosen[1 + rank] = expert;
    for (int i = 0; i < TOKENS; ++i) a.shares[rank * TOKENS + i] = share[i][expert];
  }
  if (threadIdx.x == 0) {
    int count = 0;
    for (int i = 0; i < 8; ++i) count += __popc(wanted[i]);
    a.chosen[0] = count;
  }
}
