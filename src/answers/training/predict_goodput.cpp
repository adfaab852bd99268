// SPDX-License-Identifier: MIT
#include "answers/training/predict_goodput.h"

#include <algorithm>
#include <cmath>

#include "advisor/goodput/usual_times.h"
#include "catalog/market_facts.h"

namespace wgf::answers {
namespace {

constexpr double seconds_of_hour = 3600;

Seconds usual_checkpoint(const PredictRequest& request, const Prediction& one) {
  const bool is_wide = one.precision == "fp32" || one.precision == "tf32";
  return advisor::usual_checkpoint(request.network.params, is_wide, request.gpus);
}

advisor::Goodput run_of(const Prediction& one, const GoodputAnswer& answer,
                        const std::vector<Seconds>& between,
                        const std::optional<Seconds>& interval) {
  const advisor::TrainingForecast& forecast = one.forecast;
  advisor::GoodputCase run;
  run.work = answer.work;
  run.spread = forecast.spread;
  run.least_work = Seconds(answer.work.value * forecast.fastest / forecast.step().value);
  run.between = between;
  run.checkpoint = answer.checkpoint;
  run.restart = answer.restart;
  run.interval = interval;
  return advisor::goodput(run);
}

// What the run would cost without the loss of spot machines.
void add_on_demand(GoodputAnswer& answer, const PredictRequest& request, const Prediction& one,
                   const GoodputSettings& settings, const std::vector<Hours>& gpu_hours) {
  answer.on_demand = one.rent ? one.rent->offer : nullptr;
  const auto between = advisor::times_between(gpu_hours, request.gpus, std::nullopt, 1);
  if (!one.rent || between.empty()) return;
  const Seconds expected = run_of(one, answer, between, settings.interval).run.expected;
  if (!std::isinf(expected.value))
    answer.on_demand_usd =
        expected.value * one.rent->offer->per_gpu.value * request.gpus / seconds_of_hour;
}

}  // namespace

std::optional<SpotOffer> spot_offer(const std::vector<advisor::PricedOffer>& priced,
                                    const catalog::Gpu& gpu, int gpus) {
  const std::vector<catalog::SpotInterruption> table = catalog::embedded_spot_interruptions();
  std::optional<SpotOffer> best;
  const advisor::PricedOffer* cheapest = nullptr;
  const auto is_of_card = [&](const advisor::PricedOffer& one) {
    return one.kind == advisor::RentalKind::spot && one.card() == &gpu;
  };
  const bool any_holds = std::any_of(priced.begin(), priced.end(), [&](const auto& one) {
    return is_of_card(one) && advisor::holds(one, gpus);
  });
  for (const advisor::PricedOffer& one : priced) {
    if (!is_of_card(one) || advisor::holds(one, gpus) != any_holds) continue;
    const catalog::Offer& offer = *one.offer;
    if (cheapest == nullptr || one.per_gpu < cheapest->per_gpu) cheapest = &one;
    auto rate = advisor::spot_rate(table, offer.provider, gpu, offer.region);
    const bool is_better =
        !best || (rate && !best->rate) ||
        (rate.has_value() == best->rate.has_value() && one.per_gpu < best->offer->per_gpu);
    if (is_better)
      best = SpotOffer{&one, std::move(rate), std::ceil(gpus / std::max(1.0, offer.gpu_count)),
                       nullptr};
  }
  if (best) best->cheapest = cheapest;
  return best;
}

GoodputAnswer goodput_answer(const PredictRequest& request, const Prediction& one,
                             const GoodputSettings& settings,
                             const std::vector<advisor::PricedOffer>& priced) {
  const catalog::Gpu& gpu = *one.forecast.gpu;
  GoodputAnswer answer;
  answer.are_tokens_usual = !request.tokens;
  answer.tokens = request.tokens.value_or(advisor::usual_tokens(request.network.params));
  answer.work = Seconds(answer.tokens / one.forecast.tokens_per_second());
  answer.checkpoint = settings.checkpoint.value_or(usual_checkpoint(request, one));
  answer.restart = settings.restart.value_or(advisor::usual_replacement + answer.checkpoint);
  answer.given_gpu_hours = settings.gpu_hours;
  answer.rent = one.rent;
  answer.offer = one.rent ? one.rent->offer : nullptr;
  if (!settings.gpu_hours)
    answer.failures = advisor::published_failures(catalog::embedded_failure_rates(), gpu);
  answer.wants_spot = settings.is_spot;
  if (settings.is_spot) {
    answer.spot = spot_offer(priced, gpu, request.gpus);
    answer.offer = answer.spot ? answer.spot->offer : nullptr;
  }
  if (answer.offer != nullptr)
    answer.usd_per_second = answer.offer->per_gpu.value * request.gpus / seconds_of_hour;
  const std::vector<Hours> gpu_hours =
      settings.gpu_hours ? std::vector<Hours>{*settings.gpu_hours} : answer.failures.gpu_hours;
  const auto between = advisor::times_between(gpu_hours, request.gpus,
                                              answer.spot ? answer.spot->rate : std::nullopt,
                                              answer.spot ? answer.spot->machines : 1);
  if (!between.empty()) answer.run = run_of(one, answer, between, settings.interval);
  if (settings.is_spot) add_on_demand(answer, request, one, settings, gpu_hours);
  return answer;
}

}  // namespace wgf::answers
