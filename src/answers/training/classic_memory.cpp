// SPDX-License-Identifier: MIT
#include "answers/training/classic_memory.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace wgf::answers {
namespace {

using Step = ClassicBatch::Step;

Step step_of(const advisor::MemoryEstimate& memory, double batch, const ClassicMemory& of) {
  if (!advisor::fits(memory, of.usable)) return Step::too_large;
  return batch < least_filled * *of.largest ? Step::far_below : Step::known;
}

}  // namespace

std::string_view to_text(ClassicBatch::Step step) {
  constexpr std::string_view names[] = {"known", "batch_far_below_full", "does_not_fit",
                                        "full_batch_unknown"};
  return names[static_cast<std::size_t>(step)];
}

ClassicMemory classic_memory(const std::optional<MemoryRequest>& network,
                             const std::vector<double>& batches, const catalog::Gpu& gpu,
                             const std::string& precision, int gpus) {
  ClassicMemory found{advisor::usable_memory(gpu), std::nullopt, {}};
  if (!network) {
    for (const double batch : batches)
      found.batches.push_back({batch, Step::unknown, std::nullopt});
    return found;
  }
  advisor::MemoryCase one = network->one;
  one.precision = *advisor::parse_precision(precision);
  one.layout.dp = gpus;
  one.recipe = advisor::usual_recipe(one);
  const auto estimate = [&](const advisor::MemoryCase& asked) { return network->estimate(asked); };
  found.largest = advisor::largest_batch(estimate, one, found.usable);
  for (const double batch : batches) {
    one.batch = batch;
    advisor::MemoryEstimate memory = estimate(one);
    const Step step = step_of(memory, batch, found);
    found.batches.push_back({batch, step, std::move(memory)});
  }
  return found;
}

nlohmann::ordered_json classic_memory_json(const ClassicMemory& memory, const ClassicBatch& one) {
  if (!one.memory) return nullptr;
  const double total = one.memory->total(), half = one.memory->half_width();
  const double risk = advisor::out_of_memory_risk(*one.memory, memory.usable);
  return {{"bytes", std::llround(total)},
          {"interval", {std::llround(std::max(0.0, total - half)), std::llround(total + half)}},
          {"usable_bytes", memory.usable.value},
          {"fits", advisor::fits(*one.memory, memory.usable)},
          {"out_of_memory_risk", std::round(risk * 1e4) / 1e4}};
}

}  // namespace wgf::answers
