// SPDX-License-Identifier: MIT
#pragma once
// What cloud-prices shows of its offers, the same on the terminal and as JSON.

#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "cli/prices/price_tables.h"

namespace wgf::cli {

inline constexpr advisor::RentalKind both_kinds[] = {advisor::RentalKind::on_demand,
                                                     advisor::RentalKind::spot};
std::string kind_key(advisor::RentalKind kind);

// "h100-sxm"; as the source writes it with a mark where that does not say which card.
std::string card_label(const advisor::PricedOffer& one);

// Of each card the cheapest offer of the kind that is not sold out, cheapest first.
std::vector<const advisor::PricedOffer*> cheapest_of_cards(const PriceList& list,
                                                           advisor::RentalKind kind);

// How the figures of these come about.
std::string explained_prices(const PriceList& list, const Context& context);

}  // namespace wgf::cli
