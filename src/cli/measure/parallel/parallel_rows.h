// SPDX-License-Identifier: MIT
#pragma once
// The tables of `parallel`: which trainings each holds against each other, as cases on so many
// ranks as each takes.

#include <string>
#include <string_view>
#include <vector>

#include "results/case.h"

namespace wgf::cli {

struct ParallelOptions {
  std::string model, batch, sequence, precision;  // -m, -b of a micro-batch, …
  std::string gpus, stages, schedules, micro_batches, chunks, tp, zero;
  std::string card;  // --on: forecasts alone, of this GPU
};

struct ParallelTable {
  std::string_view name;  // "schedules"
  std::vector<results::Case> (*rows)(const ParallelOptions& typed, bool is_cpu);
};
// In the order in which --help shows them.
const std::vector<ParallelTable>& parallel_tables();

}  // namespace wgf::cli
