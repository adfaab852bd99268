// SPDX-License-Identifier: MIT
#pragma once
// The visible list of our kernels for decoding, with the constants that a decoder's shape gives
// each.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/llm/decoder_shape.h"
#include "engine/llm/key_value_cache.h"
#include "engine/llm/matrix.h"

namespace wgf::engine {

// How a product is cut: warps of a block, loads of a warp in flight, tiles of 16 rows that read
// their inputs together, blocks of a multiprocessor, bytes of shared memory beyond what the text
// declares; of wide products and of clusters also the pieces of the inner dimension that blocks
// share, and the warps that end groups of rows; how many clusters there are.
struct ProductCut {
  int warps = 8, depth = 4, row_tiles = 1, blocks = 2, shared_bytes = 0;
  int pieces = 1, end_warps = 0, clusters = 0;
};

// Of a GPU: how many there are, and bytes of shared memory that a block of threads can have;
// whether its library multiplies rows sorted by expert without asking the host; whether it has
// warpgroup products.
struct Multiprocessors {
  std::int64_t count = 0, shared_bytes = 0;
  bool groups_products = true, has_warpgroups = false;
};

// A matrix that is copied in boxes of 64 numbers of 64 rows, two a tile: the second one's rows lie
// so far behind the first one's, the next tile's so far behind this one's.
struct CopiedBoxes {
  std::int64_t inner = 0, outputs = 0, second = 64, row_step = 128;
};

struct KernelSource {
  std::string text;                    // name in engine/device_code/texts
  std::vector<std::string> constants;  // "INNER=4096"
  ProductCut cut;                      // of a product
  std::optional<CopiedBoxes> boxes;    // of a product by clusters
};

// Whole layers of few tokens by our own products.
struct SkinnySources {
  KernelSource qkv, output, gate_up, down, logits;
  std::optional<KernelSource> router, choose_experts;  // then gate_up and down are of experts
  std::optional<KernelSource> after_norm;              // of what output and down give
  std::optional<KernelSource> sum_ranks, await_ranks;  // of matrices that ranks share
};

struct DecodeKernelSources {
  KernelSource next_token;
  std::optional<KernelSource> attention, window_attention;  // of the layers that there are
  // What stands between the library's products of many tokens.
  KernelSource add_norm, place_heads, place_values, gate;
  std::optional<KernelSource> widen_matrix;                 // of narrow weights
  std::optional<KernelSource> expert_gate_up, expert_down;  // of experts of four bits
  std::map<std::int64_t, KernelSource> round_rows;          // of fp8, by the width of the inputs
  std::optional<SkinnySources> skinny;

  std::vector<KernelSource> all() const;
};

inline constexpr int most_skinny_tokens = 16;
inline constexpr int most_cluster_tokens = 64;
inline constexpr int most_staged_tokens = 4;  // whose inputs stand in shared memory, where they fit

// Tokens that our products have room for, in whole tiles, where a step has so many.
inline std::int64_t columns_of(std::int64_t tokens) {
  return tokens > 8 ? (tokens + 15) / 16 * 16 : 8;
}

// Of the numbers between the two halves of a feed-forward, of one expert's where there are some.
inline std::int64_t middle_width(const DecoderShape& shape) {
  return shape.experts.count > 0 ? shape.experts.width : shape.feed_forward;
}

// Of the product that gives the scores of experts: whole tiles.
inline std::int64_t router_rows(const DecoderShape& shape) {
  return (shape.experts.count + 15) / 16 * 16;
}

// For steps of so many tokens. Nothing: the shape has something these kernels have not.
std::optional<DecodeKernelSources> decode_kernel_sources(const DecoderShape& shape,
                                                         WeightFormat format, std::int64_t tokens,
                                                         const Multiprocessors& of,
                                                         CacheFormat cache = CacheFormat::plain);

}  // namespace wgf::engine
