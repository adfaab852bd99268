// SPDX-License-Identifier: MIT
#include "cli/price_rows.h"

#include <algorithm>
#include <map>

#include "base/printable.h"

namespace wgf::cli {

using advisor::PricedOffer;
using advisor::RentalKind;

std::string kind_key(RentalKind kind) {
  return kind == RentalKind::spot ? "spot" : "on_demand";
}

std::string card_label(const PricedOffer& one) {
  if (const catalog::Gpu* card = one.card()) return card->id;
  return printable(one.offer->gpu_name) + " ?";
}

std::vector<const PricedOffer*> cheapest_of_cards(const PriceList& list, RentalKind kind) {
  std::map<std::string, const PricedOffer*> best;
  for (const PricedOffer& one : list.offers) {
    if (one.kind != kind) continue;
    const auto [entry, is_new] = best.try_emplace(card_label(one), &one);
    if (!is_new && one.per_gpu < entry->second->per_gpu) entry->second = &one;
  }
  std::vector<const PricedOffer*> rows;
  for (const auto& [label, one] : best) rows.push_back(one);
  std::stable_sort(rows.begin(), rows.end(), [](const PricedOffer* a, const PricedOffer* b) {
    return a->per_gpu < b->per_gpu;
  });
  return rows;
}

}  // namespace wgf::cli
