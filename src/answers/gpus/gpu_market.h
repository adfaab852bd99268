// SPDX-License-Identifier: MIT
#pragma once
// What the cards of the catalogue cost to rent beside what they score.

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/price_performance.h"
#include "advisor/score/score.h"
#include "answers/surroundings.h"

namespace wgf::answers {

// Today's view of the built-in and refreshed prices.
class GpuMarket {
 public:
  GpuMarket(const catalog::GpuCatalog& gpus, std::shared_ptr<const Prices> prices, Day today);
  GpuMarket(const GpuMarket&) = delete;
  GpuMarket& operator=(const GpuMarket&) = delete;

  // On demand, one GPU-hour, of offers of this very card.
  const advisor::PriceRange* rental(const std::string& gpu_id) const;
  const advisor::PricePerformance* value(const std::string& gpu_id) const;

  // The catalogue's GPUs by their score, whatever they cost.
  const advisor::Ranking& scores() const { return scores_; }
  // Best first.
  const std::vector<advisor::PricePerformance>& ranking() const { return ranking_; }
  // The same for a machine of this card that scores so; nothing where nobody offers one alone.
  std::optional<advisor::PricePerformance> value_of(const catalog::Gpu& gpu, double score) const;

 private:
  std::shared_ptr<const Prices> prices_;  // the others point into it
  std::vector<advisor::PricedOffer> priced_;
  advisor::Ranking scores_;
  std::vector<advisor::PricePerformance> ranking_;
  std::map<std::string, advisor::PriceRange> rentals_;
};

nlohmann::ordered_json rental_json(const advisor::PriceRange* range);
nlohmann::ordered_json value_json(const advisor::PricePerformance* value);

}  // namespace wgf::answers
