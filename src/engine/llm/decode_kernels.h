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
#include "engine/llm/product_kernels.h"

namespace wgf::engine {

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
  // Whether attention is the faster when it begins after the products before it have ended: beside
  // those its loads have little room, or take theirs. As measured on an H200 at the 8B shape.
  bool attention_waits = false;
  // What stands between the library's products of many tokens.
  KernelSource add_norm, place_heads, place_values, read_pages, gate;
  std::optional<KernelSource> widen_matrix;                 // of narrow weights
  std::optional<KernelSource> expert_gate_up, expert_down;  // of experts of four bits
  std::map<std::int64_t, KernelSource> round_rows;          // of fp8, by the width of the inputs
  std::optional<SkinnySources> skinny;

  std::vector<KernelSource> all() const;
};

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
