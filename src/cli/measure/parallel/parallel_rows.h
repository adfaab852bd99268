// SPDX-License-Identifier: MIT
#pragma once
// The tables of `parallel`: which trainings each holds against each other, as cases on so many
// ranks as each takes.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/case.h"
#include "results/result.h"

namespace wgf::cli {

struct ParallelOptions {
  std::string model, batch;  // -m, -b of a micro-batch
  std::string gpus, stages, schedules, split, micro_batches, chunks, tp, cp, ep;
  std::string experts;     // of moe: numbers of them, a row each; of 5d one
  std::string size, rows;  // of column-row: the matrix and the rows of X
  std::string card;        // --gpu: forecasts alone, of this GPU
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
  std::string_view takes;    // of its own, beside those of all: "gpus,stages"
  bool is_forecast = true;   // beyond what is here
  bool retries_one = false;  // the row of one GPU in less memory, where it does not fit
};
// In the order in which --help shows them.
std::span<const ParallelTable> parallel_tables();

// The row of one GPU with more of it computed again, the least first; nothing of other rows, or of
// one that names what it keeps.
std::vector<results::Case> in_less_memory(const results::Case& row);
// The next of these to measure, where a row had too little memory.
std::optional<results::Case> next_in_less_memory(const results::Run& run);

}  // namespace wgf::cli
