// SPDX-License-Identifier: MIT
// tco: what it costs to own a card for months or years, against renting the same one.

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "advisor/market/cloud_prices.h"
#include "advisor/score/score.h"
#include "answers/own/tco_answer.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/price_store.h"
#include "cli/tco/tco_options.h"
#include "cli/tco/tco_text.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::Purchase;
using Condition = catalog::PurchasePrice::Condition;

// What the cards are rented for; the offers point into one another.
struct RentMarket {
  RentMarket(const std::string& file, const catalog::GpuCatalog& gpus, Day today,
             const Context& context)
      : offers(offers_now(file, context)),
        priced(advisor::priced_offers(offers, gpus, {}, today)) {}
  RentMarket(const RentMarket&) = delete;
  RentMarket& operator=(const RentMarket&) = delete;

  catalog::Offers offers;
  std::vector<advisor::PricedOffer> priced;
};

std::optional<Purchase> purchase_of(const answers::TcoRequest& request,
                                    const answers::OwningFacts& facts, const catalog::Gpu& gpu) {
  const auto own = request.prices.find(&gpu);
  if (own != request.prices.end()) return Purchase{own->second, request.condition, {}, {}, {}};
  return advisor::purchase_of(facts.prices, gpu, request.condition);
}

// Why a card without a price is left out, with the conditions it has one in.
Message no_price(const answers::OwningFacts& facts, const catalog::Gpu& gpu) {
  const bool is_used_known = advisor::purchase_of(facts.prices, gpu, Condition::used).has_value();
  const bool is_new_known = advisor::purchase_of(facts.prices, gpu, Condition::fresh).has_value();
  return {is_used_known  ? "ownership.no_new_price"
          : is_new_known ? "ownership.no_used_price"
                         : "ownership.no_price",
          {{"gpu", gpu.id}}};
}

// A card is not sold for more than it cost.
void check_resale(const answers::TcoRequest& request, const Purchase& purchase,
                  const catalog::Gpu& gpu) {
  const std::optional<advisor::Resale>& resale = request.terms.resale;
  if (!resale || resale->is_share || resale->value.high <= purchase.price.high.value) return;
  throw Error({"ownership.resale_above_price",
               {{"value", format_number(resale->value.high, 6)},
                {"gpu", gpu.id},
                {"price", format_number(purchase.price.high.value, 6)}}},
              ExitCode::usage);
}

answers::TcoCard card_of(const answers::TcoRequest& request, const catalog::Gpu& gpu,
                         const Purchase& purchase, const RentMarket& market,
                         const advisor::ScenarioFacts& rates) {
  answers::TcoCard card{
      .gpu = &gpu, .purchase = purchase, .is_price_given = request.prices.contains(&gpu)};
  card.rate = advisor::scenario_rate(*request.scenario, gpu, rates);
  card.owned = advisor::own(purchase.price, *gpu.tdp, card.rate, request.terms);
  std::optional<UsdPerHour> rent = request.rent;
  if (!rent) {
    card.offer = advisor::rent_offer(market.priced, gpu);
    card.fresh = advisor::rent_offer(market.priced, gpu, true);
  }
  if (card.offer != nullptr) rent = card.offer->per_gpu;
  if (rent) card.rent = advisor::compare_with_rent(card.owned, *rent, card.rate, request.terms);
  return card;
}

answers::TcoAnswer answer_of(const answers::TcoRequest& request, const answers::OwningFacts& facts,
                             const RentMarket& market, const catalog::Catalog& catalog, Day today) {
  const advisor::Forecaster forecaster = advisor::current_forecaster(catalog.gpus().gpus);
  const advisor::ScenarioFacts rates{advisor::current_score_definition(), forecaster,
                                     catalog.models()};
  answers::TcoAnswer answer{request, {}, {}, today};
  for (const catalog::Gpu* gpu : request.cards) {
    const std::optional<Purchase> purchase = purchase_of(request, facts, *gpu);
    if (!purchase || !gpu->tdp) {
      answer.left_out.push_back({gpu, purchase ? Message{"ownership.no_power", {{"gpu", gpu->id}}}
                                               : no_price(facts, *gpu)});
      continue;
    }
    check_resale(request, *purchase, *gpu);
    answer.cards.push_back(card_of(request, *gpu, *purchase, market, rates));
  }
  if (answer.cards.empty()) throw Error(answer.left_out.front().reason, ExitCode::not_supported);
  std::stable_sort(answer.cards.begin(), answer.cards.end(), [](const auto& a, const auto& b) {
    return advisor::is_better_value(a.owned, b.owned);
  });
  return answer;
}

void print_tco(const answers::TcoOptions& options, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const answers::OwningFacts facts;
  const answers::TcoRequest request = parse_tco_request(options, facts, catalog.gpus());
  const Day day = today();
  const RentMarket market(options.price_file, catalog.gpus(), day, context);
  const answers::TcoAnswer answer = answer_of(request, facts, market, catalog, day);
  print(context.json ? results::indented(tco_json(answer, context.language))
                     : tco_text(answer, options.is_explained, context));
}

}  // namespace

void add_tco_command(Command& program, Context& context) {
  Command command = program.add_command("tco", context.text("cli.tco_description"));
  auto options = std::make_shared<answers::TcoOptions>();
  add_tco_options(command, *options, context);
  command.action([options, &context] { print_tco(*options, context); });
}

}  // namespace wgf::cli
