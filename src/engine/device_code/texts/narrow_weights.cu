// SPDX-License-Identifier: MIT
// A lane's load of weights as bf16, which has all of them exactly but for their scales. Included. Constants: BITS (of each: 16,
// 8 or 4), IS_FLOAT (8 bits: e4m3, 4 bits: mxfp4, else whole numbers)

// Blocks of 32 numbers of e2m1, a lane's load, with a power of two: widened with it, but for one of all blocks, by which
// no sum leaves the range of bf16.
constexpr bool has_block_scales = BITS == 4 && IS_FLOAT;
constexpr float of_all_blocks = 1.8446744e19f;  // 2^64

#if BITS == 4 && IS_FLOAT
// Bits of e2m1 are those of bf16 with the exponent's bias of 127 instead of 1. Sixteen bits hold four numbers: as they
// go, three bits lower, six bits lower, and one in what is left. `scale` is e8m0: 2^(scale - 127).
__device__ __forceinline__ void widen_block(const Quad& packed, u32 scale, Quad (&wide)[4]) {
  constexpr u32 number = 0x81c081c0u;
  const u32 words[4] = {packed.x, packed.y, packed.z, packed.w};
  const u32 power = scale * 0x00800080u + 0x1f001f00u;  // 2^(scale - 1 - 64), twice
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const u32 word = words[i];
    const u32 last = (word << 1 & 0x80008000u) | (word >> 5 & 0x01000100u) | (word >> 4 & 0x00c000c0u);
    wide[i] = {multiply_pair(word & number, power), multiply_pair(word << 3 & number, power),
               multiply_pair(word << 6 & number, power), multiply_pair(last, power)};
  }
}
#elif BITS == 4
__device__ __forceinline__ void widen(const Quad& packed, Quad (&wide)[16 / BITS]) {
  const u32 words[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    u32 both[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)  // 128 and the number: seven bits of fraction end at one
      both[j] = add_pair((words[i] >> (4 * j) & 0x000f000fu) | 0x43004300u, 0xc308c308u);  // less 136
    wide[i] = {both[0], both[1], both[2], both[3]};
  }
}
#elif BITS == 8
#if IS_FLOAT
// Two e4m3 numbers, whose bits are those of bf16 but for the bias of the exponent.
__device__ __forceinline__ u32 widen_pair(u32 word, u32 which) {
  const u32 spread = __byte_perm(word, 0, which);
  return multiply_pair((spread & 0x80008000u) | (spread >> 4 & 0x07f007f0u), 0x7b807b80u);  // times 2^120
}
#endif
__device__ __forceinline__ void widen(const Quad& packed, Quad (&wide)[16 / BITS]) {
#if IS_FLOAT
  constexpr u32 lower = 0x1404, upper = 0x3424;
  const u32 words[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
  for (int i = 0; i < 2; ++i)
    wide[i] = {widen_pair(words[2 * i], lower), widen_pair(words[2 * i], upper),
               widen_pair(words[2 * i + 1], lower), widen_pair(words[2 * i + 1], upper)};
#else
  const u32 words[4] = {packed.x, packed.y, packed.z, packed.w};
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    u32 both[4];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
      const u32 word = words[2 * i + j] ^ 0x80808080u;  // 128 more
      float f[4];
#pragma unroll
      for (int k = 0; k < 4; ++k) f[k] = __int_as_float(__byte_perm(word, 0x4b000000u, 0x7440 + k)) - 8388736.0f;
      both[2 * j] = __byte_perm(__float_as_int(f[0]), __float_as_int(f[1]), 0x7632);
      both[2 * j + 1] = __byte_perm(__float_as_int(f[2]), __float_as_int(f[3]), 0x7632);
    }
    wide[i] = {both[0], both[1], both[2], both[3]};
  }
#endif
}
#else
__device__ __forceinline__ void widen(const Quad& plain, Quad (&wide)[16 / BITS]) { wide[0] = plain; }
#endif
