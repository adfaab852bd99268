// SPDX-License-Identifier: MIT
#pragma once
// Cards that a published row ran below their own power.

#include <optional>
#include <string>

#include "catalog/catalog.h"

namespace wgf::truth {

// The limit of power that the card's cell ("RTX 4090 (power limited 300W)", "500W H100") or the
// notes ("500 W power limit", "capped at 250 W", "nvidia-smi -pl 280", "power limit 60 %") state;
// nothing where none is stated, or the card's own. Throws Unreadable where one is stated without
// its watts, for one that no card of the name takes, and for clocks or voltages set by hand.
std::optional<Watts> power_limit_of(const std::string& cell, const std::string& notes,
                                    const catalog::Gpu& gpu);

// The card as it runs under the limit: all its units are as much slower as its clock. Voltage falls
// with the clock: power goes with its third power, as in the times of operators.
catalog::Gpu limited_card(const catalog::Gpu& gpu, Watts limit);

}  // namespace wgf::truth
