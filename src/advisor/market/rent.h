// SPDX-License-Identifier: MIT
#pragma once
// Buying a card against renting the same one.

#include <optional>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "advisor/market/ownership.h"

namespace wgf::advisor {

// The cheapest offer on demand of exactly this card, per GPU-hour: of one GPU where anybody offers
// one alone, else of machines with several; never one that is sold out. Of any age, which the
// answer has to show; with only_fresh of the last days alone. nullptr: nobody offers it.
const PricedOffer* rent_offer(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu,
                              bool only_fresh = false);

struct RentComparison {
  UsdPerHour per_hour;
  Usd total;  // for the hours of ownership
  std::optional<Between<double>> usd_per_million;
  // The end of the first month by which buying has cost no more than renting; nothing: never,
  // because running the card costs as much as renting it. Of the lower and the upper end of what
  // buying costs; the resale is not counted, the card still being there.
  std::optional<double> month_low, month_high;
};

RentComparison compare_with_rent(const Ownership& owned, UsdPerHour rent,
                                 const std::optional<ScenarioRate>& rate,
                                 const OwnershipTerms& terms);

}  // namespace wgf::advisor
