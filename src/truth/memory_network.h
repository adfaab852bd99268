// SPDX-License-Identifier: MIT
#pragma once
// The network of a published row of memory. Such files name fewer columns than those of trainings:
// the width of the feed-forward is what makes the size stated.

#include <optional>

#include "advisor/network/network.h"
#include "truth/row_cells.h"

namespace wgf::truth {

std::optional<advisor::Network> memory_network_of(const Cells& cells,
                                                  const catalog::ModelCatalog& models);

}  // namespace wgf::truth
