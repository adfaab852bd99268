// SPDX-License-Identifier: MIT
// How fast a service would be on cards nobody need own, and how many users it would hold.

#include <algorithm>

#include "advisor/memory/advice.h"
#include "advisor/predict/physics_bounds.h"
#include "advisor/serving/cache_room.h"
#include "answers/service/service_answer.h"
#include "answers/service/service_figures.h"
#include "base/parallel.h"

namespace wgf::answers {
namespace {

using advisor::ServiceCard;
using advisor::ServingCase;

ServiceBoundsAnswer bounds_of(const ServiceRequest& request, const catalog::Gpu& gpu) {
  ServiceBoundsAnswer answer{&gpu, request.gpus.value_or(1), {}, {}, {}};
  const MemoryRequest& network = request.network;
  if (network.generates()) {
    const auto asked = request.question(gpu, request.precisions[0]);
    ServingCase one = asked ? asked->load : request.load;
    one.layout = {.tp = answer.gpus};
    answer.times = advisor::service_bounds(*network.network, one,
                                           ServiceCard(gpu, request.load.software).pass);
    const double weights = advisor::cache_room(*network.network, {}, one.precision, one.software,
                                               gpu, one.input_tokens)
                               .weights;
    if (weights > answer.gpus * static_cast<double>(gpu.memory().value))
      answer.too_many_bytes = weights;
    return answer;
  }
  std::optional<double> flops;
  if (network.network)
    flops = advisor::forward_flops(*network.network, request.load.input_tokens).total();
  else if (network.gflops_forward)
    flops = *network.gflops_forward * giga;
  const auto peak = advisor::highest_peak(gpu, advisor::ComputeType::bf16);
  if (flops && peak) answer.samples_per_s = answer.gpus * peak->value / *flops;
  return answer;
}

// What is refused although physics says something: bounds come with it.
struct Refused {
  Error why;
};

[[noreturn]] void refuse_with_bounds(Message why) {
  throw Refused{Error(std::move(why), ExitCode::not_supported)};
}

// Throws Error for what the user can do something about, Refused where only physics says something.
[[noreturn]] void refuse(const ServiceRequest& request, const ServiceOutcome& outcome,
                         const catalog::Gpu& gpu, std::string_view precision) {
  const std::string software(to_text(request.load.software)), type(precision);
  const std::string gpus = request.gpus ? std::to_string(*request.gpus) : "";
  switch (outcome.why) {
    case NoService::no_precision:
      throw Error({"serve.no_precision", {{"software", software}, {"precision", type}}},
                  ExitCode::usage);
    case NoService::not_known:
      throw Error({"serve.not_known_to_run",
                   {{"software", software}, {"precision", type}, {"gpu", gpu.id}}},
                  ExitCode::not_supported);
    case NoService::no_layout:
      throw Error({"serve.no_layout", {{"gpus", gpus}}}, ExitCode::usage);
    case NoService::unknown_card:
      refuse_with_bounds({"serve.unknown_card", {{"gpu", gpu.id}, {"software", software}}});
    case NoService::no_room:
      break;
  }
  const std::string most = std::to_string(most_gpus_of(gpu));
  if (!outcome.fewest)
    refuse_with_bounds(
        {"serve.no_room",
         {{"model", request.network.name}, {"precision", type}, {"gpu", gpu.id}, {"most", most}}});
  refuse_with_bounds({"serve.no_room_fewest",
                      {{"model", request.network.name},
                       {"precision", type},
                       {"gpu", gpu.id},
                       {"gpus", gpus},
                       {"fewest", std::to_string(*outcome.fewest)}}});
}

ServiceForecast forecast_or_refuse(const ServiceRequest& request, std::string_view precision,
                                   const catalog::GpuCatalog& gpus, std::size_t load = 0) {
  const catalog::Gpu& gpu = *request.cards.front();
  ServiceOutcome outcome = forecast_service(request, gpu, precision, gpus, load);
  if (!outcome.forecast) refuse(request, outcome, gpu, precision);
  return std::move(*outcome.forecast);
}

// More users or tokens a second; of one GPU, where each card has its own number of them.
double rank_of(const ServiceRequest& request, const ServiceForecast& one) {
  const bool by_users = has_loads_of_limits(request);
  const double all = by_users ? one.users.value : one.forecast().output_tokens_per_s;
  return request.gpus ? all : all / one.gpus;
}

void compare_cards(ServiceAnswer& answer, const catalog::GpuCatalog& gpus) {
  const ServiceRequest& request = answer.request;
  ServiceOutcome last;
  std::vector<const catalog::Gpu*> cards = request.cards;
  if (request.gpus.value_or(1) > 1)
    std::erase_if(cards, [](const catalog::Gpu* gpu) { return most_gpus_of(*gpu) == 1; });
  std::vector<ServiceOutcome> outcomes(cards.size());
  in_parallel(outcomes.size(), [&](std::size_t i) {
    outcomes[i] = forecast_service(request, *cards[i], request.precisions[0], gpus);
  });
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    last = std::move(outcomes[i]);
    if (last.forecast)
      answer.rows.push_back(std::move(*last.forecast));
    else
      answer.without.push_back({cards[i]->id, last.why});
  }
  if (answer.rows.empty()) refuse(request, last, *request.cards.back(), request.precisions[0]);
  std::stable_sort(answer.rows.begin(), answer.rows.end(), [&](const auto& a, const auto& b) {
    return rank_of(request, a) > rank_of(request, b);
  });
}

// All on as many GPUs as the widest takes that fits.
void compare_precisions(ServiceAnswer& answer, const catalog::GpuCatalog& gpus) {
  ServiceRequest& request = answer.request;
  const catalog::Gpu& gpu = *request.cards.front();
  ServiceOutcome outcome;
  for (const std::string_view precision : request.precisions) {
    outcome = forecast_service(request, gpu, precision, gpus);
    if (!outcome.forecast) {
      answer.without.push_back({std::string(precision), outcome.why});
      continue;
    }
    request.gpus = outcome.forecast->gpus;
    answer.rows.push_back(std::move(*outcome.forecast));
  }
  if (answer.rows.empty()) refuse(request, outcome, gpu, request.precisions.back());
}

// One service at different loads: the layout is that of the largest.
void compare_loads(ServiceAnswer& answer, const catalog::GpuCatalog& gpus) {
  ServiceRequest& request = answer.request;
  const std::string_view precision = request.precisions[0];
  const ServiceForecast largest =
      forecast_or_refuse(request, precision, gpus, request.loads.size() - 1);
  const ServingCase& one = largest.plan.one;
  request.has_fewest_gpus = !request.gpus && most_gpus_of(*request.cards.front()) > 1;
  request.gpus = largest.gpus;
  request.given = {one.layout.tp, one.layout.pp, one.layout.ep, one.layout.attention_dp,
                   one.engines};
  request.is_of_largest_load = true;
  for (std::size_t i = 0; i < request.loads.size(); ++i)
    answer.rows.push_back(forecast_or_refuse(request, precision, gpus, i));
}

// What no row of the fit is like.
void check_domain(const ServiceRequest& request) {
  if (!request.network.generates()) {
    const auto& network = request.network.network;
    const bool has_decoder = network && network->has_cross_attention();
    refuse_with_bounds({has_decoder ? "serve.no_decoder_cache" : "serve.unknown_network",
                        {{"model", request.network.name}}});
  }
  const double most = request.loads.empty() ? 1 : request.loads.back();
  const int engines = request.given.engines.value_or(1);  // each with a user of its own
  if (most > engines && advisor::is_for_one_user(request.load.software))
    refuse_with_bounds(
        {"serve.one_user", {{"software", std::string(to_text(request.load.software))}}});
}

void find_rows(ServiceAnswer& answer, const catalog::GpuCatalog& gpus) {
  check_domain(answer.request);
  switch (answer.request.shape) {
    case PredictShape::cards:
      return compare_cards(answer, gpus);
    case PredictShape::precisions:
      return compare_precisions(answer, gpus);
    case PredictShape::batches:
      return compare_loads(answer, gpus);
    default:
      answer.rows.push_back(forecast_or_refuse(answer.request, answer.request.precisions[0], gpus));
  }
}

std::shared_ptr<const CalibratedService> read_calibration(const ServiceRequest& request,
                                                          const Surroundings& surroundings) {
  if (!request.is_calibrated) return nullptr;
  const std::string& gpu = request.cards.front()->id;
  KeptCalibration kept = surroundings.calibration(gpu);
  if (!kept.serving) throw Error({"calibration.none_of_services", {{"gpu", gpu}}}, ExitCode::usage);
  auto fitted = advisor::calibrated(advisor::fitted_serving(), kept.serving->found.coefficients);
  return std::make_shared<const CalibratedService>(std::move(kept), std::move(fitted));
}

}  // namespace

Outcome<ServiceAnswer> service(ServiceRequest request, const Surroundings& surroundings) {
  Outcome<ServiceAnswer> outcome;
  outcome.notes = request.notes;
  ServiceAnswer& answer = outcome.answer.emplace();
  answer.request = std::move(request);
  try {
    answer.request.calibrated = read_calibration(answer.request, surroundings);
    find_rows(answer, surroundings.catalog.gpus());
  } catch (const Error& fault) {
    outcome.refusal = fault;
    outcome.answer.reset();
  } catch (const Refused& refused) {
    outcome.refusal = refused.why;
    for (const catalog::Gpu* gpu : answer.request.cards)
      answer.bounds.push_back(bounds_of(answer.request, *gpu));
  }
  return outcome;
}

}  // namespace wgf::answers
