// SPDX-License-Identifier: MIT
// What every kernel text begins with: types, loads that say where data stays, products of small tiles by tensor cores,
// and the two marks of a launch that overlaps the one before. No header is included, so that the run-time compiler
// needs none; what one architecture alone has stands behind __CUDA_ARCH__.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

struct __align__(16) Quad {
  u32 x, y, z, w;
};

// Read once by this kernel, written by none that may still run: weights.
__device__ __forceinline__ Quad load_stream(const void* address) {
  Quad q;
  asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(q.x), "=r"(q.y), "=r"(q.z), "=r"(q.w)
               : "l"(address));
  return q;
}

__device__ __forceinline__ u16 load_constant(const u16* address) {
  u16 value;
  asm volatile("ld.global.nc.u16 %0, [%1];" : "=h"(value) : "l"(address));
  return value;
}

__device__ __forceinline__ u8 load_constant(const u8* address) {
  u32 value;
  asm volatile("ld.global.nc.u8 %0, [%1];" : "=r"(value) : "l"(address));
  return (u8)value;
}

// What the kernel before may have written: after wait_for_previous() alone.
__device__ __forceinline__ Quad load_written(const void* address) {
  Quad q;
  asm volatile("ld.global.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(q.x), "=r"(q.y), "=r"(q.z), "=r"(q.w)
               : "l"(address)
               : "memory");
  return q;
}

// A copy into shared memory that goes on beside what follows; begun for one thread it is seen by that thread after
// wait_for_copies.
__device__ __forceinline__ void copy_ahead(void* shared, const void* address) {
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"((u32)__cvta_generic_to_shared(shared)),
               "l"(address)
               : "memory");
}
__device__ __forceinline__ void copy_ahead(void* shared, const void* address, bool wanted) {
  asm volatile("{.reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.cg.shared.global.L2::128B [%0], [%1], 16;}" ::"r"(
                   (u32)__cvta_generic_to_shared(shared)),
               "l"(address), "r"((int)wanted)
               : "memory");
}
__device__ __forceinline__ void end_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
// All but the last `left` groups that were ended.
template <int left>
__device__ __forceinline__ void wait_for_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

// Until all that the kernels before wrote can be read.
__device__ __forceinline__ void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// The next kernel may start beside this one, up to its own wait_for_previous().
__device__ __forceinline__ void let_next_start() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// d += a b: a [16 rows, 16], b [16, 8 columns], of bf16. Lane l holds of d rows l/4 and l/4 + 8,
// columns 2 (l%4) and the next.
__device__ __forceinline__ void multiply_tile(float (&d)[4], u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  asm(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// The same over 32 numbers of the inner dimension, of which each lane holds the eight from 8 (l%4) on: of row l/4 in
// `a`, of row l/4 + 8 in `b`, of column l/4 in `v`. Both factors are permuted alike, which no sum sees.
__device__ __forceinline__ void multiply_step(float (&d)[4], Quad a, Quad b, Quad v) {
  multiply_tile(d, a.x, b.x, a.y, b.y, v.x, v.y);
  multiply_tile(d, a.z, b.z, a.w, b.w, v.z, v.w);
}

// d += a b: a [16 rows, 16], b [16, 8 columns], of half precision.
__device__ __forceinline__ void multiply_halves(float (&d)[4], u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  asm(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
// d += a b: a [16 rows, 32], b [32, 8 columns], of whole numbers of 8 bits.
__device__ __forceinline__ void multiply_bytes(int (&d)[4], u32 a0, u32 a1, u32 a2, u32 a3, u32 b0, u32 b1) {
  asm(
      "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// bf16 is the upper half of a float.
__device__ __forceinline__ float low_float(u32 pair) { return __int_as_float(pair << 16); }
__device__ __forceinline__ float high_float(u32 pair) { return __int_as_float(pair & 0xffff0000u); }
__device__ __forceinline__ float to_float(u16 value) { return __int_as_float((u32)value << 16); }
__device__ __forceinline__ u32 pack(float low, float high) {
  u32 pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
__device__ __forceinline__ u16 to_bf16(float value) { return (u16)pack(value, 0.0f); }

// Of two bf16 each.
__device__ __forceinline__ u32 multiply_pair(u32 a, u32 b) {
  u32 d;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(0x80008000u));
  return d;
}
__device__ __forceinline__ u32 add_pair(u32 a, u32 b) {
  u32 d;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(0x3f803f80u), "r"(b));
  return d;
}

__device__ __forceinline__ float sum_of_warp(float value) {
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}
