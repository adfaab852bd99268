// SPDX-License-Identifier: MIT
// One candidate of a search: what interruptions take off its rate, and what its tokens cost.

#include <algorithm>

#include "advisor/goodput/usual_times.h"
#include "advisor/recommend/machines.h"
#include "answers/recommend/recommend_search.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;

constexpr double million = 1e6;
constexpr double seconds_per_hour = 3600, hours_per_day = 24;

}  // namespace

void RecommendSearch::add_candidate(const Supply& supply, int machines, const Rate& rate,
                                    double head_room, Detail detail) {
  Candidate one;
  one.gpu = supply.gpu;
  one.gpus = supply.gpus * machines;
  one.price = supply.price * machines;
  one.rate = rate.value;
  one.rate_low = rate.low;
  one.rate_high = rate.high;
  one.head_room = head_room;
  if (supply.gpu->tdp) one.watts = supply.gpu->tdp->value * one.gpus;
  detail.offer = supply.offer;
  detail.fresh = supply.fresh;
  detail.offers = supply.offers;
  detail.machines = machines;
  detail.gpus_each = supply.gpus;
  detail.purchase = supply.purchase;
  detail.familiarity = familiarity(*supply.gpu);
  if (request_.has_spot) set_risk(supply, one, detail);
  one.meets_demand =
      one.rate >= request_.least_rate() && (!detail.service || detail.service->is_within_limits);
  one.detail = details.size();
  set_cost(one);
  details.push_back(std::move(detail));
  candidates.push_back(one);
}

std::optional<advisor::SpotRate> RecommendSearch::spot_rate(const Supply& supply) const {
  if (supply.offer == nullptr || supply.offer->kind != advisor::RentalKind::spot)
    return std::nullopt;
  const catalog::Offer& offer = *supply.offer->offer;
  return advisor::spot_rate(interruptions_, offer.provider, *supply.gpu, offer.region);
}

// What interruptions take off the rate: of spot machines where a source says how often, and of
// trainings the failures that are published of its kind of card.
void RecommendSearch::set_risk(const Supply& supply, Candidate& one, Detail& detail) {
  const bool is_spot = detail.offer->kind == advisor::RentalKind::spot;
  detail.interruptions = spot_rate(supply);
  one.has_known_risk = !is_spot || detail.interruptions;
  if (detail.training) {
    const double params = request_.network.params;
    const double tokens = request_.train_tokens.value_or(advisor::usual_tokens(params));
    const Seconds checkpoint = advisor::usual_checkpoint(params, false, one.gpus);
    const auto between =
        advisor::times_between(advisor::published_failures(failures_, *one.gpu).gpu_hours, one.gpus,
                               detail.interruptions, detail.machines);
    detail.kept = advisor::kept_of_training(Seconds(tokens / one.rate), between, checkpoint,
                                            advisor::usual_replacement + checkpoint);
  } else if (detail.interruptions) {
    detail.kept = advisor::kept_of_service(*detail.interruptions, advisor::usual_replacement);
  }
  one.rate *= detail.kept.value;
  one.rate_low *= detail.kept.low;
  one.rate_high *= detail.kept.high;
}

// Rented: dollars an hour over tokens an hour. Bought: price and energy of the time it is owned
// over the tokens of that time.
void RecommendSearch::set_cost(Candidate& one) const {
  const double tokens = request_.train_tokens.value_or(million);
  one.is_cost_of_rate = !request_.tokens_per_day;
  const double per_day = request_.tokens_per_day.value_or(0);
  if (!request_.is_bought()) {
    const double hours = request_.tokens_per_day ? tokens / per_day * hours_per_day
                                                 : tokens / one.rate / seconds_per_hour;
    one.cost_of_price = hours;
    return;
  }
  const advisor::Ownership owned =
      advisor::own({}, Watts(one.watts.value_or(0)), std::nullopt, terms_);
  const double lifetime = request_.tokens_per_day
                              ? per_day * terms_.months * advisor::days_per_month
                              : one.rate * owned.hours * seconds_per_hour;
  one.cost_of_price = tokens / lifetime;
  one.other_cost = owned.costs.total.middle().value * tokens / lifetime;
}

std::optional<Scaling> RecommendSearch::scaling(const Candidate& one) {
  const Detail& detail = details[one.detail];
  if (one.gpus == 1) return std::nullopt;
  if (detail.training)
    return Scaling{trained(detail.precision).efficiency(*detail.training, familiarity(*one.gpu))};
  for (int gpus = 1; gpus <= detail.gpus_each; gpus *= 2) {
    const auto fewest = serve(*one.gpu, gpus, detail.precision);
    if (!fewest || !fewest->is_within_limits) continue;
    return Scaling{
        one.rate / detail.kept.value / one.gpus / (fewest->forecast.output_tokens_per_s / gpus),
        gpus};
  }
  return std::nullopt;
}

}  // namespace wgf::answers
