// SPDX-License-Identifier: MIT
#pragma once
// Offers of rent in words.

#include <string>

#include "advisor/market/cloud_prices.h"
#include "cli/command.h"

namespace wgf::cli {

// "stale 2026-06-18", "2026-11-09", "date unknown"
std::string age_text(const advisor::PricedOffer& offer, const Context& context);

}  // namespace wgf::cli
