// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/row_cases.h"

#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "runner/benchmarks_table.h"
#include "runner/parameter_choices.h"

namespace wgf::cli {

using pipeline::Kind;
using results::Case;

std::vector<std::int64_t> row_counts(const char* option, const std::string& typed,
                                     const char* fallback) {
  return parse_sweep(option, typed.empty() ? fallback : typed, 1);
}

std::int64_t row_count(const char* option, const std::string& typed, const char* fallback) {
  return parse_count(option, typed.empty() ? fallback : typed, 1);
}

std::vector<Kind> row_kinds(const std::string& typed, const char* fallback) {
  std::vector<std::string_view> names;
  for (const Kind kind : pipeline::all_kinds) names.push_back(pipeline::to_text(kind));
  if (typed == "all") return {std::begin(pipeline::all_kinds), std::end(pipeline::all_kinds)};
  std::vector<Kind> kinds;
  for (const std::string& name : runner::parse_choices("--schedule", typed, fallback, names))
    kinds.push_back(*pipeline::parse_kind(name));
  return kinds;
}

Case row_case(const ParallelWork& work) {
  return {.benchmark = "train_decoder",
          .parameters = {{"model", work.model},
                         {"batch_size", work.batch},
                         {"sequence_length", work.sequence},
                         {"precision", work.precision}},
          .model_config = work.config};
}

void set_size(Case& value, const char* name, std::int64_t size) {
  if (size > 1) value.parameters.set(name, size);
}

std::int64_t share_of_gpus(std::int64_t gpus, std::int64_t taken) {
  if (gpus % taken != 0)
    throw Error({"tasks.parallel_gpus_do_not_divide",
                 {{"gpus", std::to_string(gpus)}, {"taken", std::to_string(taken)}}},
                ExitCode::usage);
  return gpus / taken;
}

void set_schedule(Case& value, Kind kind, const ParallelOptions& typed) {
  const std::int64_t stages = value.parameters.integer("pp", 1);
  const std::int64_t batches = value.parameters.integer("accumulate", 1);
  if (kind == Kind::interleaved && batches % stages != 0)
    throw Error({"tasks.parallel_rounds",
                 {{"micro_batches", std::to_string(batches)}, {"stages", std::to_string(stages)}}},
                ExitCode::usage);
  // Several chunks a rank where the kind takes any number of them.
  set_size(value, "vpp",
           kind == Kind::interleaved ? row_count("--vpp", typed.chunks, "2")
                                     : pipeline::usual_chunks_each(kind));
  value.parameters.set("schedule", std::string(pipeline::to_text(kind)));
  if (typed.split.empty()) return;
  runner::check_choice("--split", typed.split, runner::choices::splits);
  if (typed.split != "even") value.parameters.set("split", typed.split);
}

}  // namespace wgf::cli
