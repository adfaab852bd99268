// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "answers/json/forecast_json.h"
#include "answers/service/service_figures.h"

namespace wgf::answers {
namespace {

using advisor::ServingTerm;
using Json = nlohmann::ordered_json;

Json terms_json(const advisor::ServingForecast& forecast, ServingTerm::Of of) {
  Json json = Json::object();
  for (const ServingTerm& term : forecast.terms)
    if (term.of == of) json[std::string(term.what)] = rounded(term.time.value);
  return json;
}

Json layout_of(const advisor::ServingCase& one) {
  return {{"engines", one.engines},
          {"tp", one.layout.tp},
          {"pp", one.layout.pp},
          {"ep", one.layout.ep},
          {"attention_dp", one.layout.attention_dp},
          {"gpus", one.gpus()}};
}

Json cache_json(const ServiceForecast& one) {
  const advisor::CacheRoom& room = one.forecast().room;
  const double engines = one.plan.one.engines;
  if (room.request <= 0) return nullptr;
  const auto of = [&](double amount) { return figure_json(amount, cache_interval(room, amount)); };
  return {{"bits", std::stoi(cache_text(one.plan.one))},
          {"tokens", of(room.tokens * engines)},
          {"requests", of(room.requests * engines)},
          {"request_bytes_per_gpu", std::llround(room.request)}};
}

Json memory_json(const advisor::CacheRoom& room) {
  return {{"engine_bytes", std::llround(room.budget)},
          {"weights_bytes", std::llround(room.weights)},
          {"other_bytes", std::llround(room.others)},
          {"cache_bytes", figure_json(room.free, {std::max(0.0, room.free - room.half_width),
                                                  room.free + room.half_width})}};
}

Json limit(const std::optional<Seconds>& time) {
  return time ? Json(rounded(time->value)) : Json();
}

Json users_json(const ServiceRequest& request, const ServiceForecast& one) {
  return {{"ttft_seconds", limit(request.limits.ttft)},
          {"tpot_seconds", limit(request.limits.tpot)},
          {"given", request.has_limits},
          {"scenario", request.scenario.empty() ? Json() : Json(request.scenario)},
          {"users", figure_json(one.users.value, {one.users.low, one.users.high})},
          {"layout", layout_of(one.users_layout)},
          {"users_of_chosen_layout",
           figure_json(one.users_of_plan.value, {one.users_of_plan.low, one.users_of_plan.high})},
          {"limited_by_memory", one.users.is_limited_by_memory},
          {"within", request.has_limits ? Json(one.plan.is_within_limits) : Json()}};
}

Json basis_json(const ServiceBasis& basis) {
  return {{"rows_of", to_text(basis.familiarity)},
          {"rows", basis.rows},
          {"sources", sources_json(basis)},
          {"fitted_on", advisor::fitted_serving().fitted_on}};
}

Json one_json(const ServiceRequest& request, const ServiceForecast& one) {
  const advisor::ServingForecast& forecast = one.forecast();
  const advisor::ServingCase& served = one.plan.one;
  const Interval &tokens = forecast.throughput_interval, &each = forecast.tpot_interval;
  const bool has_tpot = advisor::has_tpot(served);
  return {{"model", request.network.name},
          {"parameters", std::llround(request.network.params)},
          {"assumed_shape", request.network.network->is_assumed},
          {"unknown_model_type", unknown_type_json(request.network.network)},
          {"unread_fields", unread_fields_json(request.network.network)},
          {"task", "serve"},
          {"gpu", one.gpu->id},
          {"gpus", one.gpus},
          {"gpus_chosen", !request.gpus},
          {"devices", one.gpus * one.gpu->devices},
          {"precision", one.precision},
          {"products", products_name(one)},
          {"software", to_text(served.software)},
          {"layout", layout_of(served)},
          {"node", node_json(advisor::usual_node(*one.gpu))},
          {"input_tokens", count_json(served.input_tokens)},
          {"output_tokens", count_json(served.output_tokens)},
          {"concurrency", count_json(served.concurrency)},
          {"ttft_seconds", figure_json(forecast.ttft.value, forecast.ttft_interval)},
          {"tpot_seconds", has_tpot ? figure_json(forecast.tpot.value, each) : Json()},
          {"tokens_per_second_per_user",
           has_tpot ? figure_json(forecast.output_tokens_per_user, {1 / each.high, 1 / each.low})
                    : Json()},
          {"output_tokens_per_second", figure_json(forecast.output_tokens_per_s, tokens)},
          {"output_tokens_per_second_per_gpu",
           figure_json(one.tokens_per_gpu(), scaled(tokens, 1.0 / one.gpus))},
          {"requests_per_second",
           figure_json(forecast.requests_per_s, scaled(tokens, 1 / served.output_tokens))},
          {"running", rounded(forecast.running)},
          {"waiting", rounded(forecast.waiting)},
          {"slo", users_json(request, one)},
          {"kv_cache", cache_json(one)},
          {"memory_per_gpu", memory_json(forecast.room)},
          {"ttft_terms_seconds", terms_json(forecast, ServingTerm::Of::ttft)},
          {"tpot_terms_seconds", has_tpot ? terms_json(forecast, ServingTerm::Of::tpot) : Json()},
          {"rests_on", basis_json(one.basis)}};
}

Json loads_json(const ServiceRequest& request, const std::vector<ServiceForecast>& rows) {
  Json loads = Json::array();
  for (const ServiceForecast& one : rows) loads.push_back(one_json(request, one));
  const advisor::Knee knee = knee_of(rows);
  const auto load = [&](const std::optional<std::size_t>& at) {
    return at ? count_json(rows[*at].plan.one.concurrency) : Json();
  };
  return {{"knee_concurrency", load(knee.at)},
          {"still_rising_at", load(knee.rising)},
          {"loads", loads}};
}

Json bounds_json(const ServiceRequest& request, const ServiceBoundsAnswer& answer) {
  Json bounds{{"ttft_seconds_at_least", nullptr},
              {"tpot_seconds_at_least", nullptr},
              {"output_tokens_per_second_at_most", nullptr},
              {"samples_per_second_at_most", nullptr}};
  if (answer.times) {
    bounds["ttft_seconds_at_least"] = rounded(answer.times->ttft.value);
    bounds["tpot_seconds_at_least"] = rounded(answer.times->tpot.value);
    if (const auto& tokens = answer.times->output_tokens_per_s)
      bounds["output_tokens_per_second_at_most"] = rounded(*tokens);
  }
  if (answer.samples_per_s) bounds["samples_per_second_at_most"] = rounded(*answer.samples_per_s);
  return {{"model", request.network.name},
          {"task", "serve"},
          {"gpu", answer.gpu->id},
          {"gpus", answer.gpus},
          {"input_tokens", has_tokens(request) ? count_json(request.load.input_tokens) : Json()},
          {"output_tokens", answer.times ? count_json(request.load.output_tokens) : Json()},
          {"forecast", nullptr},
          {"weights_fit", answer.times ? Json(!answer.too_many_bytes) : Json()},
          {"bounds", bounds}};
}

Json rows_json(const ServiceAnswer& answer, const char* rows, const char* name) {
  Json list = Json::array(), others = Json::array();
  for (const ServiceForecast& one : answer.rows) list.push_back(one_json(answer.request, one));
  for (const WithoutService& one : answer.without)
    others.push_back({{name, one.name}, {"reason", to_text(one.why)}});
  return {{rows, list}, {"no_forecast", others}};
}

Json all_bounds_json(const ServiceAnswer& answer) {
  Json list = Json::array();
  for (const ServiceBoundsAnswer& one : answer.bounds)
    list.push_back(bounds_json(answer.request, one));
  return list.size() == 1 ? list[0] : list;
}

}  // namespace

Json service_json(const ServiceAnswer& answer) {
  if (!answer.bounds.empty()) return all_bounds_json(answer);
  switch (answer.request.shape) {
    case PredictShape::cards:
      return rows_json(answer, "cards", "gpu");
    case PredictShape::precisions:
      return rows_json(answer, "precisions", "precision");
    case PredictShape::batches:
      return loads_json(answer.request, answer.rows);
    default:
      return one_json(answer.request, answer.rows.front());
  }
}

}  // namespace wgf::answers
