// SPDX-License-Identifier: MIT
#pragma once
// What a card's score costs: points an hour's dollar buys, at the cheapest fresh offer of a single
// GPU.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "advisor/market/cloud_prices.h"
#include "results/result.h"

namespace wgf::advisor {

// The cheapest offers on demand of exactly one of a card that are not sold out.
struct SingleOffers {
  const PricedOffer* cheapest = nullptr;  // of any age; nullptr: nobody offers one alone
  const PricedOffer* fresh = nullptr;     // nullptr: none is fresh

  // What the card counts at: an old price only where no fresh one is known.
  const PricedOffer* best() const { return fresh != nullptr ? fresh : cheapest; }
};
SingleOffers single_gpu_offers(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu);

// At the cheapest fresh offer; where none is, at the cheapest of any age, which the answer marks.
struct PricePerformance {
  std::string gpu;   // id
  double score = 0;  // 0 to 100
  double index = 0;  // points per $/h
  int stars = 1;     // 1 to 5, by `index`
  PricedOffer offer;
  std::optional<PricedOffer> older_offer;  // where an older one is cheaper than the fresh one

  std::optional<double> older_index() const;
  bool is_fresh() const { return offer.freshness == Freshness::fresh; }
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
