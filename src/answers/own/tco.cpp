// SPDX-License-Identifier: MIT
// What it costs to own each card, against renting the same one.

#include <algorithm>

#include "advisor/market/cloud_prices.h"
#include "advisor/score/score.h"
#include "answers/own/tco_answer.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::Purchase;
using Condition = catalog::PurchasePrice::Condition;

std::optional<Purchase> purchase_of(const TcoRequest& request, const catalog::Gpu& gpu) {
  const auto own = request.prices.find(&gpu);
  if (own != request.prices.end()) return Purchase{own->second, request.condition, {}, {}, {}};
  return advisor::purchase_of(owning_facts().prices, gpu, request.condition);
}

// Why a card without a price is left out, with the conditions it has one in.
Message no_price(const catalog::Gpu& gpu) {
  const auto has_price = [&](Condition condition) {
    return advisor::purchase_of(owning_facts().prices, gpu, condition).has_value();
  };
  return {has_price(Condition::used)    ? "ownership.no_new_price"
          : has_price(Condition::fresh) ? "ownership.no_used_price"
                                        : "ownership.no_price",
          {{"gpu", gpu.id}}};
}

// A card is not sold for more than it cost.
void check_resale(const TcoRequest& request, const Purchase& purchase, const catalog::Gpu& gpu) {
  const std::optional<advisor::Resale>& resale = request.terms.resale;
  if (!resale || resale->is_share || resale->value.high <= purchase.price.high.value) return;
  throw_usage("ownership.resale_above_price",
              {{"value", format_number(resale->value.high, 6)},
               {"gpu", gpu.id},
               {"price", format_number(purchase.price.high.value, 6)}});
}

TcoCard card_of(const TcoRequest& request, const catalog::Gpu& gpu, const Purchase& purchase,
                const std::vector<advisor::PricedOffer>& market,
                const advisor::ScenarioFacts& rates) {
  TcoCard card{.gpu = &gpu, .purchase = purchase, .is_price_given = request.prices.contains(&gpu)};
  card.rate = advisor::scenario_rate(*request.scenario, gpu, rates);
  card.owned = advisor::own(purchase.price, *gpu.tdp, card.rate, request.terms);
  std::optional<UsdPerHour> rent = request.rent;
  if (!rent) {
    card.offer = advisor::rent_offer(market, gpu);
    card.fresh = advisor::rent_offer(market, gpu, true);
  }
  if (card.offer != nullptr) rent = card.offer->per_gpu;
  if (rent) card.rent = advisor::compare_with_rent(card.owned, *rent, card.rate, request.terms);
  return card;
}

TcoAnswer compare(TcoRequest request, const Surroundings& surroundings) {
  const catalog::Catalog& catalog = surroundings.catalog;
  const advisor::Forecaster forecaster = advisor::current_forecaster(catalog.gpus().gpus);
  const advisor::ScenarioFacts rates{advisor::current_score_definition(), forecaster,
                                     catalog.models()};
  TcoAnswer answer{.request = std::move(request), .today = surroundings.today};
  answer.prices = surroundings.prices();
  answer.market = std::make_shared<const std::vector<advisor::PricedOffer>>(
      advisor::priced_offers(answer.prices->offers, catalog.gpus(), {}, surroundings.today));
  for (const catalog::Gpu* gpu : answer.request.cards) {
    const std::optional<Purchase> purchase = purchase_of(answer.request, *gpu);
    if (!purchase || !gpu->tdp) {
      answer.left_out.push_back(
          {gpu, purchase ? Message{"ownership.no_power", {{"gpu", gpu->id}}} : no_price(*gpu)});
      continue;
    }
    check_resale(answer.request, *purchase, *gpu);
    answer.cards.push_back(card_of(answer.request, *gpu, *purchase, *answer.market, rates));
  }
  if (answer.cards.empty()) throw Error(answer.left_out.front().reason, ExitCode::not_supported);
  std::stable_sort(answer.cards.begin(), answer.cards.end(),
                   [](const TcoCard& a, const TcoCard& b) {
                     return advisor::is_better_value(a.owned, b.owned);
                   });
  return answer;
}

}  // namespace

Outcome<TcoAnswer> tco(TcoRequest request, const Surroundings& surroundings) {
  return outcome_of<TcoAnswer>({}, [&] { return compare(std::move(request), surroundings); });
}

bool is_old(const advisor::Purchase& purchase, Day today) {
  return purchase.newest && age_in_days(*purchase.newest, today) > old_purchase_days;
}

}  // namespace wgf::answers
