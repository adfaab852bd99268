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

// A decoder as Llama is: width 128 x layers, so that 12 x layers x width^2 is the size (7B 32 x
// 4096, 13B 40 x 5120, 405B 126 x 16384 lie on it); heads of 128; 8 key-value heads from 20 billion
// parameters up, as many as heads below; 32,000 words, tables untied from a billion up; the
// feed-forward takes what parameters remain. What is given stays. is_assumed unless all is given.
// Throws Error(usage): network.shape_too_large where the given parts alone exceed the size;
// network.heads_of_… where heads do not divide; network.shape_of_… for shapes no network has.
Network network_of_size(std::int64_t params, const KnownShape& known = {});

}  // namespace wgf::advisor
