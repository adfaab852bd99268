// SPDX-License-Identifier: MIT
#pragma once
// What no network is larger than, by far: within these the numbers of one layer are counted in 64
// bits, and larger ones are a slip of whoever typed them.

#include <cstdint>

namespace wgf::advisor {

inline constexpr std::int64_t most_width = 1'000'000, most_heads = 100'000, most_layers = 10'000,
                              most_vocabulary = 10'000'000, most_experts_of_a_layer = 100'000,
                              most_positions = 1'000'000'000;
inline constexpr double most_parameters = 1e14;

}  // namespace wgf::advisor
