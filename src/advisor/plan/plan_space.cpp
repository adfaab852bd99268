// SPDX-License-Identifier: MIT
#include "advisor/plan/plan_space.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "advisor/memory/pipeline_stages.h"
#include "advisor/network/splits.h"
#include "base/error.h"

namespace wgf::advisor {
namespace {

constexpr double most_micro_batch = 64;

std::vector<int> divisors(int number, int most) {
  std::vector<int> found;
  for (int by = 1; by <= std::min(number, most); ++by)
    if (number % by == 0) found.push_back(by);
  return found;
}

// The values that are possible, or the one that was asked for where it is among them.
std::vector<int> allowed(std::vector<int> values, const std::optional<int>& asked,
                         const char* name) {
  if (!asked) return values;
  if (std::find(values.begin(), values.end(), *asked) != values.end()) return {*asked};
  std::string possible;
  for (const int value : values) possible += (possible.empty() ? "" : ", ") + std::to_string(value);
  throw Error({"plan.impossible",
               {{"name", name}, {"value", std::to_string(*asked)}, {"possible", possible}}},
              ExitCode::usage);
}

template <typename Holds>
std::vector<int> that(std::vector<int> values, const Holds& holds) {
  std::erase_if(values, [&](int value) { return !holds(value); });
  return values;
}

}  // namespace

PlanSpace plan_space(const Network& network, double sequence, int gpus, const Node& node,
                     std::vector<ComputeType> types, const PlanLimits& limits) {
  PlanSpace space;
  space.layers = network.layer_count();
  space.limits = limits;
  space.types = std::move(types);
  space.tp = allowed(that(divisors(std::min(gpus, node.gpus), gpus),
                          [&](int tp) { return splits_heads(network, tp); }),
                     limits.tp, "tp");
  space.pp = allowed(divisors(gpus, space.layers), limits.pp, "pp");
  constexpr int most_context = 64;
  space.cp = allowed(that(divisors(gpus, most_context),
                          [&](int cp) {
                            return cp == 1 || (network.is_causal && (cp & (cp - 1)) == 0 &&
                                               std::fmod(sequence, 2.0 * cp) == 0);
                          }),
                     limits.cp, "cp");
  if (limits.ep.value_or(1) > 1 && !network.has_experts())
    throw Error({"plan.ep_of_dense", {{"ep", std::to_string(*limits.ep)}, {"model", network.name}}},
                ExitCode::usage);
  space.ep = allowed(that(divisors(most_experts(network), gpus),
                          [&](int ep) { return splits_experts(network, ep); }),
                     limits.ep, "ep");
  for (double batch = 1; batch <= most_micro_batch; batch *= 2)
    space.micro_batches.push_back(batch);
  if (limits.micro_batch) space.micro_batches = {*limits.micro_batch};
  space.recompute = {Recompute::none, Recompute::attention, Recompute::full};
  if (limits.recompute) space.recompute = {as_run_by(*limits.recompute, true)};
  return space;
}

std::vector<int> PlanSpace::virtual_stages(int stages) const {
  std::vector<int> chunks(static_cast<std::size_t>(most_chunks(layers, stages)));
  std::iota(chunks.begin(), chunks.end(), 1);
  if (!limits.virtual_stages) return chunks;
  std::erase_if(chunks, [&](int count) { return count != *limits.virtual_stages; });
  return chunks;
}

std::vector<int> PlanSpace::zero(int stages, int shards) const {
  if (limits.zero == 0) return {0};  // nothing is shared out, however many ranks there are
  std::vector<int> levels{shards > 1 ? 1 : 0};
  if (stages == 1 && shards > 1) levels.insert(levels.end(), {2, 3});
  if (!limits.zero) return levels;
  const bool is_possible = std::find(levels.begin(), levels.end(), *limits.zero) != levels.end();
  return is_possible ? std::vector<int>{*limits.zero} : std::vector<int>{};
}

bool completes_layout(Layout& layout, int gpus, double global_batch, double micro_batch) {
  layout.dp = 1;
  const std::int64_t without_data = layout.gpus();
  if (gpus % without_data != 0) return false;
  layout.dp = static_cast<int>(gpus / without_data);
  if ((gpus / layout.pp) % layout.ep != 0) return false;
  const double micro_steps = global_batch / (layout.dp * micro_batch);
  if (micro_steps < 1 || std::floor(micro_steps) != micro_steps) return false;
  return layout.virtual_stages == 1 || std::fmod(micro_steps, layout.pp) == 0;
}

}  // namespace wgf::advisor
