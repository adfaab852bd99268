// SPDX-License-Identifier: MIT
// Values of a prompt into the cache, whose rows are numbers of a head and whose columns are tokens: turned around in
// shared memory, for one by one each number would be a write of its own. A block a page of one head of one sequence.
//
// Constants: HEADS, KV_HEADS, HEAD_SIZE, CACHE_BITS

#include "engine/device_code/texts/cache_cells.cu"

struct ValueArguments {
  const u16* heads;        // [sequences, tokens, (HEADS + 2 KV_HEADS) HEAD_SIZE]
  const i64* past;         // [sequences]: position of the first of the tokens
  const int* block_table;  // [sequences, blocks_each]
  int blocks_each, tokens;
  Cell* values;            // [pages, KV_HEADS, HEAD_SIZE, 64]
};

constexpr int threads = 256, words = HEAD_SIZE / 2, chunks = page_tokens / cells_at_once;

extern "C" __global__ void __launch_bounds__(threads) place_values(const ValueArguments a) {
  __shared__ u32 tile[page_tokens][words + 1];
  wait_for_previous();
  let_next_start();
  const int kv_head = blockIdx.y, sequence = blockIdx.z;
  const i64 past = a.past[sequence];
  const i64 number = past / page_tokens + blockIdx.x;  // of the page in the sequence
  // Tokens of the prompt that lie in this page: [begin, end) of it.
  const i64 before = number * page_tokens - past;
  const int begin = (int)max(-before, (i64)0), end = (int)min(a.tokens - before, (i64)page_tokens);
  if (begin >= end) return;
  const u16* x = a.heads + (i64)sequence * a.tokens * ((HEADS + 2 * KV_HEADS) * HEAD_SIZE) +
                 (HEADS + KV_HEADS + kv_head) * HEAD_SIZE;
  for (int i = threadIdx.x; i < page_tokens * words; i += threads) {
    const int token = i / words, word = i % words;
    if (token >= begin && token < end)
      tile[token][word] =
          *reinterpret_cast<const u32*>(x + (before + token) * ((HEADS + 2 * KV_HEADS) * HEAD_SIZE) + 2 * word);
  }
  __syncthreads();
  const i64 page = a.block_table[sequence * a.blocks_each + (int)number];
  Cell* y = a.values + (page * KV_HEADS + kv_head) * HEAD_SIZE * page_tokens;
  for (int i = threadIdx.x; i < words * chunks; i += threads) {
    const int first = i % chunks * cells_at_once, word = i / chunks;
    Cells low, high;
#pragma unroll
    for (int k = 0; k < cells_at_once; ++k) {
      const u32 pair = tile[first + k][word];
      low.of[k] = to_cell(low_float(pair));
      high.of[k] = to_cell(high_float(pair));
    }
    Cell* row = y + 2 * word * page_tokens + first;
    if (first >= begin && first + cells_at_once <= end) {
      *reinterpret_cast<Cells*>(row) = low;
      *reinterpret_cast<Cells*>(row + page_tokens) = high;
      continue;
    }
    for (int k = 0; k < cells_at_once; ++k) {
      if (first + k < begin || first + k >= end) continue;
      row[k] = low.of[k];
      row[page_tokens + k] = high.of[k];
    }
  }
}
