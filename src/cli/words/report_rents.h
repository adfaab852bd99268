// SPDX-License-Identifier: MIT
#pragma once
// What reports draw prices from: the built-in and refreshed offers, reduced to one for each card.

#include <vector>

#include "catalog/catalog.h"
#include "catalog/offers.h"
#include "cli/command.h"
#include "report/rent.h"

namespace wgf::cli {

// One for each card that somebody rents alone on demand.
std::vector<report::Rent> rents_of(const catalog::Offers& offers, const catalog::GpuCatalog& gpus,
                                   Day today);

// As of today. Of refreshed prices that cannot be read a note is printed, and the built-in ones
// count: no report fails for them.
std::vector<report::Rent> current_rents(const Context& context);

}  // namespace wgf::cli
