// SPDX-License-Identifier: MIT
#include "answers/parallel/step_breakdown.h"

#include <algorithm>

namespace wgf::answers {
namespace {

using advisor::StepPart;

// Of the products of layers that are no experts, what attention's matrices are.
double attention_share(const advisor::Network& network) {
  double attention = 0, all = 0;
  for (const advisor::LayerGroup& group : network.layers) {
    const advisor::LayerParams one = layer_params(network, group);
    attention += group.count * static_cast<double>(one.attention);
    all += group.count * static_cast<double>(one.attention + one.router + one.dense + one.shared);
  }
  return all > 0 ? attention / all : 0;
}

}  // namespace

StepBreakdown break_down(const CaseForecast& found) {
  const advisor::StepTime& parts = found.forecast().parts;
  const auto time = [&](StepPart part) { return Seconds(parts[part]); };
  StepBreakdown step;
  const double share = attention_share(found.network());
  step.attention = time(StepPart::matrices) * share + time(StepPart::attention);
  step.feed_forward = time(StepPart::matrices) * (1 - share) + time(StepPart::expert_matrices);
  // Norms, copies and what is computed again, as the products are.
  const Seconds computing = step.attention + step.feed_forward;
  const double both =
      1 + (computing.value > 0
               ? (time(StepPart::between) + time(StepPart::recompute)).value / computing.value
               : 0);
  step.attention = step.attention * both;
  step.feed_forward = step.feed_forward * both;
  step.head = time(StepPart::head);
  step.optimizer = time(StepPart::optimizer);
  step.tensor = time(StepPart::tensor);
  step.context = time(StepPart::context);
  step.experts = time(StepPart::experts);
  step.data = time(StepPart::data) + time(StepPart::sharding);
  step.rest = time(StepPart::launch) + time(StepPart::constant) + time(StepPart::straggling);
  const Seconds others = step.attention + step.feed_forward + step.head + step.optimizer +
                         step.tensor + step.context + step.experts + step.data + step.rest;
  step.stages = std::max(Seconds(), found.step() - others);
  return step;
}

}  // namespace wgf::answers
