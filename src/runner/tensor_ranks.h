// SPDX-License-Identifier: MIT
#pragma once
// Whether the matrices of a decoder can be shared out among the ranks of a case (--tp).

#include <vector>

#include "results/case.h"

namespace wgf::runner {

// Before anything is started. Throws Error(engine.shape_does_not_divide, usage) for the first case
// whose heads, keys' heads, feed-forward or, of llm, vocabulary do not divide by its `tp`; says
// nothing of a config.json that cannot be read, which the engine does.
void check_tensor_ranks(const std::vector<results::Case>& cases);

}  // namespace wgf::runner
