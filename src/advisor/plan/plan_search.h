// SPDX-License-Identifier: MIT
#pragma once
// The fastest of all parallel plans: every layout of the space is either shown not to fit or timed.
// docs/method/plan.md.

#include <vector>

#include "advisor/plan/plan_space.h"
#include "advisor/training/step_time.h"

namespace wgf::advisor {

struct PlanQuestion {
  const Network& network;
  TrainingCase one;  // sequence, software, optimizer, global batch; the search sets the rest
  const catalog::Gpu& gpu;
  Node node;
  int gpus = 1;
  Recipe recipe = Recipe::megatron;  // of 16-bit types, or megatron_16
};

struct Plan {
  TrainingCase one;
  double seconds = 0;  // of a step
  double bytes = 0;    // that nine in ten such trainings stay below on the fullest GPU
};

struct PlanCounts {
  std::int64_t pruned = 0;     // layouts that do not fit
  std::int64_t evaluated = 0;  // layouts whose time was computed
};

struct PlanResult {
  // Fastest first, of equally fast ones the smallest; of each (type, tp, pp, cp, ep, dp) its first.
  std::vector<Plan> best;
  std::vector<Plan> front;       // fastest first; none is both faster and smaller than one of these
  std::optional<Plan> smallest;  // where none fits: the one that takes least
  PlanCounts counts;
};

// Throws where plan_space() does. `best` keeps at most `most`. Nothing is evaluated where the
// card's time is not known.
PlanResult search_plans(const PlanQuestion& question, const PlanSpace& space,
                        const TrainingCoefficients& c, std::size_t most);

}  // namespace wgf::advisor
