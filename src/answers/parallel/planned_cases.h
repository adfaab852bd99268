// SPDX-License-Identifier: MIT
#pragma once
// Plans as trainings of our engine, which measures them: plan --measure.

#include <cstddef>
#include <vector>

#include "answers/plan/plan_answer.h"
#include "results/case.h"

namespace wgf::answers {

// The pool's fastest plans that the engine can train, at most so many: a pipeline that shares out
// no more than the optimizer, interleaved micro-batches in rounds of the stages. None of a network
// that is no decoder of the catalogue.
std::vector<results::Case> planned_cases(const PlanRequest& request, const PoolPlans& pool,
                                         const catalog::ModelCatalog& models, std::size_t most);

}  // namespace wgf::answers
