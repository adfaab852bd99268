// SPDX-License-Identifier: MIT
#include "answers/recommend/recommend_search.h"

#include <algorithm>
#include <cmath>

#include "advisor/goodput/usual_times.h"
#include "advisor/recommend/machines.h"
#include "advisor/serving/service_precision.h"
#include "advisor/training/matrix_speed.h"
#include "answers/basis/training_basis.h"

namespace wgf::answers {
namespace {

using advisor::Candidate;

advisor::ServiceLimits limits_of(const RecommendRequest& request) {
  return {request.first_token, request.next_token};
}

// Without such arithmetic a card multiplies in 16 bits, as with int8 and int4; of a checkpoint that
// is served as it was published that is no other format.
bool needs_peak(const RecommendRequest& request, const WorkPrecision& precision) {
  const bool is_published = !request.is_training && request.network.network->has_mxfp4_experts;
  return !is_published && (precision.name == "fp8" || precision.name == "fp4");
}

bool has_limits(const RecommendRequest& request) {
  return request.first_token || request.next_token;
}

}  // namespace

RecommendSearch::RecommendSearch(const RecommendRequest& request, const catalog::GpuCatalog& gpus,
                                 const advisor::OwnershipTerms& terms,
                                 std::shared_ptr<KnownForecasts> known)
    : request_(request), terms_(terms), forecasts_(std::move(known)) {
  if (!forecasts_->cards) forecasts_->cards = std::make_shared<KnownCards>(gpus);
  if (!request.has_spot) return;
  interruptions_ = catalog::embedded_spot_interruptions();
  failures_ = catalog::embedded_failure_rates();
}

void RecommendSearch::add(const Supply& supply, const WorkPrecision& precision) {
  if (needs_peak(request_, precision) && !catalog::dense_peak(*supply.gpu, precision.name)) {
    has_missing_type = true;
    return;
  }
  Coverage& best = coverage[supply.gpu];
  const Coverage covered = coverage_of(*supply.gpu, precision);
  best = std::max(best, covered);
  has_unknown_format = has_unknown_format || covered == Coverage::not_known_to_run;
  if (covered != Coverage::forecast || supply.gpus > request_.most_gpus) return;
  if (supply.gpus > 1 && supply.gpu->form_factor == "SoC module") return;  // nobody joins several
  if (request_.is_training)
    add_training(supply, precision);
  else
    add_service(supply, precision);
}

// As predict decides it.
Coverage RecommendSearch::coverage_of(const catalog::Gpu& gpu, const WorkPrecision& precision) {
  if (request_.is_training)
    return advisor::speed_gap(gpu) == advisor::SpeedGap::none ? Coverage::forecast
                                                              : Coverage::unknown_card;
  const auto asked = question(gpu, precision);
  if (!asked) return Coverage::not_known_to_run;
  const ServiceBasis& basis = forecasts_->cards->of_service(gpu);
  return is_service_modelled(card(gpu), asked->load.precision.matrices, basis)
             ? Coverage::forecast
             : Coverage::unknown_card;
}

advisor::Familiarity RecommendSearch::familiarity(const catalog::Gpu& gpu) {
  return request_.is_training ? forecasts_->cards->of_training(gpu)
                              : forecasts_->cards->of_service(gpu).familiarity;
}

advisor::TrainingMachines& RecommendSearch::trained(const WorkPrecision& precision) {
  std::unique_ptr<advisor::TrainingMachines>& known = trained_[*precision.trained];
  if (known) return *known;
  advisor::TrainingCase one;
  one.work = request_.network.one;
  one.matrices = *precision.trained;
  if (one.matrices == advisor::ComputeType::fp8) one.work.precision = advisor::Precision::fp8;
  known = std::make_unique<advisor::TrainingMachines>(
      *request_.network.network, one, request_.global_batch, advisor::fitted_training());
  return *known;
}

void RecommendSearch::add_training(const Supply& supply, const WorkPrecision& precision) {
  const catalog::Gpu& gpu = *supply.gpu;
  const int most = supply.gpus >= advisor::joined_from ? request_.most_gpus / supply.gpus : 1;
  for (int machines = 1; machines <= most; machines *= 2) {
    const int all = supply.gpus * machines;
    auto forecast = train(gpu, all, precision);
    if (!forecast) continue;
    const double rate = forecast->tokens_per_second();
    const Interval range = forecast->of_rate(rate);
    const double head_room =
        1 - forecast->memory.total() / static_cast<double>(forecast->usable.value);
    Detail detail{.precision = precision, .training = std::move(forecast)};
    add_candidate(supply, machines, {rate, range.low, range.high}, head_room, std::move(detail));
    if (request_.has_demand() && candidates.back().meets_demand) return;
  }
}

std::optional<advisor::TrainingForecast> RecommendSearch::train(const catalog::Gpu& gpu, int gpus,
                                                                const WorkPrecision& precision) {
  const auto [entry, is_new] =
      forecasts_->trainings.try_emplace({&gpu, gpus, precision.name}, std::nullopt);
  if (is_new) entry->second = trained(precision).best(gpu, gpus, familiarity(gpu));
  return entry->second;
}

std::optional<advisor::ServiceQuestion> RecommendSearch::question(const catalog::Gpu& gpu,
                                                                  const WorkPrecision& precision) {
  advisor::ServiceQuestion question{*request_.network.network, {}, {}, limits_of(request_)};
  question.load.software = serving_software;
  const auto format =
      advisor::service_precision(precision.name, question.load.software, question.network, gpu);
  if (!format) return std::nullopt;
  question.load.precision = *format;
  question.load.input_tokens = request_.input_tokens;
  question.load.output_tokens = request_.output_tokens;
  question.prompts = &forecasts_->prompts[{&gpu, precision.name}];
  return question;
}

std::shared_ptr<const advisor::ServicePlan> RecommendSearch::serve(const catalog::Gpu& gpu,
                                                                   int gpus,
                                                                   const WorkPrecision& precision) {
  const auto [entry, is_new] =
      forecasts_->services.try_emplace({&gpu, gpus, precision.name}, nullptr);
  if (!is_new) return entry->second;
  if (auto plan = forecast_service(gpu, gpus, precision))
    entry->second = std::make_shared<const advisor::ServicePlan>(std::move(*plan));
  return entry->second;
}

// Without limits of time at the load of every GPU, or what memory holds of it at once.
std::optional<advisor::ServicePlan> RecommendSearch::forecast_service(
    const catalog::Gpu& gpu, int gpus, const WorkPrecision& precision) {
  auto asked = question(gpu, precision);
  if (!asked) return std::nullopt;
  advisor::ServiceQuestion& question = *asked;
  if (has_limits(request_)) {
    if (auto plan = advisor::most_users(question, card(gpu), gpus)) return plan;
    question.load.concurrency = 1;
  } else {
    question.load.concurrency = request_.requests_per_gpu * gpus;
  }
  auto plan = advisor::best_service(question, card(gpu), gpus);
  if (!plan || plan->forecast.has_room_for_all()) return plan;
  question.load.concurrency = std::max(1.0, std::floor(plan->forecast.running));
  const advisor::ServingLayout& layout = plan->one.layout;
  question.given = {layout.tp, layout.pp, layout.ep, layout.attention_dp, plan->one.engines};
  return advisor::best_service(question, card(gpu), gpus);
}

// As many as the demand takes, and where that is beyond the budget as many as it pays too; without
// a demand one, or for speed all the budget pays.
std::vector<int> RecommendSearch::machine_counts(const Supply& supply, double rate_each) const {
  const int most = std::max(1, request_.most_gpus / supply.gpus);
  const double money = request_.most_price().value_or(supply.price * most);
  const int paid = static_cast<int>(std::clamp(money / supply.price, 0.0, 1.0 * most));
  if (!request_.has_demand())
    return {request_.priority == advisor::Priority::speed ? std::max(1, paid) : 1};
  const double needed = std::ceil(request_.least_rate() / rate_each);
  const int asked = static_cast<int>(std::clamp(needed, 1.0, 1.0 * most));
  return asked > paid && paid > 0 ? std::vector{asked, paid} : std::vector{asked};
}

void RecommendSearch::add_service(const Supply& supply, const WorkPrecision& precision) {
  if (request_.users) return add_for_users(supply, precision);
  const auto plan = serve(*supply.gpu, supply.gpus, precision);
  if (!plan) return;
  const advisor::ServingForecast& forecast = plan->forecast;
  const double head_room = forecast.room.free / static_cast<double>(supply.gpu->memory().value);
  const auto interruptions = spot_rate(supply);
  const double kept =
      interruptions ? advisor::kept_of_service(*interruptions, advisor::usual_replacement).value
                    : 1;
  for (const int machines : machine_counts(supply, forecast.output_tokens_per_s * kept)) {
    add_candidate(
        supply, machines,
        {forecast.output_tokens_per_s * machines, forecast.throughput_interval.low * machines,
         forecast.throughput_interval.high * machines},
        head_room, {.precision = precision, .service = plan});
    if (plan->one.concurrency * machines < request_.least_users)
      candidates.back().meets_demand = false;
  }
}

// As many machines as hold the users within the limits, each with its share of them.
void RecommendSearch::add_for_users(const Supply& supply, const WorkPrecision& precision) {
  auto plan = serve(*supply.gpu, supply.gpus, precision);
  if (!plan) return;
  const double most = std::max(1, request_.most_gpus / supply.gpus);
  const double needed =
      plan->is_within_limits ? std::ceil(*request_.users / plan->one.concurrency) : 1;
  const int machines = static_cast<int>(std::min(needed, most));
  auto shared = question(*supply.gpu, precision);
  shared->load.concurrency = std::ceil(*request_.users / machines);
  if (plan->is_within_limits && needed <= most) {
    auto at_load = advisor::best_service(*shared, card(*supply.gpu), supply.gpus);
    if (at_load && at_load->is_within_limits && at_load->forecast.has_room_for_all())
      plan = std::make_shared<const advisor::ServicePlan>(std::move(*at_load));
  }
  const advisor::ServingForecast& forecast = plan->forecast;
  const double head_room = forecast.room.free / static_cast<double>(supply.gpu->memory().value);
  add_candidate(
      supply, machines,
      {forecast.output_tokens_per_s * machines, forecast.throughput_interval.low * machines,
       forecast.throughput_interval.high * machines},
      head_room, {.precision = precision, .service = plan});
  Candidate& one = candidates.back();
  one.meets_demand = one.meets_demand && plan->one.concurrency * machines >= *request_.users;
}

}  // namespace wgf::answers
