// SPDX-License-Identifier: MIT
#include "answers/parallel/planned_cases.h"

#include <algorithm>
#include <cmath>

namespace wgf::answers {
namespace {

using results::Case;

bool is_trained(const advisor::TrainingCase& one, std::int64_t micro_batches) {
  const advisor::Layout& layout = one.work.layout;
  if (layout.pp > 1 && one.work.zero > 1) return false;
  if (layout.virtual_stages > 1 && micro_batches % layout.pp != 0) return false;
  return !one.work.is_offloaded;
}

Case case_of(const std::string& model, const advisor::TrainingCase& one,
             std::int64_t micro_batches) {
  const advisor::Layout& layout = one.work.layout;
  Case value{.benchmark = "train_decoder",
             .parameters = {{"model", model},
                            {"batch_size", static_cast<std::int64_t>(one.work.batch)},
                            {"sequence_length", static_cast<std::int64_t>(one.work.sequence)},
                            {"precision", std::string(advisor::to_text(one.matrices))}}};
  const auto set = [&](const char* name, std::int64_t size) {
    if (size > 1) value.parameters.set(name, size);
  };
  set("dp", layout.dp);
  set("tp", layout.tp);
  if (layout.tp > 1 && one.work.has_sequence_parallel) value.parameters.set("sp", true);
  set("cp", layout.cp);
  set("ep", layout.ep);
  set("pp", layout.pp);
  if (layout.pp > 1) {
    const bool is_interleaved = layout.virtual_stages > 1;
    set("vpp", layout.virtual_stages);
    value.parameters.set("schedule", std::string(is_interleaved ? "interleaved" : "1f1b"));
  }
  set("accumulate", micro_batches);
  if (one.work.zero > 0) value.parameters.set("zero", std::int64_t{one.work.zero});
  if (one.work.recompute != advisor::Recompute::none)
    value.parameters.set(
        "recompute",
        std::string(one.work.recompute == advisor::Recompute::full ? "full" : "selective"));
  return value;
}

}  // namespace

std::vector<Case> planned_cases(const PlanRequest& request, const PoolPlans& pool,
                                const catalog::ModelCatalog& models, std::size_t most) {
  std::vector<Case> cases;
  const catalog::Model* model = models.find_id(request.network.name);
  if (model == nullptr) return cases;
  for (const advisor::TrainingForecast& plan : pool.best) {
    const auto micro_batches = static_cast<std::int64_t>(std::llround(plan.one.micro_steps()));
    if (cases.size() == most) break;
    if (!is_trained(plan.one, micro_batches)) continue;
    Case value = case_of(model->id, plan.one, micro_batches);
    if (std::find(cases.begin(), cases.end(), value) == cases.end())
      cases.push_back(std::move(value));
  }
  return cases;
}

}  // namespace wgf::answers
