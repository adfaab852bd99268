// SPDX-License-Identifier: MIT
// plan --measure: the planner's fastest layouts that this machine can run, measured beside their
// forecasts.

#include <algorithm>

#include "answers/parallel/forecast_rows.h"
#include "answers/parallel/planned_cases.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/measure/parallel/parallel_auto.h"
#include "cli/surroundings.h"
#include "runner/model_config.h"

namespace wgf::cli {

void measure_plans(const answers::PlanAnswer& answer, std::size_t most, Context& context) {
  const auto rows = [&](const std::string& card, const catalog::ModelCatalog& models) {
    const auto pool =
        std::find_if(answer.pools.begin(), answer.pools.end(),
                     [&](const answers::PoolPlans& one) { return one.pool.gpu->id == card; });
    if (pool == answer.pools.end())
      throw Error({"plan.measure_other_card", {{"card", card}}}, ExitCode::usage);
    const auto catalog = asked_catalog(context);
    const answers::Surroundings surroundings = surroundings_of(*catalog, context);
    std::vector<results::Result> forecasts;
    for (results::Case& value : answers::planned_cases(answer.request, *pool, models, most)) {
      value.model_config = runner::training_config(*models.find_id(value.parameters.text("model")));
      forecasts.push_back(answers::forecast_result(value, card, surroundings));
    }
    if (forecasts.empty()) throw Error({"plan.measure_none", {}}, ExitCode::not_supported);
    return forecasts;
  };
  measure(layouts_session(
              rows, [](const catalog::ModelCatalog&) {}, {}, "plan.measure_no_gpu"),
          context);
}

}  // namespace wgf::cli
