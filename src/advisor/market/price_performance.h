// SPDX-License-Identifier: MIT
#pragma once
// What a card's score costs: points an hour's dollar buys, at the cheapest offer of a single GPU.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "results/result.h"

namespace wgf::advisor {

// The cheapest offers on demand of exactly one of a card.
struct SingleOffers {
  const PricedOffer* cheapest = nullptr;  // of any age; nullptr: nobody offers one alone
  const PricedOffer* fresh = nullptr;     // nullptr: none is fresh
};
SingleOffers single_gpu_offers(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu);

// Cards are compared at the cheapest offer of any age: a fresh price is known of few of them, and
// one card's fresh price beside another's old one would compare providers, not cards. The index at
// the fresh price stands beside it.
struct PricePerformance {
  std::string gpu;   // id
  double score = 0;  // 0 to 100
  double index = 0;  // points per $/h
  int stars = 1;     // 1 to 5, by `index`
  PricedOffer offer;
  std::optional<PricedOffer> fresh_offer;

  std::optional<double> fresh_index() const;
};

// Nothing: nobody offers one alone. Without stars.
std::optional<PricePerformance> value_at(const SingleOffers& offers, const std::string& gpu,
                                         double score);

// The ranked cards that have such an offer, the highest index first. Stars are fifths of this list:
// the best fifth has five.
std::vector<PricePerformance> price_performance(std::span<const results::RankRow> ranking,
                                                const std::vector<PricedOffer>& priced,
                                                const catalog::GpuCatalog& gpus);

// The stars that an index has among those of the list, where it need not be one of them.
int stars_among(const std::vector<PricePerformance>& list, double index);

}  // namespace wgf::advisor
