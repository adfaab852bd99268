// SPDX-License-Identifier: MIT
#pragma once
// Cases of one rank of a layout whose others are not here.

#include "results/case.h"

namespace wgf::results {

// Whether the case's parameter `emulated_rank` says which rank of its layout it is; then
// Case::ranks() is one.
bool is_of_one_rank(const Case& value);
// The product of its parallel sizes, emulated or not.
std::int64_t layout_ranks(const Case& value);

}  // namespace wgf::results
