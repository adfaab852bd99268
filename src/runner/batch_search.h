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
  Seconds step{}, took{};            // one of its steps, and all of it
};

struct BatchSearch {
  std::int64_t first = 8;
  std::int64_t most = std::int64_t{1} << 24;
  bool is_exact = false;             // to the sample
  std::optional<double> budget_gib;  // a part of the limit: the largest batch within it too
  std::int64_t least_steps = 10;     // that the largest must have done
  std::optional<Seconds> time;       // of all sizes: one that would not end within it is not tried
};

struct NextBatch {
  std::int64_t batch = 0;
  bool is_verified = false;  // again, for exactly least_steps
  Seconds step{};            // what one takes, by the size before
};

// Nothing: the search is over.
std::optional<NextBatch> next_batch(const BatchSearch& search, std::span<const TriedBatch> tried);

// The size that a search without a limit of time would go on with; nothing where it found its end.
std::optional<NextBatch> left_for_time(BatchSearch search, std::span<const TriedBatch> tried);

// The process was killed, which the kernel does for lack of memory, or memory ran out as usual.
bool is_lack_of_memory(const results::Result& result);

}  // namespace wgf::runner
