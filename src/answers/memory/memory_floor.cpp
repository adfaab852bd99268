// SPDX-License-Identifier: MIT
// A network of which nothing but its size is known: what it takes at least.

#include <iterator>

#include "answers/memory/memory_answer.h"

namespace wgf::answers {

using advisor::Component;

MemoryFloor memory_floor(const MemoryRequest& request, const catalog::GpuCatalog& gpus) {
  constexpr Component states[] = {Component::weights, Component::gradients, Component::optimizer};
  MemoryFloor floor;
  const advisor::MemoryEstimate estimate = request.estimate(request.one);
  for (const Component state : states) {
    double bytes = 0;
    for (const advisor::Term& term : estimate.terms)
      if (term.component == state) bytes += term.bytes * (1 - term.spread);
    floor.states.emplace_back(state, bytes);
    floor.total += bytes;
  }
  std::vector<const catalog::Gpu*> cards = request.cards;
  if (cards.empty())
    for (const catalog::Gpu& gpu : gpus.gpus) cards.push_back(&gpu);
  for (const catalog::Gpu* gpu : cards)
    if (static_cast<double>(advisor::usable_memory(*gpu).value) < floor.total)
      floor.too_small.push_back(gpu);
  return floor;
}

}  // namespace wgf::answers
