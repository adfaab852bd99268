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

struct PricePerformance {
  std::string gpu;   // id
  double score = 0;  // 0 to 100
  double index = 0;  // points per $/h
  int stars = 1;     // 1 to 5
  PricedOffer
      offer;  // the cheapest fresh one of one GPU on demand; where none is fresh, of any age
};

// The cheapest offer on demand of exactly one of this card; a fresh one before a cheaper one that
// is not. nullptr: nobody offers one alone.
const PricedOffer* single_gpu_offer(const std::vector<PricedOffer>& priced,
                                    const catalog::Gpu& gpu);

// The same whatever its age: the scatter of prices compares no fresh price of one provider with an
// old one of another, but the least each card is known for.
const PricedOffer* cheapest_single_gpu_offer(const std::vector<PricedOffer>& priced,
                                             const catalog::Gpu& gpu);

// The ranked cards that have such an offer, the highest index first. Stars are fifths of this list:
// the best fifth has five.
std::vector<PricePerformance> price_performance(std::span<const results::RankRow> ranking,
                                                const std::vector<PricedOffer>& priced,
                                                const catalog::GpuCatalog& gpus);

// The stars that an index has among those of the list, where it need not be one of them.
int stars_among(const std::vector<PricePerformance>& list, double index);

}  // namespace wgf::advisor
