// SPDX-License-Identifier: MIT
#include "answers/recommend/recommend_market.h"

#include <algorithm>

#include "advisor/market/bought_counts.h"
#include "answers/own/tco_request.h"
#include "answers/recommend/recommend_finder.h"
#include "answers/sources/offer_names.h"

namespace wgf::answers {

std::shared_ptr<const RentedOffers> rented_offers(const RecommendRequest& request,
                                                  const Surroundings& surroundings) {
  const auto rented = std::make_shared<RentedOffers>();
  rented->prices = surroundings.prices();
  advisor::OfferFilter filter;
  filter.providers = known_providers(request.providers, rented->prices->offers);
  if (!request.has_spot) filter.kind = advisor::RentalKind::on_demand;
  rented->priced = advisor::priced_offers(rented->prices->offers, surroundings.catalog.gpus(),
                                          filter, surroundings.today);
  return rented;
}

std::shared_ptr<const BoughtCards> bought_cards(const catalog::GpuCatalog& gpus) {
  const auto bought = std::make_shared<BoughtCards>();
  bought->terms = usual_terms();
  bought->prices = owning_facts().prices;
  for (const catalog::Gpu& gpu : gpus.gpus) {
    auto price =
        advisor::purchase_of(bought->prices, gpu, catalog::PurchasePrice::Condition::fresh);
    if (price && gpu.tdp) bought->cards.push_back({&gpu, std::move(*price)});
  }
  return bought;
}

Market::Market(const RecommendRequest& request, const Surroundings& surroundings,
               KnownForecasts& known) {
  if (request.is_bought()) {
    if (!known.bought) known.bought = bought_cards(surroundings.catalog.gpus());
    buy(request, known.bought);
  } else {
    if (!known.rented) known.rented = rented_offers(request, surroundings);
    rent(known.rented);
  }
  std::stable_sort(supplies.begin(), supplies.end(),
                   [](const Supply& a, const Supply& b) { return a.price < b.price; });
}

void Market::rent(std::shared_ptr<const RentedOffers> rented) {
  rented_ = std::move(rented);
  for (const advisor::Machine& machine : advisor::rented_machines(rented_->priced)) {
    supplies.push_back({machine.gpu, machine.gpus, machine.offer->price().value, machine.offer,
                        machine.offers, nullptr, machine.fresh});
    offer_count += machine.offers;
  }
  sold_out_count = static_cast<int>(
      std::count_if(rented_->priced.begin(), rented_->priced.end(),
                    [](const advisor::PricedOffer& one) { return one.is_sold_out(); }));
}

// One computer's worth of GPUs; larger numbers are several of it.
void Market::buy(const RecommendRequest& request, std::shared_ptr<const BoughtCards> bought) {
  bought_ = std::move(bought);
  for (const auto& [gpu, purchase] : bought_->cards) {
    const std::vector<int> counts = advisor::bought_counts(*gpu);
    if (!counts.empty()) ++offer_count;
    const double price = purchase.price.middle().value;
    for (const int count : counts)
      if (count <= request.most_gpus && price * count > request.purchase_floor.value)
        supplies.push_back({gpu, count, price * count, nullptr, 1, &purchase});
  }
}

}  // namespace wgf::answers
