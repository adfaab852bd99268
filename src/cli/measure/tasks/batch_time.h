// SPDX-License-Identifier: MIT
#pragma once
// max-batch on a CPU: a search whose end nobody named has a time, and fewer steps a size.

#include <span>
#include <string>
#include <vector>

#include "results/result.h"
#include "runner/batch_search.h"

namespace wgf::cli {

// With that time.
runner::BatchSearch timed(runner::BatchSearch search);

// The rule of each size, named as it changed.
std::vector<std::string> lower_sizes(std::vector<results::Case>& plan);

// Of a timed search: no more than the fewest steps where they fill the time of a size.
void lower_steps(results::Case& value, const runner::BatchSearch& search,
                 const runner::NextBatch& next);

// What a size took, as far as its numbers tell.
Seconds time_of(const results::Result& result);

// Beside the largest size of a search that its time ended: which it was not to reach.
void note_end(results::Run& run, const runner::BatchSearch& search,
              std::span<const runner::TriedBatch> tried);

}  // namespace wgf::cli
