// SPDX-License-Identifier: MIT
#include "advisor/plan/plan_memory.h"

#include <algorithm>

#include "advisor/memory/advice.h"
#include "advisor/memory/terms.h"

namespace wgf::advisor {

StageStates PlanMemory::states(const MemoryCase& one) {
  const Layout& layout = one.layout;
  const auto [entry, is_new] = shapes_.try_emplace({layout.tp, layout.pp, layout.ep});
  if (is_new)
    for (const int index : stages_that_matter(network_, layout))
      entry->second.push_back(stage_shape(network_, layout, index));
  StageStates states{&entry->second, {}};
  states.estimates.resize(entry->second.size());
  for (std::size_t i = 0; i < states.estimates.size(); ++i)
    describe_states(states.estimates[i], {network_, one, entry->second[i], {}});
  return states;
}

const std::vector<LayerActivations>& PlanMemory::activations(const MemoryCase& one) {
  const ActivationKey key{one.layout.tp, one.precision, one.recipe, one.recompute, one.is_fsdp};
  if (last_ != nullptr && key == last_key_) return *last_;
  const auto [entry, is_new] = activations_.try_emplace(key);
  if (is_new) entry->second = layer_activations(network_, one);
  last_key_ = key;
  last_ = &entry->second;
  return entry->second;
}

double PlanMemory::needed(const MemoryCase& one, const StageStates& states, double enough) {
  const std::vector<LayerActivations>& groups = activations(one);
  double most = 0;
  for (std::size_t i = 0; i < states.estimates.size() && most <= enough; ++i) {
    estimate_ = states.estimates[i];
    describe_rest(estimate_, {network_, one, (*states.shapes)[i], groups});
    most = std::max(most, bytes_at_risk(estimate_));
  }
  return most;
}

}  // namespace wgf::advisor
