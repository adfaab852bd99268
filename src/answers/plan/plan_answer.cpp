// SPDX-License-Identifier: MIT
#include "answers/plan/plan_answer.h"

#include <algorithm>

namespace wgf::answers {
namespace {

bool is_as_good(const FrontRow& a, const FrontRow& b) {
  // Without a price nothing is cheaper.
  const bool is_cheaper = !b.usd || (a.usd && *a.usd <= *b.usd);
  return a.plan.seconds <= b.plan.seconds && a.free_bytes >= b.free_bytes && is_cheaper;
}

}  // namespace

std::optional<double> usd_per_billion_tokens(const PlanRequest& request, const PoolPlans& pool,
                                             double step_seconds) {
  constexpr double billion = 1e9, seconds_per_hour = 3600;
  if (!pool.usd_per_hour) return std::nullopt;
  return billion / request.tokens_a_step() * step_seconds / seconds_per_hour * *pool.usd_per_hour;
}

std::vector<FrontRow> pareto_front(const PlanRequest& request,
                                   const std::vector<PoolPlans>& pools) {
  std::vector<FrontRow> rows, front;
  for (std::size_t i = 0; i < pools.size(); ++i)
    for (const advisor::Plan& plan : pools[i].result.front) {
      const auto usable = static_cast<double>(advisor::usable_memory(*pools[i].pool.gpu).value);
      rows.push_back(
          {i, plan, usable - plan.bytes, usd_per_billion_tokens(request, pools[i], plan.seconds)});
    }
  for (const FrontRow& row : rows)
    if (std::none_of(rows.begin(), rows.end(), [&](const FrontRow& other) {
          return &other != &row && is_as_good(other, row) && !is_as_good(row, other);
        }))
      front.push_back(row);
  std::stable_sort(front.begin(), front.end(), [](const FrontRow& a, const FrontRow& b) {
    return a.plan.seconds < b.plan.seconds;
  });
  return front;
}

}  // namespace wgf::answers
