// SPDX-License-Identifier: MIT
#pragma once
// The cases of run --benchmark: single kernels (matmul, bandwidth) instead of models.

#include <string>
#include <string_view>
#include <vector>

#include "cli/measure/run_options.h"
#include "results/case.h"

namespace wgf::cli {

// --size sweeps square products, --cache says hot or cold, --bytes sweeps copies. Throws
// Error(usage) for train and infer, which are chosen by --workload, and for a size that belongs to
// another benchmark.
std::vector<results::Case> kernel_cases(const RunCommandLine& line, std::string_view device);

}  // namespace wgf::cli
