// SPDX-License-Identifier: MIT
// Why recommend found nothing, and what lies at the edge of what was asked.

#include <fmt/format.h>

#include <algorithm>

#include "advisor/serving/service_precision.h"
#include "answers/own/tco_answer.h"
#include "answers/recommend/known_cards.h"
#include "answers/recommend/recommend_answer.h"
#include "base/figures.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;

std::string precision_name(const Candidate& one, const Detail& detail) {
  const std::string_view name = detail.precision.name;
  const bool is_fp16 = name == "bf16" && !catalog::dense_peak(*one.gpu, "bf16");
  return std::string(is_fp16 ? "fp16" : name);
}

// "fp8, fp4"
std::string names_of(const std::vector<WorkPrecision>& precisions) {
  std::vector<std::string> names;
  for (const WorkPrecision& one : precisions) names.emplace_back(one.name);
  return join(names, ", ");
}

// Nothing holds the network: why, and what would.
Message nothing_holds(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  const bool is_for_want_of_type = answer.has_missing_type && request.has_precisions;
  // Trainings do not join small machines, and a service stays in one.
  const bool is_joined = request.is_training && answer.largest_machine >= advisor::joined_from;
  const bool is_for_want_of_machine = answer.largest_machine > 0 && !is_joined;
  std::string key = answer.enough_gpus > 0      ? "recommend.nothing_holds_few"
                    : answer.enough_machine > 0 ? "recommend.nothing_holds_machine"
                    : answer.has_unknown_format ? "recommend.nothing_runs"
                    : is_for_want_of_type       ? "recommend.nothing_has_type"
                    : is_for_want_of_machine    ? "recommend.nothing_holds_small"
                                                : "recommend.nothing_holds";
  if (!request.providers.empty()) key += "_there";
  return {key,
          {{"model", request.network.name},
           {"gpus", std::to_string(request.most_gpus)},
           {"precisions", names_of(request.precisions)},
           {"what", answer.enough},
           {"enough", std::to_string(answer.enough_gpus)},
           {"largest", std::to_string(answer.largest_machine)},
           {"machine", std::to_string(answer.enough_machine)}}};
}

// Whether the software runs any precision on one of the cards, other than those asked for.
bool would_run_otherwise(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  const auto precisions = advisor::service_precisions(*request.network.network);
  const auto runs_on = [&](const catalog::Gpu* gpu) {
    return std::any_of(precisions.begin(), precisions.end(), [&](std::string_view name) {
      return advisor::service_precision(name, serving_software, *request.network.network, *gpu)
          .has_value();
    });
  };
  const auto& cards = answer.left_out.not_known_to_run;
  return request.has_precisions && std::any_of(cards.begin(), cards.end(), runs_on);
}

// No card has a forecast: nothing to forecast it from, the software, or both among the cards.
Message nothing_forecast(const RecommendAnswer& answer) {
  const auto& unknown = answer.left_out.without_forecast;
  const auto& not_run = answer.left_out.not_known_to_run;
  const std::string way = answer.request.is_training    ? "training"
                          : not_run.empty()             ? "inference"
                          : !unknown.empty()            ? "mixed"
                          : would_run_otherwise(answer) ? "precision"
                                                        : "software";
  std::vector<const catalog::Gpu*> all = unknown;
  all.insert(all.end(), not_run.begin(), not_run.end());
  return {"recommend.nothing_forecast_" + way,
          {{"cards", join(gpu_ids(all), ", ")},
           {"precisions", names_of(answer.request.precisions)},
           {"model", answer.request.network.name}}};
}

Message out_of_reach(const RecommendAnswer& answer) {
  const RecommendRequest& request = answer.request;
  if (is_nothing_forecast(answer)) return nothing_forecast(answer);
  if (answer.cards == 0 && answer.sold_out > 0)
    return {"recommend.nothing_free", {{"offers", std::to_string(answer.sold_out)}}};
  if (answer.closest == nullptr) return nothing_holds(answer);
  const Candidate& one = *answer.closest;
  const Detail& detail = answer.detail(one);
  if (detail.service && !detail.service->is_within_limits)
    return {"recommend.nothing_within",
            {{"model", request.network.name},
             {"ttft", format_duration(detail.service->forecast.ttft)},
             {"tpot", format_duration(detail.service->forecast.tpot)},
             {"what", candidate_name(answer, one)}}};
  if (request.users)
    return {"recommend.nothing_users",
            {{"users", advisor::whole_text(*request.users)},
             {"gpus", std::to_string(request.most_gpus)}}};
  return {request.is_training ? "recommend.nothing_trains_so_fast" : "recommend.nothing_reaches",
          {{"rate", rate_text(request.least_rate())},
           {"gpus", std::to_string(request.most_gpus)},
           {"most", rate_text(one.rate)},
           {"what", candidate_name(answer, one)}}};
}

}  // namespace

std::vector<Limit> limits_at_risk(const RecommendAnswer& answer, const Candidate& one) {
  const RecommendRequest& request = answer.request;
  std::vector<Limit> limits;
  if (const auto& service = answer.detail(one).service) {
    const advisor::ServingForecast& forecast = service->forecast;
    if (request.first_token && forecast.ttft_interval.high > request.first_token->value)
      limits.push_back(Limit::first_token);
    if (request.next_token && forecast.tpot_interval.high > request.next_token->value)
      limits.push_back(Limit::next_token);
  }
  if (one.rate_low < request.least_rate())
    limits.push_back(request.deadline ? Limit::deadline : Limit::rate);
  return limits;
}

std::optional<BytesPerSecond> assumed_network(const Detail& detail) {
  if (!detail.training) return std::nullopt;
  const advisor::Node& node = detail.training->node;
  const bool is_beyond = detail.machines > 1 || detail.gpus_each > node.gpus;
  return is_beyond ? std::optional(node.network) : std::nullopt;
}

bool is_price_old(const Detail& detail, Day today) {
  if (detail.offer != nullptr) return detail.offer->freshness != advisor::Freshness::fresh;
  return detail.purchase != nullptr && is_old(*detail.purchase, today);
}

std::string precision_name(const RecommendAnswer& answer, const Candidate& one) {
  return precision_name(one, answer.detail(one));
}

std::string candidate_name(const RecommendAnswer& answer, const Candidate& one) {
  return candidate_name(one, answer.detail(one));
}

std::string candidate_name(const Candidate& one, const Detail& detail) {
  return fmt::format("{} x {}, {}", one.gpus, one.gpu->id, precision_name(one, detail));
}

std::string price_text(const RecommendAnswer& answer, double price) {
  return answer.request.is_bought() ? "$" + money(price) : format_number(price, 3) + " $/h";
}

Message nothing_meets(const RecommendAnswer& answer) {
  if (answer.nearest == nullptr) return out_of_reach(answer);
  const Candidate& one = *answer.nearest;
  return {"recommend.nothing_affordable",
          {{"budget", price_text(answer, answer.most_price.value_or(0))},
           {"what", candidate_name(answer, one)},
           {"price", price_text(answer, one.price)},
           {"rate", rate_text(one.rate)}}};
}

bool is_nothing_forecast(const RecommendAnswer& answer) {
  const CardsLeftOut& out = answer.left_out;
  return answer.cards > 0 && static_cast<int>(out.without_forecast.size() +
                                              out.not_known_to_run.size()) == answer.cards;
}

Error nothing_error(const RecommendAnswer& answer) {
  return Error(nothing_meets(answer),
               is_nothing_forecast(answer) ? ExitCode::not_supported : ExitCode::error);
}

}  // namespace wgf::answers
