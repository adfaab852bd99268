// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "results/parameters.h"

namespace wgf::cli {

// `from` and `to` of every ordered pair of this machine's GPUs, as far as their drivers tell; 0 and
// 1 where there are fewer than two, which the engine then answers.
std::vector<results::Parameters> link_pairs();

}  // namespace wgf::cli
