// SPDX-License-Identifier: MIT
#include "answers/gpus/gpu_market.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "answers/json/json_values.h"

namespace wgf::answers {
namespace {

using advisor::PricePerformance;
using advisor::PriceRange;
using Json = nlohmann::ordered_json;

advisor::Ranking catalog_ranking(const catalog::GpuCatalog& gpus) {
  const advisor::ScoreDefinition& definition = advisor::current_score_definition();
  return advisor::rank_gpus(advisor::empty_cases(definition), gpus.gpus, definition,
                            advisor::current_forecaster(gpus.gpus));
}

// At the cheapest price of any age, where that is lower.
Json older_json(const PricePerformance& value) {
  if (!value.older_offer) return nullptr;
  const catalog::Offer& offer = *value.older_offer->offer;
  return {{"points_per_usd_hour", *value.older_index()},
          {"usd_per_hour", value.older_offer->per_gpu.value},
          {"provider", offer.provider},
          {"date", or_null(offer.date)},
          {"source", offer.source}};
}

}  // namespace

GpuMarket::GpuMarket(const catalog::GpuCatalog& gpus, std::shared_ptr<const Prices> prices,
                     Day today)
    : prices_(std::move(prices)),
      priced_(advisor::priced_offers(prices_->offers, gpus, {}, today)),
      scores_(catalog_ranking(gpus)),
      ranking_(advisor::price_performance(scores_.rows, priced_, gpus)) {
  for (const catalog::Gpu& gpu : gpus.gpus)
    if (const auto range = advisor::on_demand_range(priced_, gpu)) rentals_.emplace(gpu.id, *range);
}

const PriceRange* GpuMarket::rental(const std::string& gpu_id) const {
  const auto found = rentals_.find(gpu_id);
  return found == rentals_.end() ? nullptr : &found->second;
}

const PricePerformance* GpuMarket::value(const std::string& gpu_id) const {
  for (const PricePerformance& one : ranking_)
    if (one.gpu == gpu_id) return &one;
  return nullptr;
}

std::optional<PricePerformance> GpuMarket::value_of(const catalog::Gpu& gpu, double score) const {
  auto value = advisor::value_at(advisor::single_gpu_offers(priced_, gpu), gpu.id, score);
  if (value) value->stars = advisor::stars_among(ranking_, value->index);
  return value;
}

Json rental_json(const PriceRange* range) {
  if (range == nullptr) return nullptr;
  return {{"low_usd_per_gpu_hour", range->low.value},
          {"high_usd_per_gpu_hour", range->high.value},
          {"offers", range->offers}};
}

Json value_json(const PricePerformance* value) {
  if (value == nullptr) return nullptr;
  const catalog::Offer& offer = *value->offer.offer;
  return {{"gpu", value->gpu},
          {"score", value->score},
          {"points_per_usd_hour", value->index},
          {"stars", value->stars},
          {"usd_per_hour", value->offer.per_gpu.value},
          {"provider", offer.provider},
          {"date", or_null(offer.date)},
          {"freshness", advisor::to_text(value->offer.freshness)},
          {"source", offer.source},
          {"any_age", older_json(*value)}};
}

}  // namespace wgf::answers
