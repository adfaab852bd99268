// SPDX-License-Identifier: MIT
#pragma once
// Values of kernels' options that are right alone and cannot be together.

#include <vector>

#include "cli/measure/kernels/parameter_options.h"
#include "results/case.h"

namespace wgf::cli {

// Throws Error(usage) naming both options: heads that its key and value heads do not divide, groups
// that do not divide the channels or filters, filters larger than the padded image.
void check_possible(const std::vector<results::Case>& cases, const TypedValues& typed);

}  // namespace wgf::cli
