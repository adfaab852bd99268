// SPDX-License-Identifier: MIT
#pragma once
// The largest number of sequences whose cache fits: first as the forecast has it, then as what was
// measured leaves room. Which to try next follows from those tried alone.

#include <cstdint>
#include <optional>
#include <span>

namespace wgf::runner {

struct TriedSequences {
  std::int64_t sequences = 0;
  bool fits = false;
  double memory_gib = 0, cache_gib = 0;  // in use at the peak; of it the cache
};

// Nothing: the search is over, and the largest that fits is the answer.
std::optional<std::int64_t> next_sequences(std::span<const TriedSequences> tried, double limit_gib);

}  // namespace wgf::runner
