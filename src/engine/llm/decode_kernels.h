// SPDX-License-Identifier: MIT
#pragma once
// The visible list of our kernels for decoding, with the constants that a decoder's shape gives
// each.

#include <optional>
#include <string>
#include <vector>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

// How a skinny product is cut: warps of a block, loads of a warp in flight, tiles of 16 rows that
// read their inputs together.
struct ProductCut {
  int warps = 8, depth = 8, row_tiles = 1;
};

struct KernelSource {
  std::string text;                    // name in engine/device_code/texts
  std::vector<std::string> constants;  // "INNER=4096"
  ProductCut cut;                      // of a skinny product
};

struct DecodeKernelSources {
  KernelSource next_token, qkv, attention, output, gate_up, down, logits;

  std::vector<KernelSource> all() const;
};

inline constexpr int most_skinny_tokens = 16;

// For a GPU of so many multiprocessors. Nothing: the shape has something these kernels have not, or
// there are more tokens than they take.
std::optional<DecodeKernelSources> decode_kernel_sources(const DecoderShape& shape,
                                                         std::int64_t tokens,
                                                         std::int64_t multiprocessors);

}  // namespace wgf::engine
