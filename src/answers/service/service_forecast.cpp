// SPDX-License-Identifier: MIT
// The forecast of one service on one card, or why there is none.

#include <vector>

#include "advisor/serving/format_support.h"
#include "answers/service/service_answer.h"
#include "answers/service/service_figures.h"

namespace wgf::answers {
namespace {

using advisor::ServiceCard;
using advisor::ServicePlan;
using advisor::ServiceQuestion;
using advisor::ServingCase;

// Where not even one request is within the limits: the layout that is least beyond them.
std::optional<ServicePlan> plan_of(const ServiceRequest& request, const ServiceQuestion& question,
                                   const ServiceCard& card) {
  const bool is_load_open = request.loads.empty();
  if (!request.gpus)
    return advisor::fewest_service(question, card, is_load_open, most_gpus_of(*card.gpu),
                                   request.fitted());
  if (is_load_open)
    if (auto most = advisor::most_users(question, card, *request.gpus, request.fitted()))
      return most;
  return advisor::best_service(question, card, *request.gpus, request.fitted());
}

// The layout that holds most users within the limits, on as many GPUs as the plan has: the same
// whether the plan was chosen by them or not.
ServingCase layout_of_users(const ServiceRequest& request, ServiceQuestion question,
                            const ServiceCard& card, const ServicePlan& plan) {
  if (has_loads_of_limits(request)) return plan.one;
  question.limits = request.limits;
  if (const auto most = advisor::most_users(question, card, plan.one.gpus(), request.fitted()))
    return most->one;
  question.load.concurrency = 1;
  const auto nearest = advisor::best_service(question, card, plan.one.gpus(), request.fitted());
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

NoService why_not_run(const ServiceRequest& request, const catalog::Gpu& gpu,
                      std::string_view precision) {
  const bool is_published = request.network.network->has_mxfp4_experts;
  return advisor::is_known_to_run(request.load.software, is_published ? "mxfp4" : precision, gpu)
             ? NoService::no_precision
             : NoService::not_known;
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
  if (!is_service_modelled(card, question->load.precision.matrices, basis)) return {};
  auto plan = plan_of(request, *question, card);
  if (!plan) return no_plan(request, *question, card);
  ServiceQuestion limited = *question;
  limited.limits = request.limits;
  const ServingCase most = layout_of_users(request, *question, card, *plan);
  const advisor::UserRange users = advisor::users_within(limited, card, most, request.fitted());
  const bool is_plan = most.layout == plan->one.layout;
  const auto of_plan =
      is_plan ? users : advisor::users_within(limited, card, plan->one, request.fitted());
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

}  // namespace wgf::answers
