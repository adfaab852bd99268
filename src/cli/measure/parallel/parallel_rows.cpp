// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/parallel_rows.h"

#include "base/choices.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "pipeline/schedule.h"
#include "runner/benchmarks_table.h"

namespace wgf::cli {
namespace {

using pipeline::Kind;
using results::Case;

// What every row of a table trains.
struct Work {
  std::string model, precision;
  std::int64_t batch = 1, sequence = 1024;
};

Work work_of(const ParallelOptions& typed, bool is_cpu) {
  Work work;
  work.model = typed.model.empty() ? (is_cpu ? "gpt2" : "gpt2-xl") : typed.model;
  work.precision = typed.precision.empty() ? (is_cpu ? "fp32" : "bf16") : typed.precision;
  work.batch = parse_count("-b", typed.batch.empty() ? "1" : typed.batch, 1);
  work.sequence = parse_count(
      "--sequence-length", typed.sequence.empty() ? (is_cpu ? "64" : "1024") : typed.sequence, 1);
  return work;
}

std::vector<std::int64_t> counts(const char* option, const std::string& typed,
                                 const char* fallback) {
  return parse_sweep(option, typed.empty() ? fallback : typed, 1);
}

std::int64_t one_count(const char* option, const std::string& typed, const char* fallback) {
  return parse_count(option, typed.empty() ? fallback : typed, 1);
}

Case case_of(const Work& work) {
  return {.benchmark = "train",
          .parameters = {{"model", work.model},
                         {"batch_size", work.batch},
                         {"precision", work.precision},
                         {"sequence_length", work.sequence}}};
}

void set_size(Case& value, const char* name, std::int64_t size) {
  if (size > 1) value.parameters.set(name, size);
}

// The ranks that are left, as data-parallel ones.
std::int64_t share_of_gpus(std::int64_t gpus, std::int64_t taken) {
  if (gpus % taken != 0)
    throw Error({"tasks.parallel_gpus_do_not_divide",
                 {{"gpus", std::to_string(gpus)}, {"taken", std::to_string(taken)}}},
                ExitCode::usage);
  return gpus / taken;
}

std::vector<Kind> kinds_of(const std::string& typed, const char* fallback) {
  std::vector<std::string_view> names;
  for (const Kind kind : pipeline::all_kinds) names.push_back(pipeline::to_text(kind));
  if (typed == "all") return {std::begin(pipeline::all_kinds), std::end(pipeline::all_kinds)};
  std::vector<Kind> kinds;
  for (const std::string& name : parse_list("--schedule", typed.empty() ? fallback : typed)) {
    runner::check_choice("--schedule", name, names);
    kinds.push_back(*pipeline::parse_kind(name));
  }
  return kinds;
}

// Several chunks a rank where the kind takes any number of them.
std::int64_t chunks_of(Kind kind, const ParallelOptions& typed) {
  if (kind != Kind::interleaved) return pipeline::usual_chunks_each(kind);
  return one_count("--vpp", typed.chunks, "2");
}

struct Pipeline {
  std::int64_t stages = 1, micro_batches = 1, gpus = 1, tp = 1;
};

Case pipeline_case(const Work& work, Kind kind, const Pipeline& pipe,
                   const ParallelOptions& typed) {
  if (kind == Kind::interleaved && pipe.micro_batches % pipe.stages != 0)
    throw Error({"tasks.parallel_rounds",
                 {{"micro_batches", std::to_string(pipe.micro_batches)},
                  {"stages", std::to_string(pipe.stages)}}},
                ExitCode::usage);
  Case value = case_of(work);
  set_size(value, "dp", share_of_gpus(pipe.gpus, pipe.stages * pipe.tp));
  set_size(value, "tp", pipe.tp);
  set_size(value, "pp", pipe.stages);
  set_size(value, "vpp", chunks_of(kind, typed));
  value.parameters.set("schedule", std::string(pipeline::to_text(kind)));
  value.parameters.set("micro_batches", pipe.micro_batches);
  return value;
}

std::vector<Case> schedule_rows(const ParallelOptions& typed, bool is_cpu) {
  const Work work = work_of(typed, is_cpu);
  Pipeline pipe;
  pipe.stages = one_count("--stages", typed.stages, is_cpu ? "2" : "4");
  pipe.tp = one_count("--tp", typed.tp, "1");
  pipe.gpus = typed.gpus.empty() ? pipe.stages * pipe.tp : one_count("--gpus", typed.gpus, "1");
  std::vector<Case> rows;
  for (const Kind kind : kinds_of(typed.schedules, "naive,gpipe,1f1b,interleaved,zb-h1,zb-v"))
    for (const std::int64_t batches :
         counts("--micro-batches", typed.micro_batches, is_cpu ? "4" : "8,16")) {
      pipe.micro_batches = batches;
      rows.push_back(pipeline_case(work, kind, pipe, typed));
      if (kind == Kind::naive) break;  // waits as much of any number
    }
  return rows;
}

std::vector<Case> stage_rows(const ParallelOptions& typed, bool is_cpu) {
  const Work work = work_of(typed, is_cpu);
  Pipeline pipe;
  pipe.gpus = one_count("--gpus", typed.gpus, is_cpu ? "4" : "16");
  pipe.tp = one_count("--tp", typed.tp, "1");
  std::vector<Case> rows;
  for (const std::int64_t stages : counts("--stages", typed.stages, is_cpu ? "2,4" : "2,4,8,16"))
    for (const Kind kind : kinds_of(typed.schedules, "1f1b"))
      for (const std::int64_t batches :
           counts("--micro-batches", typed.micro_batches, is_cpu ? "4" : "16")) {
        pipe.stages = stages;
        pipe.micro_batches = batches;
        rows.push_back(pipeline_case(work, kind, pipe, typed));
      }
  return rows;
}

}  // namespace

const std::vector<ParallelTable>& parallel_tables() {
  static const std::vector<ParallelTable> tables = {{"schedules", schedule_rows},
                                                    {"stages", stage_rows}};
  return tables;
}

}  // namespace wgf::cli
