// SPDX-License-Identifier: MIT
#pragma once
// The best plans of each pool of GPUs, and what lies between them.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "advisor/predict/training_forecast.h"
#include "advisor/recommend/machines.h"
#include "answers/basis/training_basis.h"
#include "answers/outcome.h"
#include "answers/plan/plan_request.h"
#include "answers/sources/rents.h"
#include "answers/training/calibrated.h"

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
  std::size_t pool = 0;
  advisor::Plan plan;
  double free_bytes = 0;
  std::optional<double> usd;  // a billion tokens
};
std::vector<FrontRow> pareto_front(const PlanRequest& request, const std::vector<PoolPlans>& pools);

struct PlanAnswer {
  PlanRequest request;
  std::shared_ptr<const Rents> rents;            // what the pools' rents point into
  std::shared_ptr<const Calibrated> calibrated;  // what forecasts point into
  std::vector<PoolPlans> pools;
  std::vector<FrontRow> front;
};

// Refused where a pool's card has no known speed, nothing of a pool fits or its limits leave no
// layout.
Outcome<PlanAnswer> plan(const PlanRequest& request, const Surroundings& surroundings);

nlohmann::ordered_json plan_json(const PlanAnswer& answer);

}  // namespace wgf::answers
