// SPDX-License-Identifier: MIT
// Barriers in shared memory that copies of bytes arrive at, on GPUs of capability 9.0 and later. Included.

__device__ __forceinline__ u32 shared_address(const void* p) { return (u32)__cvta_generic_to_shared(p); }
// Of one arrival each. By one thread, before all meet; then copies and other blocks of a cluster know them.
__device__ __forceinline__ void make_barriers(u64* barriers, int count) {
  for (int i = 0; i < count; ++i)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barriers + i)), "r"(1) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}
__device__ __forceinline__ void arrive(u64* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}
__device__ __forceinline__ void arrive_expecting(u64* barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
}
__device__ __forceinline__ void await(u64* barrier, u32 parity) {
  asm volatile(
      "{.reg .pred p;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again;}" ::"r"(shared_address(barrier)), "r"(parity)
      : "memory");
}
