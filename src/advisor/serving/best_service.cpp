// SPDX-License-Identifier: MIT
#include "advisor/serving/best_service.h"

#include <algorithm>
#include <cmath>

namespace wgf::advisor {
namespace {

double longest(const ServingCase& load) {
  return load.input_tokens + load.output_tokens;
}

bool has_room(const ServiceQuestion& question, const ServiceCard& card,
              const ServingLayout& layout) {
  const CacheRoom room = cache_room(question.network, layout, question.load.precision,
                                    question.load.software, *card.gpu, longest(question.load));
  return room.free > 0 && (room.request <= 0 || room.requests >= layout.attention_dp);
}

std::vector<ServingCase> fitting_cases(const ServiceQuestion& question, const ServiceCard& card,
                                       int gpus) {
  std::vector<ServingCase> cases;
  const CacheRoom alone = cache_room(question.network, {}, question.load.precision,
                                     question.load.software, *card.gpu, longest(question.load));
  if (alone.weights > gpus * alone.budget) return cases;  // however they are shared out
  for (const ServiceLayout& one : service_layouts(question.network, question.load.software,
                                                  question.given, card.pass.node, gpus)) {
    if (!has_room(question, card, one.layout)) continue;
    cases.push_back(question.load);
    cases.back().layout = one.layout;
    cases.back().engines = one.engines;
  }
  return cases;
}

double groups(const ServingCase& one) {
  return 1.0 * one.engines * one.layout.attention_dp * one.layout.pp;
}

// How far the times are beyond the limits, as a multiple of them; 1 or less: within.
double excess(const ServingForecast& forecast, const ServiceLimits& limits) {
  double most = 0;
  if (limits.ttft) most = std::max(most, forecast.ttft.value / limits.ttft->value);
  if (limits.tpot) most = std::max(most, forecast.tpot.value / limits.tpot->value);
  return most;
}

bool is_better(const ServingForecast& a, const ServingForecast& b, const ServiceLimits& limits) {
  const double of_a = std::max(1.0, excess(a, limits)), of_b = std::max(1.0, excess(b, limits));
  if (of_a != of_b) return of_a < of_b;
  return a.output_tokens_per_s > b.output_tokens_per_s;
}

double most_requests(const ServingCase& one) {
  const double of_group = is_for_one_user(one.software) ? 1 : most_of_group;
  return of_group * one.engines * one.layout.attention_dp;
}

// best_service() and most_users() of layouts that are known to fit.
std::optional<ServicePlan> best_of(const ServiceQuestion& question, const ServiceCard& card,
                                   std::vector<ServingCase> cases, const FittedServing& fitted) {
  const double most = std::max(1.0, question.load.concurrency);
  const auto is_busy = [&](const ServingCase& one) { return groups(one) <= most; };
  if (std::any_of(cases.begin(), cases.end(), is_busy))
    std::erase_if(cases, [&](const ServingCase& one) { return !is_busy(one); });
  const ServiceLimits limits = limits_of(question.limits, question.load);
  std::optional<ServicePlan> best;
  PassMemo of_best;
  for (const ServingCase& one : cases) {
    PassMemo memo(question.prompts, one.layout);
    auto found = forecast_serving(question.network, one, *card.gpu, card.pass, fitted, &memo,
                                  ForecastDetail::rates);
    if (!found || (best && !is_better(*found, best->forecast, limits))) continue;
    const bool is_within = excess(*found, limits) <= 1;
    best = ServicePlan{one, std::move(*found), is_within};
    of_best = std::move(memo);
  }
  if (best)
    best->forecast =
        *forecast_serving(question.network, best->one, *card.gpu, card.pass, fitted, &of_best);
  return best;
}

std::optional<ServicePlan> most_users_of(const ServiceQuestion& question, const ServiceCard& card,
                                         std::vector<ServingCase> cases,
                                         const FittedServing& fitted) {
  std::optional<ServicePlan> best;
  for (ServingCase& one : cases) {
    one.arrivals_per_s = 0;
    const double beaten = best ? best->one.concurrency : 0;
    PassMemo memo(question.prompts, one.layout);
    ServingCapacity found =
        capacity_at(question.network, one, *card.gpu, card.pass, question.limits,
                    {beaten + 1, most_requests(one), &memo}, fitted);
    if (found.concurrency <= beaten) continue;
    one.concurrency = found.concurrency;
    best = ServicePlan{one, std::move(*found.forecast), true};
  }
  return best;
}

}  // namespace

std::optional<ServicePlan> best_service(const ServiceQuestion& question, const ServiceCard& card,
                                        int gpus, const FittedServing& fitted) {
  return best_of(question, card, fitting_cases(question, card, gpus), fitted);
}

std::optional<ServicePlan> most_users(const ServiceQuestion& question, const ServiceCard& card,
                                      int gpus, const FittedServing& fitted) {
  return most_users_of(question, card, fitting_cases(question, card, gpus), fitted);
}

std::vector<int> service_counts(ServingSoftware software, int most) {
  const int every = cuts_layers_only(software) ? most_of_every_count : 1;
  std::vector<int> counts;
  for (int gpus = 1; gpus <= most; gpus += gpus < every ? 1 : gpus) counts.push_back(gpus);
  return counts;
}

std::optional<int> fewest_gpus(const ServiceQuestion& question, const ServiceCard& card, int most) {
  for (const int gpus : service_counts(question.load.software, most))
    if (!fitting_cases(question, card, gpus).empty()) return gpus;
  return std::nullopt;
}

std::optional<ServicePlan> fewest_service(const ServiceQuestion& question, const ServiceCard& card,
                                          bool is_load_open, int most,
                                          const FittedServing& fitted) {
  std::optional<ServicePlan> nearest;
  const auto beyond = [&](const ServicePlan& plan) {
    return std::max(1.0, excess(plan.forecast, limits_of(question.limits, plan.one)));
  };
  for (const int gpus : service_counts(question.load.software, most)) {
    const std::vector<ServingCase> cases = fitting_cases(question, card, gpus);
    std::optional<ServicePlan> plan;
    if (is_load_open) plan = most_users_of(question, card, cases, fitted);
    if (!plan) plan = best_of(question, card, cases, fitted);
    if (!plan) continue;
    if (plan->is_within_limits && plan->forecast.has_room_for_all()) return plan;
    const bool is_idle = groups(plan->one) > std::max(1.0, plan->one.concurrency);
    if (!nearest || (!is_idle && beyond(*plan) < beyond(*nearest))) nearest = std::move(plan);
  }
  return nearest;
}

UserRange users_within(const ServiceQuestion& question, const ServiceCard& card,
                       const ServingCase& layout, const FittedServing& fitted) {
  ServingCase one = layout;
  one.arrivals_per_s = 0;
  one.concurrency = 1;
  UserRange range;
  PassMemo memo;
  const auto alone = forecast_serving(question.network, one, *card.gpu, card.pass, fitted, &memo);
  if (!alone) return range;
  const auto within = [&](double ttft, double tpot) {
    ServiceLimits limits = question.limits;
    if (limits.ttft) limits.ttft = *limits.ttft * (alone->ttft.value / ttft);
    if (limits.tpot) limits.tpot = *limits.tpot * (alone->tpot.value / tpot);
    return capacity_at(question.network, one, *card.gpu, card.pass, limits,
                       {1, most_requests(one), &memo}, fitted);
  };
  const double share = alone->room.spread();
  const auto count = [](const ServingCapacity& found, double room) {
    return std::floor(found.concurrency * (found.is_limited_by_memory ? std::max(0.0, room) : 1));
  };
  const ServingCapacity found = within(alone->ttft.value, alone->tpot.value);
  range.value = found.concurrency;
  range.is_limited_by_memory = found.is_limited_by_memory;
  range.low = count(within(alone->ttft_interval.high, alone->tpot_interval.high), 1 - share);
  range.high = count(within(alone->ttft_interval.low, alone->tpot_interval.low), 1 + share);
  return range;
}

Knee service_knee(const std::vector<ServicePlan>& loads) {
  std::vector<double> rates;
  for (const ServicePlan& one : loads)
    rates.push_back(one.forecast.has_room_for_all() ? one.forecast.output_tokens_per_s : 0);
  return knee_of(rates);
}

}  // namespace wgf::advisor
