// SPDX-License-Identifier: MIT
#pragma once
// The search for the largest batch that fits: sizes double until one does not, then halve the gap.
// Which size to try next follows from those tried alone, so that an interrupted search goes on.

#include <cstdint>
#include <optional>
#include <span>

#include "results/result.h"

namespace wgf::runner {

// What one size did, in a process of its own.
struct TriedBatch {
  std::int64_t batch = 0;
  bool fits = false;
  std::int64_t steps = 0;            // measured ones
  std::optional<double> memory_gib;  // at the peak, as the limit counts it
};

struct BatchSearch {
  std::int64_t first = 8;
  std::int64_t most = std::int64_t{1} << 24;
  bool is_exact = false;             // to the sample
  std::optional<double> budget_gib;  // a part of the limit: the largest batch within it too
  std::int64_t least_steps = 10;     // that the largest must have done
};

struct NextBatch {
  std::int64_t batch = 0;
  bool is_verified = false;  // again, for exactly least_steps
};

// Nothing: the search is over.
std::optional<NextBatch> next_batch(const BatchSearch& search, std::span<const TriedBatch> tried);

// The process was killed, which the kernel does for lack of memory, or memory ran out as usual.
bool is_lack_of_memory(const results::Result& result);

}  // namespace wgf::runner
