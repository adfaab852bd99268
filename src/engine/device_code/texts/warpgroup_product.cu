// SPDX-License-Identifier: MIT
// Products of a warpgroup, of 64 rows of X where they lie in shared memory, on GPUs of capability 9.0 alone. Included by
// cluster_product behind shared_barriers.

// Of rows of 128 bytes, swizzled: their address, and 1,024 bytes from eight rows to the next.
__device__ __forceinline__ u64 matrix_at(const void* p) {
  return (u64)((shared_address(p) & 0x3ffff) >> 4) | (u64)1 << 16 | (u64)(1024 >> 4) << 32 | (u64)1 << 62;
}

// d += a b': a [64 tokens, 16], b [8 eights, 16]. Of each eight rows a thread has 2 t and 2 t + 1 of tokens g, then g + 8.
#define FOUR(j) "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
template <int eights>
__device__ __forceinline__ void multiply(float (*d)[4], u64 a, u64 b) {
  if constexpr (eights == 8) {
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,"
        "%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
        "}, %32, %33, p, 1, 1, 0, 0;}"
        : FOUR(0), FOUR(1), FOUR(2), FOUR(3), FOUR(4), FOUR(5), FOUR(6), FOUR(7)
        : "l"(a), "l"(b));
  } else if constexpr (eights == 6) {
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n48k16.f32.bf16.bf16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,"
        "%22,%23"
        "}, %24, %25, p, 1, 1, 0, 0;}"
        : FOUR(0), FOUR(1), FOUR(2), FOUR(3), FOUR(4), FOUR(5)
        : "l"(a), "l"(b));
  } else if constexpr (eights == 4) {
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15"
        "}, %16, %17, p, 1, 1, 0, 0;}"
        : FOUR(0), FOUR(1), FOUR(2), FOUR(3)
        : "l"(a), "l"(b));
  } else {
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, 1, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {"
        "%0,%1,%2,%3,%4,%5,%6,%7"
        "}, %8, %9, p, 1, 1, 0, 0;}"
        : FOUR(0), FOUR(1)
        : "l"(a), "l"(b));
  }
}
#undef FOUR
