// SPDX-License-Identifier: MIT
// Eight bf16 as floats and back, sums over a block, and the operations that have an instruction of their own: what
// kernels of training share.

__device__ __forceinline__ void widen(const Quad q, float (&x)[8]) {
  const u32 pairs[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    x[2 * i] = low_float(pairs[i]);
    x[2 * i + 1] = high_float(pairs[i]);
  }
}
__device__ __forceinline__ Quad narrowed(const float (&x)[8]) {
  return {pack(x[0], x[1]), pack(x[2], x[3]), pack(x[4], x[5]), pack(x[6], x[7])};
}
__device__ __forceinline__ void store(u16* to, const float (&x)[8]) { *reinterpret_cast<Quad*>(to) = narrowed(x); }

// Two sums of all of a block's threads, for all of them. `shared`: 2 warps; called again only after a barrier.
template <int warps>
__device__ __forceinline__ float2 sums_of_block(float a, float b, float2* shared) {
  a = sum_of_warp(a);
  b = sum_of_warp(b);
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = {a, b};
  __syncthreads();
  float2 total = {0, 0};
#pragma unroll
  for (int i = 0; i < warps; ++i) {
    total.x += shared[i].x;
    total.y += shared[i].y;
  }
  return total;
}

__device__ __forceinline__ void store_floats(float* to, const float (&x)[8]) {
  reinterpret_cast<float4*>(to)[0] = {x[0], x[1], x[2], x[3]};
  reinterpret_cast<float4*>(to)[1] = {x[4], x[5], x[6], x[7]};
}

__device__ __forceinline__ float tanh_of(float x) {
  float y;
  asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
// To a unit or two in the last place: the exact root takes longer than memory does.
__device__ __forceinline__ float root_of(float x) {
  float y;
  asm("sqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}
// Two numbers of 8 bits, the first in the lower byte.
__device__ __forceinline__ u32 to_bytes(float low, float high, bool is_e5m2) {
  u16 pair = 0;
#if __CUDA_ARCH__ >= 890
  if (is_e5m2)
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(high), "f"(low));
  else
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(high), "f"(low));
#endif
  return pair;
}
