// SPDX-License-Identifier: MIT
#include "answers/own/tco_cards.h"

#include <algorithm>
#include <optional>

#include "base/amounts.h"
#include "base/error.h"
#include "base/text.h"
#include "catalog/name_resolver.h"

namespace wgf::answers {
namespace {

constexpr double largest_price = 1e7;
constexpr AmountRule price_rule{"ownership.bad_price", 1, largest_price, {{"k", kilo}, {"$", 1}}};

// "h100-sxm=25k": of one card or family.
void take_price_of(const std::string& typed, const catalog::GpuCatalog& gpus, const Cards& cards,
                   CardPrices& prices) {
  const std::size_t equals = typed.find('=');
  const Between<double> price = parse_amounts(typed.substr(equals + 1), price_rule);
  bool is_compared = false;
  for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, typed.substr(0, equals))) {
    if (std::find(cards.begin(), cards.end(), gpu) == cards.end()) continue;
    is_compared = true;
    if (!prices.try_emplace(gpu, Between<Usd>{Usd(price.low), Usd(price.high)}).second)
      throw Error({"ownership.price_twice", {{"gpu", gpu->id}}}, ExitCode::usage);
  }
  if (!is_compared)
    throw Error({"ownership.price_of_another", {{"value", typed}}}, ExitCode::usage);
}

}  // namespace

Cards named_cards(const std::vector<std::string>& names, const catalog::GpuCatalog& gpus) {
  if (names.empty()) throw Error({"ownership.no_gpu", {}}, ExitCode::usage);
  Cards cards;
  for (const std::string& name : names)
    for (const catalog::Gpu* gpu : catalog::find_gpus(gpus, name))
      if (std::find(cards.begin(), cards.end(), gpu) == cards.end()) cards.push_back(gpu);
  return cards;
}

CardPrices named_prices(const std::vector<std::string>& all, const catalog::GpuCatalog& gpus,
                        const Cards& cards) {
  CardPrices prices;
  std::optional<Between<double>> of_others;
  for (const std::string& typed : all) {
    if (typed.find('=') != std::string::npos) {
      take_price_of(typed, gpus, cards, prices);
      continue;
    }
    if (of_others)
      throw Error({"ownership.bad_price", {{"value", join(all, ",")}}}, ExitCode::usage);
    of_others = parse_amounts(typed, price_rule);
  }
  if (!of_others) return prices;
  for (const catalog::Gpu* gpu : cards)
    prices.try_emplace(gpu, Between<Usd>{Usd(of_others->low), Usd(of_others->high)});
  return prices;
}

}  // namespace wgf::answers
