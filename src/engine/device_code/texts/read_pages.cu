// SPDX-License-Identifier: MIT
// Keys and values of texts out of the cache, as attention of the library takes them. Pages of values lie as place_values
// leaves them and are turned back in shared memory. A block a page of one head of one sequence.
//
// Constants: KV_HEADS, HEAD_SIZE, CACHE_BITS

#include "engine/device_code/texts/cache_cells.cu"

struct PageArguments {
  const int* block_table;  // [sequences, blocks_each]
  int blocks_each, tokens;
  const Cell *key_pages, *value_pages;  // [pages, KV_HEADS, 64, HEAD_SIZE] and [..., HEAD_SIZE, 64]
  u16 *keys, *values;                   // [sequences, KV_HEADS, tokens, HEAD_SIZE]
};

constexpr int threads = 256, words = HEAD_SIZE / 2, words_of_page = page_tokens / 2;

struct __align__(16) Numbers {
  u32 of[cells_at_once / 2];
};

__device__ __forceinline__ Numbers numbers_of(const Cells& cells) {
  Numbers numbers;
#pragma unroll
  for (int k = 0; k < cells_at_once / 2; ++k)
    numbers.of[k] = from_cell(cells.of[2 * k]) | (u32)from_cell(cells.of[2 * k + 1]) << 16;
  return numbers;
}

extern "C" __global__ void __launch_bounds__(threads) read_pages(const PageArguments a) {
  __shared__ u32 tile[HEAD_SIZE][words_of_page + 1];
  wait_for_previous();
  let_next_start();
  const int kv_head = blockIdx.y, sequence = blockIdx.z, first = blockIdx.x * page_tokens;
  const int here = min(a.tokens - first, page_tokens);
  const i64 page = a.block_table[sequence * a.blocks_each + (int)blockIdx.x];
  const i64 from = (page * KV_HEADS + kv_head) * (HEAD_SIZE * page_tokens);
  const i64 to = ((i64)(sequence * KV_HEADS + kv_head) * a.tokens + first) * HEAD_SIZE;
  const Cells* values = reinterpret_cast<const Cells*>(a.value_pages + from);
  const Cells* keys = reinterpret_cast<const Cells*>(a.key_pages + from);
  constexpr int pieces = HEAD_SIZE * page_tokens / cells_at_once, of_row = page_tokens / cells_at_once;
#pragma unroll 4
  for (int i = threadIdx.x; i < pieces; i += threads) {
    const Numbers numbers = numbers_of(values[i]);
#pragma unroll
    for (int k = 0; k < cells_at_once / 2; ++k) tile[i / of_row][i % of_row * (cells_at_once / 2) + k] = numbers.of[k];
  }
#pragma unroll 4
  for (int i = threadIdx.x; i < here * (HEAD_SIZE / cells_at_once); i += threads)
    reinterpret_cast<Numbers*>(a.keys + to)[i] = numbers_of(keys[i]);
  __syncthreads();
  const auto number = [&](int row, int token) { return tile[row][token / 2] >> (token % 2 * 16) & 0xffffu; };
  for (int i = threadIdx.x; i < here * words; i += threads) {
    const int token = i / words, row = i % words * 2;
    reinterpret_cast<u32*>(a.values + to)[i] = number(row, token) | number(row + 1, token) << 16;
  }
}
