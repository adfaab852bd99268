// SPDX-License-Identifier: MIT
// Blocks of one number on all ranks that meet: each tells every rank how far it is, in a place of its own of their
// memory, and waits until all are as far. And what ranks add up: numbers of TYPE 0 (float32), 1 (bf16) or 2 (half
// precision), 16 bytes at a time, summed in float32. Constants: RANKS, TYPE

// After all threads of the block have written.
__device__ __forceinline__ void tell_number(const u64* memories, i64 told_at, u32 rank, u32 number) {
  __syncthreads();
  if (threadIdx.x >= RANKS) return;
  asm volatile("fence.acq_rel.sys;" ::: "memory");
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(memories[threadIdx.x] + told_at + 4 * rank), "r"(number)
               : "memory");
}

// told: in this rank's memory, a number of each rank.
__device__ __forceinline__ void await_number(u64 told, u32 number) {
  if (threadIdx.x < RANKS) {
    u32 there;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(there) : "l"(told + 4 * threadIdx.x) : "memory");
    } while ((int)(there - number) < 0);
  }
  __syncthreads();
}

// Of any rank's memory, as it is now.
__device__ __forceinline__ Quad load_of_ranks(u64 address) {
  Quad q;
  asm volatile("ld.relaxed.sys.global.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(q.x), "=r"(q.y), "=r"(q.z), "=r"(q.w)
               : "l"(address)
               : "memory");
  return q;
}
__device__ __forceinline__ void store_to_ranks(u64 address, Quad q) {
  asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(address), "r"(q.x), "r"(q.y), "r"(q.z),
               "r"(q.w)
               : "memory");
}

enum { quad_numbers = TYPE == 0 ? 4 : 8 };

__device__ __forceinline__ void add_two(float& low, float& high, u32 two) {
#if TYPE == 1
  low += low_float(two);
  high += high_float(two);
#else
  float l, h;
  asm("{.reg .b16 l, h; mov.b32 {l, h}, %2; cvt.f32.f16 %0, l; cvt.f32.f16 %1, h;}" : "=f"(l), "=f"(h) : "r"(two));
  low += l;
  high += h;
#endif
}

__device__ __forceinline__ void add_numbers(float (&sum)[quad_numbers], Quad q) {
#if TYPE == 0
  sum[0] += __int_as_float(q.x);
  sum[1] += __int_as_float(q.y);
  sum[2] += __int_as_float(q.z);
  sum[3] += __int_as_float(q.w);
#else
  add_two(sum[0], sum[1], q.x);
  add_two(sum[2], sum[3], q.y);
  add_two(sum[4], sum[5], q.z);
  add_two(sum[6], sum[7], q.w);
#endif
}

#if TYPE != 0
__device__ __forceinline__ u32 pair_of(float low, float high) {
#if TYPE == 1
  return pack(low, high);
#else
  u32 two;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(two) : "f"(high), "f"(low));
  return two;
#endif
}
#endif

__device__ __forceinline__ Quad to_quad(const float (&sum)[quad_numbers]) {
  Quad q;
#if TYPE == 0
  q.x = __float_as_int(sum[0]);
  q.y = __float_as_int(sum[1]);
  q.z = __float_as_int(sum[2]);
  q.w = __float_as_int(sum[3]);
#else
  q.x = pair_of(sum[0], sum[1]);
  q.y = pair_of(sum[2], sum[3]);
  q.z = pair_of(sum[4], sum[5]);
  q.w = pair_of(sum[6], sum[7]);
#endif
  return q;
}
