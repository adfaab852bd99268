// SPDX-License-Identifier: MIT
#pragma once
// A network of which only the size is known: --params 13b [--layers 40 --hidden 5120 …].

#include <cstdint>
#include <optional>

#include "advisor/network/network.h"

namespace wgf::advisor {

struct KnownShape {
  std::optional<int> layers, hidden, ffn_hidden, heads, kv_heads, vocab;
  bool is_complete() const { return layers && hidden && ffn_hidden && heads && vocab; }
};

// A decoder as Llama is: width 128 x layers, so that 12 x layers x width^2 and the tables are the
// size (7B 32 x 4096, 13B 40 x 5120, 70B 80 x 8192, 175B 96 x 12288 lie on it), in steps that
// parallelism splits: heads of 128 (64 below a billion parameters) in eights, layers in fours; 8
// key-value heads from 20 billion up, as many as heads below; some 32,000 words, tables untied from
// a billion up; the feed-forward, in steps of 256 or less, takes what parameters remain. What is
// given stays. is_assumed unless all is given. Throws Error(usage): network.shape_too_large where
// the given parts alone exceed the size; network.heads_of_… where heads do not divide;
// network.shape_of_… for shapes no network has.
Network network_of_size(std::int64_t params, const KnownShape& known = {});

}  // namespace wgf::advisor
