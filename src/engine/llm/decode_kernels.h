// SPDX-License-Identifier: MIT
#pragma once
// The visible list of our kernels for decoding, with the constants that a decoder's shape gives
// each.

#include <optional>
#include <string>
#include <vector>

#include "engine/llm/decoder_shape.h"

namespace wgf::engine {

struct KernelSource {
  std::string text;                    // name in engine/device_code/texts
  std::vector<std::string> constants;  // "INNER=4096"
};

// How a skinny product is cut: warps of a block, loads of a warp in flight.
struct ProductCut {
  int warps = 8, depth = 8;
};

struct DecodeKernelSources {
  ProductCut from_hidden, from_heads, from_feed_forward;
  KernelSource next_token, qkv, attention, output, gate_up, down, logits;

  std::vector<KernelSource> all() const;
};

inline constexpr int most_skinny_tokens = 16;

// Nothing: the shape has something these kernels have not, or there are more tokens than they take.
std::optional<DecodeKernelSources> decode_kernel_sources(const DecoderShape& shape,
                                                         std::int64_t tokens);

}  // namespace wgf::engine
