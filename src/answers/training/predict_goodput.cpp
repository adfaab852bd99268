// SPDX-License-Identifier: MIT
#include "answers/training/predict_goodput.h"

#include <algorithm>
#include <cmath>

#include "advisor/goodput/usual_times.h"
#include "base/amounts.h"
#include "base/error.h"
#include "catalog/market_facts.h"

namespace wgf::answers {
namespace {

constexpr double seconds_of_hour = 3600;
constexpr double shortest = 1e-3, longest = 86400.0 * 3650;

AmountRule time_rule(const char* key) {
  return {key,
          shortest,
          longest,
          {{"ms", 1e-3},
           {"min", 60},
           {"s", 1},
           {"m", 60},
           {"h", seconds_of_hour},
           {"d", 24 * seconds_of_hour}}};
}

std::optional<Seconds> parse_time(const std::string& typed, const char* key) {
  if (typed.empty()) return std::nullopt;
  return Seconds(parse_amount(typed, time_rule(key)));
}

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

GoodputSettings parse_goodput(const GoodputOptions& options) {
  const bool has_any = options.has_spot || !options.mtbf.empty() || !options.checkpoint.empty() ||
                       !options.interval.empty() || !options.restart.empty();
  if (has_any && !options.is_asked) throw Error({"goodput.needs_goodput", {}}, ExitCode::usage);
  GoodputSettings settings;
  settings.is_spot = options.has_spot;
  constexpr AmountRule hours{"goodput.bad_mtbf", 1e-3, 1e9, {{"h", 1}, {"d", 24}, {"y", 8766}}};
  if (!options.mtbf.empty()) settings.gpu_hours = Hours(parse_amount(options.mtbf, hours));
  settings.checkpoint = parse_time(options.checkpoint, "goodput.bad_checkpoint");
  settings.interval = parse_time(options.interval, "goodput.bad_interval");
  settings.restart = parse_time(options.restart, "goodput.bad_restart");
  return settings;
}

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
