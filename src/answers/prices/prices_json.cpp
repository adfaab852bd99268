// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "answers/json/json_values.h"
#include "answers/prices/prices.h"

namespace wgf::answers {
namespace {

using advisor::PricedOffer;
using advisor::PriceMeasure;
using advisor::RentalKind;

nlohmann::ordered_json offer_json(const PricedOffer& one, Day today) {
  using Json = nlohmann::ordered_json;
  const catalog::Offer& offer = *one.offer;
  Json json{{"gpu", one.card() ? Json(one.card()->id) : Json()},
            {"gpu_name", offer.gpu_name},
            {"possible_gpus", catalog::gpu_ids(one.cards)},
            {"provider", offer.provider},
            {"instance_type", or_null(offer.instance_type)},
            {"gpus", offer.gpu_count},
            {"vcpus", or_null(offer.vcpus)},
            {"memory_gib", or_null(offer.memory_gib)},
            {"region", or_null(offer.region)},
            {"kind", kind_key(one.kind)},
            {"usd_per_hour", one.price().value},
            {"usd_per_gpu_hour", one.per_gpu.value},
            {"usd_per_tflop_hour", or_null(one.usd_per_tflop)},
            {"usd_per_gb_hour", or_null(one.usd_per_gb)}};
  const bool is_yuan = offer.usd_per_cny.has_value();
  json["cny_per_hour"] = is_yuan ? Json(one.price().value / *offer.usd_per_cny) : Json();
  json["usd_per_cny"] = or_null(offer.usd_per_cny);
  json["date"] = or_null(offer.date);
  const bool is_age_known = one.freshness != advisor::Freshness::unknown;
  json["age_days"] = is_age_known ? Json(age_in_days(*offer.date, today)) : Json();
  json["freshness"] = advisor::to_text(one.freshness);
  json["availability"] = catalog::to_text(offer.availability);
  json["stock_gpus"] = offer.stock ? Json(*offer.stock) : Json();
  json["source"] = offer.source;
  return json;
}

nlohmann::ordered_json best_json(const PricesAnswer& list, RentalKind kind, bool only_fresh) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [measure, name] : {std::pair(PriceMeasure::per_gpu, "per_gpu_hour"),
                                      {PriceMeasure::per_tflop, "per_tflop_hour"},
                                      {PriceMeasure::per_gb, "per_gb_hour"}}) {
    const PricedOffer* best = advisor::cheapest(list.offers, kind, measure, only_fresh);
    json[name] = best ? offer_json(*best, list.today) : nlohmann::ordered_json();
  }
  return json;
}

}  // namespace

nlohmann::ordered_json prices_json(const PricesAnswer& list, messages::Language language) {
  using Json = nlohmann::ordered_json;
  Json json{{"today", to_text(one_day(list.today))},
            {"stale_after_days", advisor::stale_after_days},
            {"cheapest", Json::object()},
            {"cheapest_fresh", Json::object()},
            {"cards", Json::array()},
            {"offers", Json::array()}};
  for (const RentalKind kind : both_kinds) {
    json["cheapest"][kind_key(kind)] = best_json(list, kind, false);
    json["cheapest_fresh"][kind_key(kind)] = best_json(list, kind, true);
    for (const PricedOffer* one : cheapest_of_cards(list, kind))
      json["cards"].push_back(offer_json(*one, list.today));
  }
  for (const PricedOffer& one : list.offers) json["offers"].push_back(offer_json(one, list.today));
  json["nothing_found"] = list.nothing ? Json(messages::render(*list.nothing, language)) : Json();
  return json;
}

}  // namespace wgf::answers
