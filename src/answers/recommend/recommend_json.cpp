// SPDX-License-Identifier: MIT
#include <cmath>
#include <nlohmann/json.hpp>

#include "answers/json/forecast_json.h"
#include "answers/json/json_values.h"
#include "answers/own/tco_answer.h"
#include "answers/recommend/recommend_answer.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;
using Json = nlohmann::ordered_json;

Json layout_json(const Detail& detail) {
  if (detail.training) {
    const advisor::MemoryCase& work = detail.training->one.work;
    const advisor::Layout& layout = work.layout;
    return {{"tp", layout.tp},
            {"pp", layout.pp},
            {"vpp", layout.virtual_stages},
            {"cp", layout.cp},
            {"ep", layout.ep},
            {"dp", layout.dp},
            {"zero", work.zero},
            {"fsdp", work.is_fsdp},
            {"recompute", to_text(work.recompute)},
            {"runs_again", scheme_of(work.recompute)},
            {"micro_batch", count_json(work.batch)},
            {"software", to_text(detail.training->one.software)}};
  }
  const advisor::ServingCase& one = detail.service->one;
  return {{"tp", one.layout.tp},
          {"pp", one.layout.pp},
          {"ep", one.layout.ep},
          {"attention_dp", one.layout.attention_dp},
          {"engines", one.engines * detail.machines},
          {"software", to_text(one.software)}};
}

// The cheapest price of the last days, where the one taken is older.
Json fresh_json(const Detail& detail) {
  if (detail.fresh == nullptr || detail.fresh == detail.offer) return nullptr;
  const catalog::Offer& offer = *detail.fresh->offer;
  return {{"usd_per_hour", detail.fresh->price().value * detail.machines},
          {"provider", offer.provider},
          {"date", to_text(*offer.date)},
          {"source", offer.source}};
}

std::string_view limit_name(Limit limit) {
  switch (limit) {
    case Limit::first_token:
      return "ttft";
    case Limit::next_token:
      return "tpot";
    case Limit::deadline:
      return "deadline";
    case Limit::rate:
      break;
  }
  return "tokens_per_second";
}

Json may_miss_json(const RecommendAnswer& answer, const Candidate& one) {
  Json list = Json::array();
  for (const Limit limit : limits_at_risk(answer, one)) list.push_back(limit_name(limit));
  return list;
}

// Between the machines of a training: what is assumed, since no offer states it.
Json network_json(const Detail& detail) {
  const auto network = assumed_network(detail);
  if (!network) return nullptr;
  return {{"bytes_per_second_per_gpu", network->value}, {"basis", "assumed"}};
}

Json price_json(const RecommendAnswer& answer, const Candidate& one) {
  const Detail& detail = answer.detail(one);
  if (detail.offer == nullptr)
    return {
        {"usd", one.price},
        {"usd_per_gpu",
         {{"low", detail.purchase->price.low.value}, {"high", detail.purchase->price.high.value}}},
        {"basis", condition_name(*detail.purchase)},
        {"is_estimate", advisor::basis_of(*detail.purchase) == advisor::PriceBasis::estimate},
        {"date", detail.purchase->newest ? Json(to_text(*detail.purchase->newest)) : Json()},
        {"is_old", is_price_old(detail, answer.today)}};
  const bool is_spot = detail.offer->kind == advisor::RentalKind::spot;
  const catalog::Offer& offer = *detail.offer->offer;
  return {{"usd_per_hour", one.price},
          {"usd_per_gpu_hour", detail.offer->per_gpu.value},
          {"kind", is_spot ? "spot" : "on_demand"},
          {"provider", offer.provider},
          {"instance_type", or_null(offer.instance_type)},
          {"region", or_null(offer.region)},
          {"date", or_null(offer.date)},
          {"freshness", to_text(detail.offer->freshness)},
          {"source", offer.source},
          {"offers", detail.offers},
          {"offers_of", is_spot ? "provider" : "all_providers"},
          {"fresh", fresh_json(detail)}};
}

double free_bytes(const Detail& detail) {
  if (detail.service) return detail.service->forecast.room.free;
  const advisor::TrainingForecast& forecast = *detail.training;
  return static_cast<double>(forecast.usable.value) - forecast.memory.total();
}

Json risk_json(const Detail& detail) {
  Json json{{"kept_share",
             {{"value", detail.kept.value}, {"low", detail.kept.low}, {"high", detail.kept.high}}}};
  json["per_machine_hour"] = nullptr;
  if (!detail.interruptions) return json;
  const advisor::SpotRate& rate = *detail.interruptions;
  json["per_machine_hour"] = {{"low", rate.per_hour_low},
                              {"high", rate.per_hour_high},
                              {"may_be_more", rate.is_open},
                              {"source", rate.source},
                              {"date", or_null(rate.date)}};
  return json;
}

Json service_json(const advisor::ServicePlan& plan) {
  const advisor::ServingForecast& forecast = plan.forecast;
  const auto range = [](Seconds value, const Interval& interval) {
    return Json{{"value", value.value}, {"low", interval.low}, {"high", interval.high}};
  };
  return {{"concurrency_per_machine", count_json(plan.one.concurrency)},
          {"ttft_seconds", range(forecast.ttft, forecast.ttft_interval)},
          {"tpot_seconds", range(forecast.tpot, forecast.tpot_interval)},
          {"cache_tokens", std::llround(forecast.room.tokens)}};
}

Json candidate_json(const RecommendAnswer& answer, const Candidate& one) {
  const Detail& detail = answer.detail(one);
  const std::string cost = answer.request.train_tokens ? "usd_per_run" : "usd_per_million_tokens";
  Json json{
      {"gpu", one.gpu->id},
      {"gpus", one.gpus},
      {"machines", detail.machines},
      {"precision", precision_name(answer, one)},
      {"price", price_json(answer, one)},
      {"tokens_per_second", {{"value", one.rate}, {"low", one.rate_low}, {"high", one.rate_high}}},
      {cost, one.cost()},
      {"memory_free_share", one.head_room},
      {"memory_free_bytes_per_gpu", std::llround(free_bytes(detail))},
      {"joules_per_token", or_null(one.joules_per_token())},
      {"layout", layout_json(detail)},
      {"measured", to_text(detail.familiarity)},
      {"network_between_machines", network_json(detail)},
      {"may_miss", may_miss_json(answer, one)}};
  if (answer.request.train_tokens)
    json["run_seconds"] = {{"value", *answer.request.train_tokens / one.rate},
                           {"low", *answer.request.train_tokens / one.rate_high},
                           {"high", *answer.request.train_tokens / one.rate_low}};
  if (answer.request.has_spot) json["interruptions"] = risk_json(detail);
  if (detail.service) json["service"] = service_json(*detail.service);
  return json;
}

Json choice_json(const RecommendAnswer& answer, const Choice& choice, messages::Language language) {
  Json json = candidate_json(answer, *choice.candidate);
  json["scaling_efficiency"] = nullptr;
  if (choice.scaling)
    json["scaling_efficiency"] = {{"value", choice.scaling->efficiency},
                                  {"of_gpus", choice.scaling->base}};
  json["why"] = why_text(answer, choice, language);
  json["flip"] = nullptr;
  if (!choice.flip) return json;
  const bool is_first = &choice == &answer.best.front();
  const Candidate* then = choice.flip->then;
  const Candidate& priced = is_first ? *choice.candidate : *then;
  json["flip"] = {{is_first ? "above_usd" : "below_usd", priced.price * choice.flip->factor},
                  {"price_factor", choice.flip->factor},
                  {"take", then == nullptr ? Json() : Json(then->gpu->id)},
                  {"gpus", then == nullptr ? Json() : Json(then->gpus)}};
  return json;
}

Json seconds_json(const std::optional<Seconds>& time) {
  return time ? Json(time->value) : Json();
}

Json request_json(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  Json json{{"model", request.network.name},
            {"parameters", std::llround(request.network.params)},
            {"assumed_shape", request.network.network->is_assumed},
            {"unknown_model_type", unknown_type_json(request.network.network)},
            {"unread_fields", unread_fields_json(request.network.network)},
            {"task", request.is_training ? "training" : "inference"},
            {"priority", to_text(request.priority)},
            {"max_gpus", request.most_gpus},
            {"least_tokens_per_second", request.least_rate()}};
  json[request.is_bought() ? "purchase_budget_usd" : "budget_usd_per_hour"] =
      or_null(answer.most_price);
  if (request.is_training) {
    json["sequence"] = count_json(request.network.one.sequence);
    json["global_batch"] = count_json(request.global_batch);
    json["train_tokens"] = request.train_tokens ? count_json(*request.train_tokens) : Json();
  } else {
    json["input_tokens"] = count_json(request.input_tokens);
    json["output_tokens"] = count_json(request.output_tokens);
    json["scenario"] = request.scenario.empty() ? Json() : Json(request.scenario);
    json["limits"] = {{"ttft_seconds", seconds_json(request.first_token)},
                      {"tpot_seconds", seconds_json(request.next_token)}};
    if (request.users) json["users"] = count_json(*request.users);
    const bool has_limits = request.first_token || request.next_token;
    json["requests_per_gpu"] = has_limits ? Json() : count_json(request.requests_per_gpu);
  }
  return json;
}

}  // namespace

Json recommend_json(const RecommendAnswer& answer, messages::Language language) {
  Json best = Json::array(), weights = Json::object();
  for (const Choice& choice : answer.best) best.push_back(choice_json(answer, choice, language));
  for (int i = 0; i < advisor::measure_count; ++i)
    weights[std::string(to_text(static_cast<advisor::Measure>(i)))] =
        answer.weights[static_cast<std::size_t>(i)];
  const auto one = [&](const Candidate* of) {
    return of == nullptr ? Json() : candidate_json(answer, *of);
  };
  return {{"request", request_json(answer)},
          {"weights", weights},
          {"offers", answer.offers},
          {"cards", answer.cards},
          {"cards_that_meet", answer.of_cards.size()},
          {"no_forecast", catalog::gpu_ids(answer.left_out.without_forecast)},
          {"not_known_to_run", catalog::gpu_ids(answer.left_out.not_known_to_run)},
          {"best", best},
          {"order_open", answer.is_order_open},
          {"loss_to_lose", or_null(answer.loss_to_lose)},
          {"nearest", one(answer.nearest)},
          {"nearest_computer", one(answer.nearest_computer)},
          {"closest", one(answer.closest)},
          {"four_bits", one(answer.four_bits)}};
}

}  // namespace wgf::answers
