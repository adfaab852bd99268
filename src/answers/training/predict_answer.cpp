// SPDX-License-Identifier: MIT
#include "answers/training/predict_answer.h"

namespace wgf::answers {

double shown_rate(const PredictRequest& request, const advisor::TrainingForecast& forecast) {
  return request.network.is_of_images ? forecast.samples_per_second()
                                      : forecast.tokens_per_second();
}

bool is_setting_chosen(const PredictRequest& request) {
  const advisor::GivenChoices& given = request.given;
  return !given.has_software || !given.has_recompute ||
         (request.gpus > 1 && (!given.zero || !given.dp));
}

bool is_at_risk(const Prediction& one) {
  return one.forecast.risk() > advisor::acceptable_risk;
}

advisor::Knee knee(const std::vector<Prediction>& batches) {
  std::vector<double> rates;
  for (const Prediction& one : batches)
    rates.push_back(is_at_risk(one) ? 0 : one.forecast.tokens_per_second());
  return advisor::knee_of(rates);
}

std::optional<RunCost> run_cost(const PredictRequest& request, const Prediction& one) {
  if (!request.tokens) return std::nullopt;
  const advisor::TrainingForecast& forecast = one.forecast;
  const double steps = *request.tokens / (forecast.one.global_batch * forecast.one.work.sequence);
  const Interval step = forecast.step_interval();
  RunCost run;
  run.seconds = steps * forecast.step().value;
  run.interval = {steps * step.low, steps * step.high};
  if (!one.rent) return run;
  constexpr double seconds_per_hour = 3600;
  run.usd_per_second = one.rent->offer->per_gpu.value * request.gpus / seconds_per_hour;
  run.usd = run.seconds * run.usd_per_second;
  return run;
}

}  // namespace wgf::answers
