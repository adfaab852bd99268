// SPDX-License-Identifier: MIT
#pragma once
// Which layout to train a decoder with on so many GPUs: of all that `train` runs, by forecast.
// docs/method/plan.md.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "answers/surroundings.h"
#include "results/result.h"

namespace wgf::answers {

struct LayoutQuestion {
  results::Case one;  // a case of `train` on one GPU: model, micro-batch, sequence, precision
  std::int64_t gpus = 1;
  std::int64_t global_batch = 1;  // sequences of a step
  std::string gpu;                // of the catalogue
};

// Forecasts, fastest first, of those that fit; of the same dp, tp and pp the fastest alone. Throws
// Error(usage) where no layout has whole micro-batches, Error(not_supported) where none fits.
std::vector<results::Result> fastest_layouts(const LayoutQuestion& question,
                                             const Surroundings& surroundings, std::size_t most);

// What is often advised by size alone: below 1 billion parameters data parallelism, below 10
// tensor parallelism of 4, below 100 that and up to 8 stages, above tensor parallelism of 8 and 16
// stages. Cut down where GPUs, heads or layers are fewer. Nothing where the batch of a step is not
// whole micro-batches then.
std::optional<results::Case> rule_of_thumb(const LayoutQuestion& question,
                                           const Surroundings& surroundings);

}  // namespace wgf::answers
