// SPDX-License-Identifier: MIT
#include "runner/fitting_batches.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "runner/memory_forecast.h"

namespace wgf::runner {
namespace {

using results::Case;

bool is_too_large(const Case& value, const catalog::ModelCatalog& models, Bytes free_memory) {
  const auto forecast = forecast_memory(value, models);
  return forecast && reason_not_to_fit(*forecast, free_memory);
}

}  // namespace

std::vector<LoweredBatch> lower_batches(std::vector<Case>& plan,
                                        const catalog::ModelCatalog& models, Bytes free_memory) {
  std::vector<LoweredBatch> lowered;
  for (Case& value : plan) {
    const std::int64_t planned = value.parameters.integer("batch_size", 1);
    std::int64_t batch = planned;
    while (batch > 1 && is_too_large(value, models, free_memory))
      value.parameters.set("batch_size", batch /= 2);
    if (batch == planned) continue;
    lowered.push_back({value.key(),
                       {"runner.batch_lowered",
                        {{"model", value.parameters.text("model")},
                         {"planned", std::to_string(planned)},
                         {"batch", std::to_string(batch)},
                         {"free", format_bytes(free_memory)}}}});
  }
  std::set<std::string> seen;
  std::erase_if(plan, [&](const Case& value) { return !seen.insert(value.key()).second; });
  return lowered;
}

}  // namespace wgf::runner
