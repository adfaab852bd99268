// SPDX-License-Identifier: MIT
// What a feed-forward makes of gate and up. Included. Constants: ACTIVATION (0: silu(gate) up; 1: gelu(gate) up, by the
// hyperbolic tangent; 2: of gpt-oss, (up + 1) gate sigmoid(1.702 gate) of clamped gate and up)

__device__ __forceinline__ float gated(float gate, float up) {
#if ACTIVATION == 1
  const float twice = 1.59576912f * (gate + 0.044715f * gate * gate * gate);  // 2 sqrt(2 / pi)
  return gate / (1.0f + __expf(-twice)) * up;
#elif ACTIVATION == 2
  constexpr float limit = 7.0f, steepness = 1.702f;
  const float least = fminf(gate, limit);
  return (fminf(fmaxf(up, -limit), limit) + 1.0f) * (least / (1.0f + __expf(-steepness * least)));
#else
  return gate / (1.0f + __expf(-gate)) * up;
#endif
}
