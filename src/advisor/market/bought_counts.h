// SPDX-License-Identifier: MIT
#pragma once
// In which numbers a card is sold for one computer.

#include <vector>

#include "catalog/gpu.h"

namespace wgf::advisor {

// The fewest first. PCI Express cards: 1, 2, 4 and 8; a GH200 alone or by two. Modules are sold on
// the board that joins them: SXM and OAM on one of 8, SXM of Ampere and Hopper on one of 4 too, the
// MI300A on one of 4. Empty: not sold by so few (GB200 and GB300 come by the rack) or not at all.
std::vector<int> bought_counts(const catalog::Gpu& gpu);

}  // namespace wgf::advisor
