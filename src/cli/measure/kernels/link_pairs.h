// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "results/parameters.h"

namespace wgf::cli {

// `from` and `to` of every ordered pair of these GPUs. None named: all of this machine's, as far as
// their drivers tell, and 0 and 1 where there are fewer than two, which the engine then answers.
std::vector<results::Parameters> link_pairs(std::vector<std::int64_t> from,
                                            std::vector<std::int64_t> to);

}  // namespace wgf::cli
