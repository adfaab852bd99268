// SPDX-License-Identifier: MIT
#pragma once
// Lengths of a case of llm or llm_load, on which its engine, its forecast and its reports agree.

#include <cstdint>

#include "results/parameters.h"

namespace wgf::results {

// Every sequence's cache has room for so many tokens: the numerics are checked with them.
inline constexpr std::int64_t least_cache_tokens = 128;
// What is in the cache before a prompt is read so many tokens of a sequence at once.
inline constexpr std::int64_t depth_at_once = 2048;

// Tokens of a sequence at its longest: depth, prompt and answer; of a load the longest of both.
// Throws Error where a load's are no numbers.
std::int64_t longest_text(const Parameters& parameters);
// Those that its cache has room for.
std::int64_t cache_tokens(const Parameters& parameters);

}  // namespace wgf::results
