// SPDX-License-Identifier: MIT
// predict --task serve: how fast a service would be on cards nobody need own, and how many users it
// would hold, with 90 % intervals.

#include "answers/service/service_answer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advisor/memory/advice.h"
#include "advisor/predict/physics_bounds.h"
#include "advisor/serving/cache_room.h"
#include "answers/service/service_figures.h"
#include "base/parallel.h"
#include "cli/commands.h"
#include "cli/service/service_text.h"
#include "cli/words/service_words.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::ServiceCard;
using advisor::ServingCase;
using Json = nlohmann::ordered_json;

answers::ServiceBoundsAnswer bounds_of(const answers::ServiceRequest& request,
                                       const catalog::Gpu& gpu) {
  answers::ServiceBoundsAnswer answer{&gpu, request.gpus.value_or(1), {}, {}, {}};
  const answers::MemoryRequest& network = request.network;
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

[[noreturn]] void answer_bounds(const answers::ServiceRequest& request, const Message& why,
                                const Context& context) {
  Json json = Json::array();
  for (const catalog::Gpu* gpu : request.cards) {
    const answers::ServiceBoundsAnswer answer = bounds_of(request, *gpu);
    if (context.json)
      json.push_back(service_bounds_json(request, answer));
    else
      print(service_bounds_text(request, answer, context));
  }
  if (context.json) print(results::indented(json.size() == 1 ? json[0] : json));
  throw Error(why, ExitCode::not_supported);
}

// Throws what the user can do something about; prints bounds first where physics says something.
[[noreturn]] void refuse(const answers::ServiceRequest& request,
                         const answers::ServiceOutcome& outcome, const catalog::Gpu& gpu,
                         std::string_view precision, const Context& context) {
  const std::string software(to_text(request.load.software)), type(precision);
  const std::string gpus = request.gpus ? std::to_string(*request.gpus) : "";
  switch (outcome.why) {
    case answers::NoService::no_precision:
      throw Error({"serve.no_precision", {{"software", software}, {"precision", type}}},
                  ExitCode::usage);
    case answers::NoService::not_known:
      throw Error({"serve.not_known_to_run",
                   {{"software", software}, {"precision", type}, {"gpu", gpu.id}}},
                  ExitCode::not_supported);
    case answers::NoService::no_layout:
      throw Error({"serve.no_layout", {{"gpus", gpus}}}, ExitCode::usage);
    case answers::NoService::unknown_card:
      answer_bounds(request, {"serve.unknown_card", {{"gpu", gpu.id}, {"software", software}}},
                    context);
    case answers::NoService::no_room:
      break;
  }
  const std::string most = std::to_string(answers::most_gpus_of(gpu));
  if (!outcome.fewest)
    answer_bounds(
        request,
        {"serve.no_room",
         {{"model", request.network.name}, {"precision", type}, {"gpu", gpu.id}, {"most", most}}},
        context);
  answer_bounds(request,
                {"serve.no_room_fewest",
                 {{"model", request.network.name},
                  {"precision", type},
                  {"gpu", gpu.id},
                  {"gpus", gpus},
                  {"fewest", std::to_string(*outcome.fewest)}}},
                context);
}

answers::ServiceForecast forecast_or_refuse(const answers::ServiceRequest& request,
                                            std::string_view precision,
                                            const catalog::GpuCatalog& gpus, const Context& context,
                                            std::size_t load = 0) {
  const catalog::Gpu& gpu = *request.cards.front();
  answers::ServiceOutcome outcome = forecast_service(request, gpu, precision, gpus, load);
  if (!outcome.forecast) refuse(request, outcome, gpu, precision, context);
  return std::move(*outcome.forecast);
}

// More users or tokens a second; of one GPU, where each card has its own number of them.
double rank_of(const answers::ServiceRequest& request, const answers::ServiceForecast& one) {
  const bool by_users = has_loads_of_limits(request);
  const double all = by_users ? one.users.value : one.forecast().output_tokens_per_s;
  return request.gpus ? all : all / one.gpus;
}

std::string cards_answer(const answers::ServiceRequest& request, const catalog::GpuCatalog& gpus,
                         const Context& context) {
  std::vector<answers::ServiceForecast> rows;
  std::vector<answers::WithoutService> without;
  answers::ServiceOutcome last;
  std::vector<const catalog::Gpu*> cards_asked = request.cards;
  if (request.gpus.value_or(1) > 1)
    std::erase_if(cards_asked,
                  [](const catalog::Gpu* gpu) { return answers::most_gpus_of(*gpu) == 1; });
  std::vector<answers::ServiceOutcome> outcomes(cards_asked.size());
  in_parallel(outcomes.size(), [&](std::size_t i) {
    outcomes[i] = forecast_service(request, *cards_asked[i], request.precisions[0], gpus);
  });
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    last = std::move(outcomes[i]);
    if (last.forecast)
      rows.push_back(std::move(*last.forecast));
    else
      without.push_back({cards_asked[i]->id, last.why});
  }
  if (rows.empty()) refuse(request, last, *request.cards.back(), request.precisions[0], context);
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return rank_of(request, a) > rank_of(request, b);
  });
  if (!context.json) return service_cards_text(request, rows, without, context);
  Json cards = Json::array(), others = Json::array();
  for (const answers::ServiceForecast& one : rows) cards.push_back(service_json(request, one));
  for (const answers::WithoutService& one : without)
    others.push_back({{"gpu", one.name}, {"reason", to_text(one.why)}});
  return results::indented(Json{{"cards", cards}, {"no_forecast", others}});
}

// All on as many GPUs as the widest takes that fits.
std::string precisions_answer(answers::ServiceRequest request, const catalog::GpuCatalog& gpus,
                              const Context& context) {
  const catalog::Gpu& gpu = *request.cards.front();
  std::vector<answers::ServiceForecast> rows;
  std::vector<answers::WithoutService> without;
  answers::ServiceOutcome outcome;
  for (const std::string_view precision : request.precisions) {
    outcome = forecast_service(request, gpu, precision, gpus);
    if (!outcome.forecast) {
      without.push_back({std::string(precision), outcome.why});
      continue;
    }
    request.gpus = outcome.forecast->gpus;
    rows.push_back(std::move(*outcome.forecast));
  }
  if (rows.empty()) refuse(request, outcome, gpu, request.precisions.back(), context);
  if (!context.json) return service_precisions_text(request, rows, without, context);
  Json precisions = Json::array(), others = Json::array();
  for (const answers::ServiceForecast& one : rows) precisions.push_back(service_json(request, one));
  for (const answers::WithoutService& one : without)
    others.push_back({{"precision", one.name}, {"reason", to_text(one.why)}});
  return results::indented(Json{{"precisions", precisions}, {"no_forecast", others}});
}

// One service at different loads: the layout is that of the largest.
std::string loads_answer(answers::ServiceRequest request, const catalog::GpuCatalog& gpus,
                         const Context& context) {
  const std::string_view precision = request.precisions[0];
  const answers::ServiceForecast largest =
      forecast_or_refuse(request, precision, gpus, context, request.loads.size() - 1);
  const ServingCase& one = largest.plan.one;
  request.has_fewest_gpus = !request.gpus && answers::most_gpus_of(*request.cards.front()) > 1;
  request.gpus = largest.gpus;
  request.given = {one.layout.tp, one.layout.pp, one.layout.ep, one.layout.attention_dp,
                   one.engines};
  request.is_of_largest_load = true;
  std::vector<answers::ServiceForecast> rows;
  for (std::size_t i = 0; i < request.loads.size(); ++i)
    rows.push_back(forecast_or_refuse(request, precision, gpus, context, i));
  return context.json ? results::indented(service_loads_json(request, rows))
                      : service_loads_text(request, rows, context);
}

// What no row of the fit is like.
void check_domain(const answers::ServiceRequest& request, const Context& context) {
  if (!request.network.generates()) {
    const auto& network = request.network.network;
    const bool has_decoder = network && network->has_cross_attention();
    answer_bounds(request,
                  {has_decoder ? "serve.no_decoder_cache" : "serve.unknown_network",
                   {{"model", request.network.name}}},
                  context);
  }
  const double most = request.loads.empty() ? 1 : request.loads.back();
  const int engines = request.given.engines.value_or(1);  // each with a user of its own
  if (most > engines && advisor::is_for_one_user(request.load.software))
    answer_bounds(request,
                  {"serve.one_user", {{"software", std::string(to_text(request.load.software))}}},
                  context);
}

}  // namespace

void print_service(const answers::PredictOptions& options, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  answers::ServiceRequest request = parse_service_request(options, catalog);
  for (const Message& note : request.notes) print_note(note, context);
  check_domain(request, context);
  switch (request.shape) {
    case answers::PredictShape::cards:
      return print(cards_answer(request, catalog.gpus(), context));
    case answers::PredictShape::precisions:
      return print(precisions_answer(std::move(request), catalog.gpus(), context));
    case answers::PredictShape::batches:
      return print(loads_answer(std::move(request), catalog.gpus(), context));
    default:
      break;
  }
  const answers::ServiceForecast one =
      forecast_or_refuse(request, request.precisions[0], catalog.gpus(), context);
  print(context.json ? results::indented(service_json(request, one))
                     : service_text(request, one, options.is_explained, context));
}

}  // namespace wgf::cli
