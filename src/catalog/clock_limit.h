// SPDX-License-Identifier: MIT
#pragma once
// How high a card's clock may go. The rated boost clock is the highest one of cards for data
// centers; cards for desktops and workstations run above theirs where power and temperature allow.

#include <optional>

#include "catalog/gpu.h"

namespace wgf::catalog {

// The higher of the boost clock and that of the tensor peaks; 0 where the record has no clock.
double rated_clock_mhz(const Gpu& gpu);

// Nothing where the record has no clock.
std::optional<double> highest_clock_mhz(const Gpu& gpu);

// That over the clock that clock_bound_peak stands on; 1 where the rated clock is the highest, or
// none is known.
double clock_headroom(const Gpu& gpu);

}  // namespace wgf::catalog
