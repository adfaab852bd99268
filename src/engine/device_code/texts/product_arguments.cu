// SPDX-License-Identifier: MIT
// What a product of few tokens by a matrix is told. Included by the kernels of such products.

#include "engine/device_code/texts/cache_cells.cu"

struct ProductArguments {
  const u8* weights;     // [OUTPUTS, INNER] of BITS each; of 4 as Matrix keeps them
  const void* scales;    // 8 bits: float [OUTPUTS], of CHOICE [experts, OUTPUTS]; 4 bits: bf16 [INNER / 128, OUTPUTS]; mxfp4: bytes [steps, OUTPUTS, 4]
  const u16* input;      // [tokens, INNER]
  const float* squares;  // HAS_NORM: [tokens, INNER / 16]
  const u16* bias;       // HAS_BIAS: [OUTPUTS], of CHOICE [experts, OUTPUTS]
  void* output;          // END_ADD, END_GLU: bf16; END_LOGITS: float; END_QKV: rotated queries [tokens, HEADS HEAD_SIZE]
  int tokens;            // of this call: at most TOKENS
  float epsilon;
  // END_ADD alone
  const u16* next_gains;  // [OUTPUTS]
  u16* scaled;            // [tokens, OUTPUTS]
  float* next_squares;    // [tokens, OUTPUTS / 16]
  u64* best;              // END_LOGITS: [tokens], the largest logit and its row as best_of() packs them
  // END_QKV alone
  const float* cosines;    // [positions, ROTARY / 2]
  const float* sines;
  const i64* past;         // [sequences]: position of this token
  const int* block_table;  // [sequences, blocks_each]: pages of 64 tokens
  int blocks_each;
  Cell* keys;              // [pages, KV_HEADS, 64, HEAD_SIZE]
  Cell* values;            // [pages, KV_HEADS, HEAD_SIZE, 64]
  // CHOICE alone
  const int* chosen;       // how many, then their numbers
  const float* shares;     // [chosen, TOKENS]
  // END_PART, and END_LOGITS of RANKS > 1: bytes from the begin of each one's memory
  const u64* memories;     // [RANKS]
  i64 parts_at;            // of this rank's [TOKENS, OUTPUTS]; of logits [TOKENS, RANKS OUTPUTS] of all
  i64 best_at, arrivals_at;
  int rank;
  // wide_product of several pieces
  float* parts;  // their sums
  u32* arrived;  // [groups, warps of a set], zero before and after
};
