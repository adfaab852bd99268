// SPDX-License-Identifier: MIT
#pragma once
// What plan prints: the best plans of each pool of GPUs, and what lies between them.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/predict/training_forecast.h"
#include "advisor/recommend/machines.h"
#include "answers/basis/training_basis.h"
#include "answers/plan/plan_request.h"

namespace wgf::answers {

struct PoolPlans {
  GpuPool pool;
  advisor::PlanResult result;
  std::vector<advisor::TrainingForecast> best;  // of result.best
  ForecastBasis basis;
  std::optional<advisor::RunRent> rent;  // on demand; nothing: nobody offers them
  std::optional<double> usd_per_hour;    // of all its GPUs
  // With gradients summed in 16 bits, where no recipe was asked for: counts and the fastest.
  std::optional<advisor::PlanResult> narrow;
};

// What a billion tokens cost with a plan; nothing where nobody offers the cards.
std::optional<double> usd_per_billion_tokens(const PlanRequest& request, const PoolPlans& pool,
                                             double step_seconds);

// Of all pools: no plan is better in time, in memory left free and in dollars than one of these.
struct FrontRow {
  const PoolPlans* pool = nullptr;
  const advisor::Plan* plan = nullptr;
  double free_bytes = 0;
  std::optional<double> usd;  // a billion tokens
};
std::vector<FrontRow> pareto_front(const PlanRequest& request, const std::vector<PoolPlans>& pools);

nlohmann::ordered_json plan_json(const PlanRequest& request, const std::vector<PoolPlans>& pools);

}  // namespace wgf::answers
