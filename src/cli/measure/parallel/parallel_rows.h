// SPDX-License-Identifier: MIT
#pragma once
// The tables of `parallel`: which trainings each holds against each other, as cases on so many
// ranks as each takes.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/case.h"

namespace wgf::cli {

struct ParallelOptions {
  std::string model, batch;  // -m, -b of a micro-batch
  std::string gpus, stages, schedules, micro_batches, chunks, tp, cp, ep;
  std::string experts;     // of moe: numbers of them, a row each; of 5d one
  std::string size, rows;  // of column-row: the matrix and the rows of X
  std::string card;        // --on: forecasts alone, of this GPU
};

// What every row of a table trains.
struct ParallelWork {
  std::string model, config, precision;
  std::int64_t batch = 1, sequence = 1024;
  std::vector<std::int64_t> sequences;  // as typed; empty: one usual
  std::vector<std::int64_t> batches;    // the same, of -b
  bool is_cpu = false;
};

struct ParallelTable {
  std::string_view name;  // "schedules"
  std::vector<results::Case> (*rows)(const ParallelOptions& typed, const ParallelWork& work);
  bool is_forecast = true;  // beyond what is here
};
// In the order in which --help shows them.
std::span<const ParallelTable> parallel_tables();

}  // namespace wgf::cli
