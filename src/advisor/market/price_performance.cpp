// SPDX-License-Identifier: MIT
#include "advisor/market/price_performance.h"

#include <algorithm>
#include <unordered_map>

namespace wgf::advisor {
namespace {

using CardOffers = std::unordered_map<const catalog::Gpu*, SingleOffers>;

void take(const PricedOffer*& best, const PricedOffer& one) {
  if (best == nullptr || one.per_gpu < best->per_gpu) best = &one;
}

bool is_single(const PricedOffer& one) {
  return one.kind == RentalKind::on_demand && one.offer->gpu_count == 1 && !one.is_sold_out();
}

void take(SingleOffers& offers, const PricedOffer& one) {
  take(offers.cheapest, one);
  if (one.freshness == Freshness::fresh) take(offers.fresh, one);
}

// Of every card in one pass.
CardOffers offers_of_cards(const std::vector<PricedOffer>& priced) {
  CardOffers offers;
  for (const PricedOffer& one : priced)
    if (one.card() != nullptr && is_single(one)) take(offers[one.card()], one);
  return offers;
}

}  // namespace

SingleOffers single_gpu_offers(const std::vector<PricedOffer>& priced, const catalog::Gpu& gpu) {
  SingleOffers offers;
  for (const PricedOffer& one : priced)
    if (one.card() == &gpu && is_single(one)) take(offers, one);
  return offers;
}

std::optional<double> PricePerformance::older_index() const {
  return older_offer ? std::optional(score / older_offer->per_gpu.value) : std::nullopt;
}

std::optional<PricePerformance> value_at(const SingleOffers& offers, const std::string& gpu,
                                         double score) {
  const PricedOffer* best = offers.best();
  if (best == nullptr) return std::nullopt;
  PricePerformance value{gpu, score, score / best->per_gpu.value, 1, *best, std::nullopt};
  if (offers.cheapest->per_gpu < best->per_gpu) value.older_offer = *offers.cheapest;
  return value;
}

int stars_among(const std::vector<PricePerformance>& list, double index) {
  constexpr int most_stars = 5;
  const auto better = std::count_if(list.begin(), list.end(),
                                    [&](const PricePerformance& one) { return one.index > index; });
  if (list.empty()) return most_stars;
  const int fifth =
      static_cast<int>(better * most_stars / static_cast<std::ptrdiff_t>(list.size()));
  return most_stars - std::min(fifth, most_stars - 1);
}

std::vector<PricePerformance> price_performance(std::span<const results::RankRow> ranking,
                                                const std::vector<PricedOffer>& priced,
                                                const catalog::GpuCatalog& gpus) {
  const CardOffers offers = offers_of_cards(priced);
  std::vector<PricePerformance> list;
  for (const results::RankRow& row : ranking) {
    const auto found = offers.find(gpus.find_id(row.gpu));
    if (found == offers.end()) continue;
    list.push_back(*value_at(found->second, row.gpu, row.total));
  }
  std::stable_sort(
      list.begin(), list.end(),
      [](const PricePerformance& a, const PricePerformance& b) { return a.index > b.index; });
  for (PricePerformance& one : list) one.stars = stars_among(list, one.index);
  return list;
}

}  // namespace wgf::advisor
