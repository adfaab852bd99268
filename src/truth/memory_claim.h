// SPDX-License-Identifier: MIT
#pragma once
// What a published row of memory claims that one card holds. `audit` and `validate` ask the same
// question of it (predict/claim.h), so that no row is impossible to one and used by the other.

#include "advisor/predict/claim.h"
#include "truth/row_cells.h"

namespace wgf::truth {

// The bytes of one card of the row; `bytes`: of its value, which rows that add up several cards say
// in their phase ("total over GPUs"). Throws Unreadable where such a row does not say of how many.
advisor::Claim memory_claim(const Cells& cells, const catalog::Gpu& gpu, double bytes);

}  // namespace wgf::truth
