// SPDX-License-Identifier: MIT
// predict --task serve: how fast a service would be on cards nobody need own, and how many users it
// would hold, with 90 % intervals.

#include "cli/serve/serve.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advisor/memory/advice.h"
#include "advisor/predict/physics_bounds.h"
#include "advisor/serving/cache_room.h"
#include "advisor/serving/format_support.h"
#include "base/parallel.h"
#include "cli/serve/serve_format.h"
#include "results/json_print.h"

namespace wgf::cli {
namespace {

using advisor::ServiceCard;
using advisor::ServicePlan;
using advisor::ServiceQuestion;
using advisor::ServingCase;
using Json = nlohmann::ordered_json;

bool is_modelled(const ServiceCard& card, const ServiceQuestion& question,
                 const ServiceBasis& basis) {
  const bool has_figures =
      card.pass.facts.bandwidth > 0 && card.pass.rates.has(question.load.precision.matrices);
  // Without a count of processors it is an accelerator of another kind.
  const bool is_like_others = basis.is_vendor_known && card.gpu->sm_count.has_value();
  return has_figures && (basis.familiarity == advisor::Familiarity::card || is_like_others ||
                         card.pass.rates.is_known_generation);
}

// Where not even one request is within the limits: the layout that is least beyond them.
std::optional<ServicePlan> plan_of(const ServiceRequest& request, const ServiceQuestion& question,
                                   const ServiceCard& card) {
  const bool is_load_open = request.loads.empty();
  if (!request.gpus)
    return advisor::fewest_service(question, card, is_load_open, most_gpus_of(*card.gpu));
  if (is_load_open)
    if (auto most = advisor::most_users(question, card, *request.gpus)) return most;
  return advisor::best_service(question, card, *request.gpus);
}

// The layout that holds most users within the limits, on as many GPUs as the plan has: the same
// whether the plan was chosen by them or not.
ServingCase layout_of_users(const ServiceRequest& request, ServiceQuestion question,
                            const ServiceCard& card, const ServicePlan& plan) {
  if (has_loads_of_limits(request)) return plan.one;
  question.limits = request.limits;
  if (const auto most = advisor::most_users(question, card, plan.one.gpus())) return most->one;
  question.load.concurrency = 1;
  const auto nearest = advisor::best_service(question, card, plan.one.gpus());
  return nearest ? nearest->one : plan.one;
}

ServiceOutcome no_plan(const ServiceRequest& request, const ServiceQuestion& question,
                       const ServiceCard& card) {
  ServiceOutcome outcome;
  const bool has_layouts =
      !request.gpus || !advisor::service_layouts(question.network, question.load.software,
                                                 question.given, card.pass.node, *request.gpus)
                            .empty();
  outcome.why = has_layouts ? NoService::no_room : NoService::no_layout;
  ServiceQuestion open = question;
  open.given = {};
  outcome.fewest = advisor::fewest_gpus(open, card, most_gpus_of(*card.gpu));
  return outcome;
}

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
    if (weights > answer.gpus * static_cast<double>(advisor::usable_memory(gpu).value))
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

[[noreturn]] void answer_bounds(const ServiceRequest& request, const Message& why,
                                const Context& context) {
  Json json = Json::array();
  for (const catalog::Gpu* gpu : request.cards) {
    const ServiceBoundsAnswer answer = bounds_of(request, *gpu);
    if (context.json)
      json.push_back(service_bounds_json(request, answer));
    else
      print(service_bounds_text(request, answer, context));
  }
  if (context.json) print(results::indented(json.size() == 1 ? json[0] : json));
  throw Error(why, ExitCode::not_supported);
}

NoService why_not_run(const ServiceRequest& request, const catalog::Gpu& gpu,
                      std::string_view precision) {
  const bool is_published = request.network.network->has_mxfp4_experts;
  return advisor::is_known_to_run(request.load.software, is_published ? "mxfp4" : precision, gpu)
             ? NoService::no_precision
             : NoService::not_known;
}

// Throws what the user can do something about; prints bounds first where physics says something.
[[noreturn]] void refuse(const ServiceRequest& request, const ServiceOutcome& outcome,
                         const catalog::Gpu& gpu, std::string_view precision,
                         const Context& context) {
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
      answer_bounds(request, {"serve.unknown_card", {{"gpu", gpu.id}, {"software", software}}},
                    context);
    case NoService::no_room:
      break;
  }
  const std::string most = std::to_string(most_gpus_of(gpu));
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

ServiceForecast forecast_or_refuse(const ServiceRequest& request, std::string_view precision,
                                   const catalog::GpuCatalog& gpus, const Context& context,
                                   std::size_t load = 0) {
  const catalog::Gpu& gpu = *request.cards.front();
  ServiceOutcome outcome = forecast_service(request, gpu, precision, gpus, load);
  if (!outcome.forecast) refuse(request, outcome, gpu, precision, context);
  return std::move(*outcome.forecast);
}

// More users or tokens a second; of one GPU, where each card has its own number of them.
double rank_of(const ServiceRequest& request, const ServiceForecast& one) {
  const bool by_users = has_loads_of_limits(request);
  const double all = by_users ? one.users.value : one.forecast().output_tokens_per_s;
  return request.gpus ? all : all / one.gpus;
}

std::string cards_answer(const ServiceRequest& request, const catalog::GpuCatalog& gpus,
                         const Context& context) {
  std::vector<ServiceForecast> rows;
  std::vector<WithoutService> without;
  ServiceOutcome last;
  std::vector<const catalog::Gpu*> cards_asked = request.cards;
  if (request.gpus.value_or(1) > 1)
    std::erase_if(cards_asked, [](const catalog::Gpu* gpu) { return most_gpus_of(*gpu) == 1; });
  std::vector<ServiceOutcome> outcomes(cards_asked.size());
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
  for (const ServiceForecast& one : rows) cards.push_back(service_json(request, one));
  for (const WithoutService& one : without)
    others.push_back({{"gpu", one.name}, {"reason", to_text(one.why)}});
  return results::indented(Json{{"cards", cards}, {"no_forecast", others}});
}

// All on as many GPUs as the widest takes that fits.
std::string precisions_answer(ServiceRequest request, const catalog::GpuCatalog& gpus,
                              const Context& context) {
  const catalog::Gpu& gpu = *request.cards.front();
  std::vector<ServiceForecast> rows;
  std::vector<WithoutService> without;
  ServiceOutcome outcome;
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
  for (const ServiceForecast& one : rows) precisions.push_back(service_json(request, one));
  for (const WithoutService& one : without)
    others.push_back({{"precision", one.name}, {"reason", to_text(one.why)}});
  return results::indented(Json{{"precisions", precisions}, {"no_forecast", others}});
}

// One service at different loads: the layout is that of the largest.
std::string loads_answer(ServiceRequest request, const catalog::GpuCatalog& gpus,
                         const Context& context) {
  const std::string_view precision = request.precisions[0];
  const ServiceForecast largest =
      forecast_or_refuse(request, precision, gpus, context, request.loads.size() - 1);
  const ServingCase& one = largest.plan.one;
  request.has_fewest_gpus = !request.gpus && most_gpus_of(*request.cards.front()) > 1;
  request.gpus = largest.gpus;
  request.given = {one.layout.tp, one.layout.pp, one.layout.ep, one.layout.attention_dp,
                   one.engines};
  request.is_of_largest_load = true;
  std::vector<ServiceForecast> rows;
  for (std::size_t i = 0; i < request.loads.size(); ++i)
    rows.push_back(forecast_or_refuse(request, precision, gpus, context, i));
  return context.json ? results::indented(service_loads_json(request, rows))
                      : service_loads_text(request, rows, context);
}

// What no row of the fit is like.
void check_domain(const ServiceRequest& request, const Context& context) {
  if (!request.network.generates())
    answer_bounds(request, {"serve.unknown_network", {{"model", request.network.name}}}, context);
  const double most = request.loads.empty() ? 1 : request.loads.back();
  const int engines = request.given.engines.value_or(1);  // each with a user of its own
  if (most > engines && advisor::is_for_one_user(request.load.software))
    answer_bounds(request,
                  {"serve.one_user", {{"software", std::string(to_text(request.load.software))}}},
                  context);
}

}  // namespace

int most_gpus_of(const catalog::Gpu& gpu) {
  return gpu.form_factor == "SoC module" ? 1 : most_chosen_gpus;
}

std::string_view to_text(NoService why) {
  constexpr std::string_view names[] = {"unknown_card", "no_precision", "not_known_to_run",
                                        "no_room", "no_layout"};
  return names[static_cast<std::size_t>(why)];
}

ServiceOutcome forecast_service(const ServiceRequest& request, const catalog::Gpu& gpu,
                                std::string_view precision, const catalog::GpuCatalog& gpus,
                                std::size_t load) {
  const auto question = request.question(gpu, precision, load);
  if (!question) return {std::nullopt, why_not_run(request, gpu, precision), {}};
  const ServiceCard card(gpu, request.load.software);
  ServiceBasis basis = service_basis(gpu, request.load.software, gpus);
  if (!is_modelled(card, *question, basis)) return {};
  auto plan = plan_of(request, *question, card);
  if (!plan) return no_plan(request, *question, card);
  ServiceQuestion limited = *question;
  limited.limits = request.limits;
  const ServingCase most = layout_of_users(request, *question, card, *plan);
  const advisor::UserRange users = advisor::users_within(limited, card, most);
  const bool is_plan = most.layout == plan->one.layout;
  const auto of_plan = is_plan ? users : advisor::users_within(limited, card, plan->one);
  const int count = plan->one.gpus();
  return {ServiceForecast{&gpu, precision, count, std::move(*plan), users, of_plan, most,
                          std::move(basis)},
          {},
          {}};
}

advisor::Knee knee_of(const std::vector<ServiceForecast>& loads) {
  std::vector<ServicePlan> plans;
  for (const ServiceForecast& one : loads) plans.push_back(one.plan);
  return advisor::service_knee(plans);
}

void print_service(const PredictOptions& options, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  ServiceRequest request = parse_service_request(options, catalog);
  for (const Message& note : request.notes) print_note(note, context);
  check_domain(request, context);
  switch (request.shape) {
    case PredictShape::cards:
      return print(cards_answer(request, catalog.gpus(), context));
    case PredictShape::precisions:
      return print(precisions_answer(std::move(request), catalog.gpus(), context));
    case PredictShape::batches:
      return print(loads_answer(std::move(request), catalog.gpus(), context));
    default:
      break;
  }
  const ServiceForecast one =
      forecast_or_refuse(request, request.precisions[0], catalog.gpus(), context);
  print(context.json ? results::indented(service_json(request, one))
                     : service_text(request, one, options.is_explained, context));
}

}  // namespace wgf::cli
