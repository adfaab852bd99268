// SPDX-License-Identifier: MIT
#include "cli/lists/gpu_comparison.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advisor/score/score.h"
#include "answers/own/tco_request.h"
#include "base/error.h"
#include "catalog/name_resolver.h"
#include "cli/lists/gpu_json.h"

namespace wgf::cli {
namespace {

using Json = nlohmann::ordered_json;
using Condition = catalog::PurchasePrice::Condition;

std::vector<const catalog::Gpu*> compared_gpus(const std::vector<std::string>& names,
                                               const catalog::GpuCatalog& gpus,
                                               const Context& context) {
  std::vector<const catalog::Gpu*> cards;
  for (const std::string& name : names) {
    const catalog::GpuChoice choice = catalog::one_gpu(gpus, name);
    if (choice.note) print_note(*choice.note, context);
    if (std::find(cards.begin(), cards.end(), choice.gpu) == cards.end())
      cards.push_back(choice.gpu);
  }
  if (cards.size() < 2) throw Error({"cli.compare_two_gpus", {}}, ExitCode::usage);
  return cards;
}

std::optional<double> usd_per_million(const std::optional<advisor::ScenarioRate>& rate,
                                      const advisor::PriceRange* rental) {
  if (!rate || rental == nullptr) return std::nullopt;
  constexpr double seconds_per_hour = 3600, million = 1e6;
  return rental->low.value / seconds_per_hour / rate->value * million;
}

Json purchase_json(const std::optional<advisor::Purchase>& purchase) {
  if (!purchase) return nullptr;
  return {{"low_usd", purchase->price.low.value}, {"high_usd", purchase->price.high.value}};
}

Json rate_json(const ComparedCard& card) {
  if (!card.rate) return nullptr;
  const advisor::ScenarioRate& rate = *card.rate;
  return {{"value", rate.value},
          {"low", rate.low},
          {"high", rate.high},
          {"basis", results::to_text(rate.kind)},
          {"conversion", rate.conversion ? Json(*rate.conversion) : Json()},
          {"precision", rate.precision.empty() ? Json() : Json(rate.precision)},
          {"usd_per_million", card.usd_per_million ? Json(*card.usd_per_million) : Json()}};
}

}  // namespace

GpuComparison compare_gpus(const std::vector<std::string>& names, const std::string& scenario,
                           const catalog::Catalog& catalog, const GpuMarket& market,
                           const Context& context) {
  GpuComparison comparison;
  comparison.scenario = answers::parse_scenario(scenario);
  comparison.prices = catalog::embedded_purchase_prices();
  const advisor::Forecaster forecaster = advisor::current_forecaster(catalog.gpus().gpus);
  const advisor::ScenarioFacts facts{advisor::current_score_definition(), forecaster,
                                     catalog.models()};
  for (const catalog::Gpu* gpu : compared_gpus(names, catalog.gpus(), context)) {
    ComparedCard card{.gpu = gpu};
    card.purchase = advisor::purchase_of(comparison.prices, *gpu, Condition::fresh);
    card.rate = advisor::scenario_rate(*comparison.scenario, *gpu, facts);
    card.usd_per_million = usd_per_million(card.rate, market.rental(gpu->id));
    comparison.cards.push_back(std::move(card));
  }
  return comparison;
}

Json comparison_json(const GpuComparison& comparison, const GpuMarket& market) {
  const advisor::Scenario& scenario = *comparison.scenario;
  Json json{
      {"scenario", {{"name", scenario.name}, {"unit", scenario.is_tokens ? "token" : "image"}}},
      {"cards", Json::array()}};
  for (const ComparedCard& card : comparison.cards) {
    Json one = gpu_json(*card.gpu, market);
    one["purchase"] = purchase_json(card.purchase);
    one["rate"] = rate_json(card);
    json["cards"].push_back(std::move(one));
  }
  return json;
}

}  // namespace wgf::cli
