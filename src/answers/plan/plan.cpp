// SPDX-License-Identifier: MIT
#include <algorithm>

#include "advisor/memory/advice.h"
#include "advisor/training/matrix_speed.h"
#include "answers/plan/plan_answer.h"
#include "answers/training/layout_names.h"
#include "answers/training/no_training.h"
#include "base/figures.h"

namespace wgf::answers {
namespace {

// The same search with gradients in 16 bits; nothing where a recipe or only four-byte types were
// asked for.
std::optional<advisor::PlanResult> narrow_plans(const PlanRequest& request,
                                                advisor::PlanQuestion question,
                                                const advisor::PlanSpace& space,
                                                const advisor::TrainingCoefficients& c) {
  const bool has_16_bits =
      std::any_of(space.types.begin(), space.types.end(),
                  [](advisor::ComputeType type) { return type >= advisor::ComputeType::bf16; });
  if (request.recipe || !has_16_bits) return std::nullopt;
  question.recipe = advisor::Recipe::megatron_16;
  return search_plans(question, space, c, 1);
}

// Whether any layout is left, in memory or not.
bool has_layouts(const advisor::PlanResult& result) {
  return !result.best.empty() || result.smallest;
}

// Which limit leaves no layout, as a message: that of ZeRO where there are some without it.
const char* no_layout_key(const PlanRequest& request, const GpuPool& pool,
                          advisor::PlanSpace space) {
  const advisor::PlanLimits& limits = request.limits;
  if (limits.zero && limits.virtual_stages) {
    space.limits.zero.reset();
    const bool is_of_zero = has_layouts(
        search_plans(request.question(pool), space, advisor::fitted_training().coefficients, 1));
    return is_of_zero ? "plan.no_layout_zero" : "plan.no_layout_vpp";
  }
  if (limits.virtual_stages) return "plan.no_layout_vpp";
  return limits.zero ? "plan.no_layout_zero" : "plan.no_layout";
}

Error nothing_of(const PlanRequest& request, const GpuPool& pool, const advisor::PlanSpace& space,
                 const PoolPlans& plans) {
  const advisor::PlanResult& result = plans.result;
  const std::string cards = std::to_string(pool.gpus) + " x " + pool.gpu->id;
  if (!result.smallest) {
    const std::optional<int>&vpp = request.limits.virtual_stages, &zero = request.limits.zero;
    return Error({no_layout_key(request, pool, space),
                  {{"model", request.network.name},
                   {"cards", cards},
                   {"vpp", std::to_string(vpp.value_or(1))},
                   {"zero", std::to_string(zero.value_or(0))}}},
                 ExitCode::usage);
  }
  const bool would_fit = plans.narrow && !plans.narrow->best.empty();
  return Error(
      {would_fit ? "plan.nothing_fits_in_fp32" : "plan.nothing_fits",
       {{"model", request.network.name},
        {"cards", cards},
        {"layout", layout_text(result.smallest->one.work)},
        {"needed", gb_text(result.smallest->bytes)},
        {"usable", gb_text(static_cast<double>(advisor::usable_memory(*pool.gpu).value))}}});
}

PoolPlans plans_of(const PlanRequest& request, const GpuPool& pool, const catalog::GpuCatalog& gpus,
                   const advisor::FittedTraining& fitted) {
  const advisor::PlanQuestion question = request.question(pool);
  if (const auto gap = advisor::speed_gap(*pool.gpu); gap != advisor::SpeedGap::none)
    throw Error({"plan.card_" + gap_name(gap), {{"gpu", pool.gpu->id}}}, ExitCode::not_supported);
  const advisor::PlanSpace space =
      advisor::plan_space(question.network, question.one.work.sequence, pool.gpus, question.node,
                          request.types_of(*pool.gpu), request.limits);
  PoolPlans plans{pool, search_plans(question, space, fitted.coefficients, request.top), {}, {}, {},
                  {},   narrow_plans(request, question, space, fitted.coefficients)};
  if (plans.result.best.empty()) throw nothing_of(request, pool, space, plans);
  plans.basis = training_basis(*pool.gpu, gpus);
  for (const advisor::Plan& plan : plans.result.best) {
    auto forecast = forecast_training(question.network, plan.one, *pool.gpu, question.node,
                                      plans.basis.familiarity, fitted);
    forecast->memory = estimate_memory(question.network, plan.one.work);
    plans.best.push_back(std::move(*forecast));
  }
  return plans;
}

}  // namespace

Outcome<PlanAnswer> plan(const PlanRequest& request, const Surroundings& surroundings) {
  return outcome_of<PlanAnswer>(request.notes, [&] {
    PlanAnswer answer{request,
                      std::make_shared<const Rents>(surroundings),
                      std::make_shared<const Calibrated>(
                          request.is_calibrated, request.pools.front().gpu->id, surroundings),
                      {},
                      {}};
    for (const GpuPool& pool : request.pools) {
      PoolPlans plans =
          plans_of(request, pool, surroundings.catalog.gpus(), answer.calibrated->fitted());
      plans.rent = answer.rents->of(*pool.gpu, pool.gpus);
      if (plans.rent) plans.usd_per_hour = plans.rent->offer->per_gpu.value * pool.gpus;
      answer.pools.push_back(std::move(plans));
    }
    answer.front = pareto_front(request, answer.pools);
    return answer;
  });
}

}  // namespace wgf::answers
