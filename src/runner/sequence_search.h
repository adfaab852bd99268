// SPDX-License-Identifier: MIT
#pragma once
// The largest number of sequences whose cache fits: first as the forecast has it, then as what was
// measured leaves room; on a CPU, whose memory holds more than it answers, the largest that a time
// allows. Which to try next follows from those tried alone.

#include <cstdint>
#include <optional>
#include <span>

#include "base/units.h"

namespace wgf::runner {

struct TriedSequences {
  std::int64_t sequences = 0;
  bool fits = false;
  double memory_gib = 0, cache_gib = 0;  // in use at the peak; of it the cache
  Seconds took{};
};

// Nothing: the search is over, and the largest that fits is the answer.
std::optional<std::int64_t> next_sequences(std::span<const TriedSequences> tried, double limit_gib);

// Twice as many, and no more than `most`, while that ends within the time of the whole search.
std::optional<std::int64_t> next_sequences_in_time(std::span<const TriedSequences> tried,
                                                   std::int64_t most, Seconds time);

}  // namespace wgf::runner
