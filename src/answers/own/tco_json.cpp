// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "answers/json/json_values.h"
#include "answers/own/tco_answer.h"
#include "messages/message_table.h"

namespace wgf::answers {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Between<double>& range) {
  return {{"low", range.low}, {"high", range.high}};
}

Json to_json(const Between<Usd>& range) {
  return to_json(Between<double>{range.low.value, range.high.value});
}

template <typename Range>
Json range_or_null(const std::optional<Range>& range) {
  return range ? to_json(*range) : Json();
}

Json usd_or_null(const std::optional<Usd>& usd) {
  return usd ? to_json(Between<Usd>{*usd, *usd}) : Json();
}

Json term_json(const OwningTerm& term) {
  static constexpr const char* bases[] = {"given", "assumed", "sourced", "left_out"};
  return {{"term", term.name},
          {"value", range_or_null(term.value)},
          {"basis", bases[static_cast<int>(term.basis)]},
          {"sources", term.sources}};
}

Json purchase_json(const TcoCard& card, Day today) {
  Json json = to_json(card.purchase.price);
  json["basis"] = card.is_price_given ? "given" : condition_name(card.purchase);
  json["newest"] = card.purchase.newest ? Json(to_text(*card.purchase.newest)) : Json();
  json["is_old"] = is_old(card.purchase, today);
  json["rows"] = Json::array();
  for (const catalog::PurchasePrice* row : card.purchase.rows)
    json["rows"].push_back({{"low", row->low.value},
                            {"high", row->high.value},
                            {"date", or_null(row->date)},
                            {"source", row->source},
                            {"notes", row->notes}});
  return json;
}

Json costs_json(const advisor::OwnershipCosts& costs) {
  return {{"purchase", to_json(costs.purchase)},   {"server", usd_or_null(costs.server)},
          {"energy", to_json(costs.energy)},       {"cooling", to_json(costs.cooling)},
          {"hosting", usd_or_null(costs.hosting)}, {"resale", range_or_null(costs.resale)},
          {"total", to_json(costs.total)}};
}

Json rate_json(const std::optional<advisor::ScenarioRate>& rate) {
  if (!rate) return nullptr;
  return {{"value", rate->value},
          {"low", rate->low},
          {"high", rate->high},
          {"kind", results::to_text(rate->kind)},
          {"conversion", rate->conversion ? Json(*rate->conversion) : Json()}};
}

Json offer_json(const advisor::PricedOffer* one) {
  if (one == nullptr) return nullptr;
  return {{"usd_per_gpu_hour", one->per_gpu.value},
          {"provider", one->offer->provider},
          {"gpus", one->offer->gpu_count},
          {"date", or_null(one->offer->date)},
          {"freshness", advisor::to_text(one->freshness)},
          {"source", one->offer->source}};
}

Json rent_json(const TcoCard& card) {
  if (!card.rent) return nullptr;
  return {{"usd_per_gpu_hour", card.rent->per_hour.value},
          {"total", card.rent->total.value},
          {"usd_per_million", range_or_null(card.rent->usd_per_million)},
          {"break_even_month",
           {{"low", or_null(card.rent->month_low)}, {"high", or_null(card.rent->month_high)}}},
          {"offer", offer_json(card.offer)},
          {"fresh_offer", offer_json(card.fresh)}};
}

Json card_json(const TcoCard& card, Day today) {
  const advisor::Ownership& owned = card.owned;
  return {{"gpu", card.gpu->id},
          {"price", purchase_json(card, today)},
          {"power_w", owned.power.value},
          {"hours", owned.hours},
          {"costs_usd", costs_json(owned.costs)},
          {"running_usd_per_day", to_json(owned.running_per_day)},
          {"energy_kwh", owned.energy().value},
          {"cooling_kwh", owned.cooling.value},
          {"co2_kg", owned.carbon ? Json(owned.carbon->value) : Json()},
          {"rate_per_second", rate_json(card.rate)},
          {"units", or_null(owned.units)},
          {"rate_per_usd", range_or_null(owned.rate_per_dollar)},
          {"usd_per_million", range_or_null(owned.usd_per_million)},
          {"rent", rent_json(card)}};
}

}  // namespace

std::string_view condition_name(const advisor::Purchase& purchase) {
  static constexpr std::string_view names[] = {"new", "used", "list"};
  return names[static_cast<int>(purchase.condition)];
}

nlohmann::ordered_json tco_json(const TcoAnswer& answer, messages::Language language) {
  const advisor::Scenario& scenario = *answer.request.scenario;
  Json json{{"today", to_text(one_day(answer.today))},
            {"scenario",
             {{"name", scenario.name},
              {"case", scenario.case_id.empty() ? Json() : Json(scenario.case_id)},
              {"served", scenario.served.empty() ? Json() : Json(scenario.served)},
              {"unit", scenario.is_tokens ? "token" : "image"},
              {"units_per_sample", scenario.units_per_sample}}},
            {"terms", Json::array()},
            {"cards", Json::array()},
            {"left_out", Json::array()}};
  for (const OwningTerm& term : answer.request.rests_on) json["terms"].push_back(term_json(term));
  for (const TcoCard& card : answer.cards) json["cards"].push_back(card_json(card, answer.today));
  for (const LeftOut& one : answer.left_out)
    json["left_out"].push_back(
        {{"gpu", one.gpu->id}, {"reason", messages::render(one.reason, language)}});
  return json;
}

}  // namespace wgf::answers
