// SPDX-License-Identifier: MIT
#pragma once
// The cards that tco compares, and the user's own prices of them.

#include <map>
#include <string>
#include <vector>

#include "advisor/market/purchase.h"
#include "catalog/catalog.h"

namespace wgf::answers {

using Cards = std::vector<const catalog::Gpu*>;
using CardPrices = std::map<const catalog::Gpu*, Between<Usd>>;

// Each once, a family with all its variants. Throws Error(usage) where none is named.
Cards named_cards(const std::vector<std::string>& names, const catalog::GpuCatalog& gpus);

// "h100-sxm=25k" of one card or family, and at most one "25k-30k" of all others. Throws
// Error(usage) for what is no price, of no card that is compared, or the second of a card.
CardPrices named_prices(const std::vector<std::string>& all, const catalog::GpuCatalog& gpus,
                        const Cards& cards);

}  // namespace wgf::answers
