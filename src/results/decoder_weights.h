// SPDX-License-Identifier: MIT
#pragma once
// Bytes of a decoder's weights, on which its engine and its forecast agree.

#include <cstdint>
#include <string_view>

namespace wgf::results {

// Numbers of a row of int4 that share a scale of 16 bits.
inline constexpr std::int64_t int4_group = 128;

// Of one number of a matrix in this precision of llm: 2 of "bf16", of four bits with its share of a
// scale; scales of whole rows are left out.
double weight_bytes(std::string_view precision);

}  // namespace wgf::results
