// SPDX-License-Identifier: MIT
// A page's keys and values in shared memory, as they lie in the cache. Included by decode_attention. What is copied so is
// not held up where kernels leave the first cache of a multiprocessor small, as loads into registers are.

#include "engine/device_code/texts/shared_barriers.cu"

constexpr int page_numbers = page_keys * HEAD_SIZE, page_bytes = page_numbers * (int)sizeof(Cell);
enum PageHalf { its_keys, its_values };

struct StagedPage {
  Cell* halves;  // [2][page_numbers]
  u64* here;     // [2]: barriers
};

// By all threads, before anything is copied.
__device__ __forceinline__ void begin_pages(const StagedPage& page) {
  if (threadIdx.x == 0) make_barriers(page.here, 2);
  __syncthreads();
}

// By one thread, when nobody needs what was there.
__device__ __forceinline__ void copy_half(const StagedPage& page, PageHalf half, const Cell* from) {
  arrive_expecting(page.here + half, page_bytes);
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   shared_address(page.halves + half * page_numbers)),
               "l"(from), "r"(page_bytes), "r"(shared_address(page.here + half))
               : "memory");
}
