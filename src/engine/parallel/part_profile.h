// SPDX-License-Identifier: MIT
#pragma once
// What a rank's step spends its time on, and ranks that are slower than the others.
// docs/method/ranks.md.

#include <array>
#include <vector>

#include "engine/parallel/parallel_training.h"
#include "engine/training/step_parts.h"

namespace wgf::engine {

struct PartProfile {
  std::array<double, step_part_count> part_ms{};  // of this rank; means of the steps
  double step_ms = 0;                             // the same: what the parts and the rest add up to
  std::vector<double> layer_ms;  // by rank: a layer forward and backward, of its fastest step
  // In exchanges of data parallelism, of the rank that is there least: what others are there longer
  // they wait for slower ranks.
  double least_data_ms = 0;

  double rest_ms() const;
};

// Runs so many steps that all ranks begin together; all of them call it.
PartProfile profile_parts(ParallelTraining& training, const std::vector<MicroBatch>& batches,
                          RankGroup& ranks, int steps);

struct Straggler {
  int rank = 0;
  double times = 1;  // as long as the others
};
// Ranks that compute a layer, which is the same on all of them, notably longer than the middle one
// (of two the faster).
std::vector<Straggler> stragglers(const std::vector<double>& layer_ms);

}  // namespace wgf::engine
