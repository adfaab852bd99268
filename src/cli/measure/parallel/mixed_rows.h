// SPDX-License-Identifier: MIT
#pragma once
// Rows of `parallel 3d` and `5d`: several forms of training at once on so many GPUs, behind one GPU
// with as many micro-batches as each of them would have alone.

#include <vector>

#include "cli/measure/parallel/parallel_rows.h"
#include "results/case.h"

namespace wgf::cli {

// Every dp, tp and pp that multiply to the GPUs.
std::vector<results::Case> rows_of_3d(const ParallelOptions& typed, const ParallelWork& work);
// One more form after the other: tensor, pipeline, context and, of experts, expert parallelism; the
// GPUs that they leave are data-parallel.
std::vector<results::Case> rows_of_5d(const ParallelOptions& typed, const ParallelWork& work);

}  // namespace wgf::cli
