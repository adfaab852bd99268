// SPDX-License-Identifier: MIT
#pragma once
// What the cards of the catalogue cost to rent beside what they score, for list-gpus and score.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/market/price_performance.h"
#include "advisor/score/score.h"
#include "cli/command.h"
#include "cli/words/offer_words.h"

namespace wgf::cli {

// Today's view of the built-in and refreshed prices.
class GpuMarket {
 public:
  GpuMarket(const catalog::GpuCatalog& gpus, const Context& context);
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
  catalog::Offers offers_;  // the others point into it
  std::vector<advisor::PricedOffer> priced_;
  advisor::Ranking scores_;
  std::vector<advisor::PricePerformance> ranking_;
  std::map<std::string, advisor::PriceRange> rentals_;
};

std::string rental_text(const advisor::PriceRange* range);  // "1.29-6.98", "-"
// "40.1 ★★★☆☆", with a mark where the price is not fresh.
std::string value_text(const advisor::PricePerformance* value);
// "7.8 (6.98 $/h)": at the cheapest price of any age, "-" where that is no lower.
std::string older_value_text(const advisor::PricePerformance* value);
std::string stars_text(int stars);  // "★★★☆☆"

nlohmann::ordered_json rental_json(const advisor::PriceRange* range);
nlohmann::ordered_json value_json(const advisor::PricePerformance* value);

// The table of the ranking, with what its figures mean.
std::string price_performance_text(const GpuMarket& market, const Context& context);
// "16.6 points / 0.40 $/h = 41.5; 3 of 71 are higher: 5 stars"
std::string index_arithmetic(const advisor::PricePerformance& value, const GpuMarket& market,
                             const Context& context);
// That of every card of the ranking.
std::string explained_ranking(const GpuMarket& market, const Context& context);

}  // namespace wgf::cli
