// SPDX-License-Identifier: MIT
// Barriers of so many threads of a block, each with a number from 1 on. Included.

__device__ __forceinline__ void meet(int barrier, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(count) : "memory");
}
// Arrives without waiting for the others.
__device__ __forceinline__ void tell(int barrier, int count) {
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(count) : "memory");
}
