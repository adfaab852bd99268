// SPDX-License-Identifier: MIT
#include "cli/measure/parallel/parallel_rows.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "cli/measure/parallel/mixed_rows.h"
#include "cli/measure/parallel/row_cases.h"

namespace wgf::cli {
namespace {

using pipeline::Kind;
using results::Case;
using Work = ParallelWork;

struct Pipeline {
  std::int64_t stages = 1, micro_batches = 1, gpus = 1, tp = 1;
};

Case pipeline_case(const Work& work, Kind kind, const Pipeline& pipe,
                   const ParallelOptions& typed) {
  Case value = row_case(work);
  set_size(value, "dp", share_of_gpus(pipe.gpus, pipe.stages * pipe.tp));
  set_size(value, "tp", pipe.tp);
  set_size(value, "pp", pipe.stages);
  set_size(value, "accumulate", pipe.micro_batches);
  set_schedule(value, kind, typed);
  return value;
}

std::vector<Case> schedule_rows(const ParallelOptions& typed, const Work& work) {
  const bool is_cpu = work.is_cpu;
  Pipeline pipe;
  pipe.stages = row_count("--stages", typed.stages, is_cpu ? "2" : "4");
  pipe.tp = row_count("--tp", typed.tp, "1");
  pipe.gpus = typed.gpus.empty() ? pipe.stages * pipe.tp : row_count("--gpus", typed.gpus, "1");
  std::vector<Case> rows;
  for (const Kind kind : row_kinds(typed.schedules, "naive,gpipe,1f1b,interleaved,zb-h1,zb-v"))
    for (const std::int64_t batches :
         row_counts("--micro-batches", typed.micro_batches, is_cpu ? "4" : "8,16")) {
      pipe.micro_batches = batches;
      // Not asked for by its name, it is left out where it cannot be.
      if (kind == Kind::interleaved && batches % pipe.stages != 0 &&
          (typed.schedules.empty() || typed.schedules == "all"))
        continue;
      rows.push_back(pipeline_case(work, kind, pipe, typed));
      if (kind == Kind::naive) break;  // waits as much of any number
    }
  return rows;
}

std::vector<Case> stage_rows(const ParallelOptions& typed, const Work& work) {
  const bool is_cpu = work.is_cpu;
  Pipeline pipe;
  pipe.gpus = row_count("--gpus", typed.gpus, is_cpu ? "4" : "16");
  pipe.tp = row_count("--tp", typed.tp, "1");
  std::vector<Case> rows;
  for (const std::int64_t stages :
       row_counts("--stages", typed.stages, is_cpu ? "2,4" : "2,4,8,16"))
    for (const Kind kind : row_kinds(typed.schedules, "1f1b"))
      for (const std::int64_t batches :
           row_counts("--micro-batches", typed.micro_batches, is_cpu ? "4" : "16")) {
        pipe.stages = stages;
        pipe.micro_batches = batches;
        rows.push_back(pipeline_case(work, kind, pipe, typed));
      }
  return rows;
}

// One GPU and more of them, each with a share of what `size` names.
std::vector<Case> rows_of(const ParallelOptions& typed, const Work& work, const char* size) {
  std::vector<Case> rows;
  for (const std::int64_t gpus :
       row_counts("--gpus", typed.gpus, work.is_cpu ? "1,2" : "1,2,4,8")) {
    rows.push_back(row_case(work));
    set_size(rows.back(), size, gpus);
  }
  return rows;
}

std::vector<Case> ddp_rows(const ParallelOptions& typed, const Work& work) {
  return rows_of(typed, work, "dp");
}

std::vector<Case> fsdp_rows(const ParallelOptions& typed, const Work& work) {
  std::vector<Case> rows = rows_of(typed, work, "dp");
  for (Case& value : rows)
    if (value.ranks() > 1) value.parameters.set("zero", std::int64_t{3});
  return rows;
}

std::vector<Case> tensor_rows(const ParallelOptions& typed, const Work& work) {
  std::vector<Case> rows;
  for (const Case& value : rows_of(typed, work, "tp")) {
    rows.push_back(value);
    if (value.ranks() == 1) continue;
    rows.push_back(value);
    rows.back().parameters.set("sp", true);
  }
  return rows;
}

// Ever longer sequences, on one GPU and shared out.
std::vector<Case> sequence_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--tp", typed.tp, work.is_cpu ? "2" : "4");
  const std::vector<std::int64_t> usual =
      work.is_cpu ? std::vector<std::int64_t>{64, 128}
                  : std::vector<std::int64_t>{2048, 4096, 8192, 16384, 32768};
  std::vector<Case> rows;
  for (const std::int64_t length : work.sequences.empty() ? usual : work.sequences) {
    Work one = work;
    one.sequence = length;
    for (const bool shares_sequence : {false, true}) {
      rows.push_back(row_case(one));
      set_size(rows.back(), "tp", ranks);
      if (shares_sequence) rows.back().parameters.set("sp", true);
    }
  }
  return rows;
}

// One GPU, and ranks that share the tokens of each sequence in every way.
std::vector<Case> ring_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--gpus", typed.gpus, work.is_cpu ? "2" : "4");
  Work one = work;
  if (work.sequences.empty() && !work.is_cpu) one.sequence = 16384;
  std::vector<Case> rows{row_case(one)};
  for (const char* form : {"ring", "all_gather", "ulysses"}) {
    rows.push_back(row_case(one));
    set_size(rows.back(), "cp", ranks);
    if (std::string_view(form) != "ring") rows.back().parameters.set("context", std::string(form));
  }
  return rows;
}

// Ever longer sequences on one GPU, with recomputation, and shared out.
std::vector<Case> length_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--gpus", typed.gpus, work.is_cpu ? "2" : "4");
  const std::vector<std::int64_t> usual =
      work.is_cpu ? std::vector<std::int64_t>{64, 128}
                  : std::vector<std::int64_t>{8192, 16384, 32768, 65536, 131072};
  std::vector<Case> rows;
  for (const std::int64_t length : work.sequences.empty() ? usual : work.sequences) {
    Work one = work;
    one.sequence = length;
    rows.push_back(row_case(one));
    rows.push_back(row_case(one));
    rows.back().parameters.set("recompute", std::string("full"));
    rows.push_back(row_case(one));
    set_size(rows.back(), "cp", ranks);
  }
  return rows;
}

// What can be chosen where ranks share gradients, each beside the usual way.
std::vector<Case> option_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--gpus", typed.gpus, "2");
  Case usual = row_case(work);
  set_size(usual, "dp", ranks);
  std::vector<Case> rows{usual};
  const auto add = [&](const char* name, const results::Value& value) {
    rows.push_back(usual);
    rows.back().parameters.set(name, value);
  };
  add("overlap", std::string("off"));
  for (const std::int64_t megabytes : {1, 25, 400}) add("bucket_mb", megabytes);
  // Another type than gradients have.
  add("exchange_type", std::string(work.precision == "bf16" ? "fp32" : "bf16"));
  for (const std::int64_t stage : {1, 2, 3}) add("zero", stage);
  add("recompute", std::string("selective"));
  add("recompute", std::string("full"));
  add("offload", std::string("activations"));
  add("accumulate", std::int64_t{4});
  if (work.is_cpu) return rows;
  add("exchange", std::string("copies"));
  add("spared_multiprocessors", std::int64_t{16});
  for (const char* protocol : {"LL128", "Simple"}) add("protocol", std::string(protocol));
  for (const char* algorithm : {"Ring", "Tree"}) add("algorithm", std::string(algorithm));
  return rows;
}

std::vector<Case> product_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--gpus", typed.gpus, work.is_cpu ? "2" : "4");
  const std::int64_t size = row_count("--size", typed.size, work.is_cpu ? "512" : "8192");
  const std::int64_t rows_of_x = row_count("--rows", typed.rows, work.is_cpu ? "512" : "8192");
  if (size % ranks != 0)
    throw Error(
        {"engine.shape_does_not_divide",
         {{"what", "matrix"}, {"count", std::to_string(size)}, {"ranks", std::to_string(ranks)}}},
        ExitCode::usage);
  std::vector<Case> rows;
  for (const char* form : {"whole", "column", "column_gathered", "row"}) {
    rows.push_back({.benchmark = "parallel_product",
                    .parameters = {{"form", std::string(form)},
                                   {"rows", rows_of_x},
                                   {"size", size},
                                   {"precision", work.precision}}});
    if (std::string_view(form) != "whole") rows.back().parameters.set("ranks", ranks);
  }
  return rows;
}

// Layers of Mixtral 8x7B's experts, eight of them a GPU as in the usual set-ups of many.
std::vector<Case> routing_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--gpus", typed.gpus, work.is_cpu ? "2" : "8");
  constexpr std::int64_t experts_each = 8, per_token = 2;
  std::vector<Case> rows;
  for (const std::int64_t tokens :
       row_counts("--rows", typed.rows, work.is_cpu ? "256,512" : "4096,8192,16384,32768"))
    for (const char* routing : {"even", "skewed"}) {
      if (tokens % ranks != 0)
        throw Error({"engine.shape_does_not_divide",
                     {{"what", "tokens"},
                      {"count", std::to_string(tokens)},
                      {"ranks", std::to_string(ranks)}}},
                    ExitCode::usage);
      rows.push_back({.benchmark = "expert_routing",
                      .parameters = {{"tokens", tokens},
                                     {"experts", experts_each * ranks},
                                     {"per_token", per_token},
                                     {"hidden", std::int64_t{work.is_cpu ? 64 : 4096}},
                                     {"width", std::int64_t{work.is_cpu ? 128 : 14336}},
                                     {"routing", std::string(routing)},
                                     {"precision", work.precision}}});
      set_size(rows.back(), "ranks", ranks);
    }
  return rows;
}

// Dense layers and experts of equal active size, balanced and not, shared out among all GPUs.
std::vector<Case> moe_rows(const ParallelOptions& typed, const Work& work) {
  const std::int64_t ranks = row_count("--gpus", typed.gpus, work.is_cpu ? "2" : "8");
  const std::vector<std::int64_t> usual =
      work.is_cpu ? std::vector<std::int64_t>{1, 2} : std::vector<std::int64_t>{1, 4};
  std::vector<Case> rows;
  for (const std::int64_t batch : work.batches.empty() ? usual : work.batches) {
    Case dense = row_case(work);
    dense.parameters.set("batch_size", batch);
    set_size(dense, "dp", ranks);
    if (ranks > 1) dense.parameters.set("zero", std::int64_t{1});
    for (const std::int64_t experts : row_counts(
             "--experts",
             "1," + (typed.experts.empty() ? work.is_cpu ? "8" : "8,64" : typed.experts), "")) {
      Case one = dense;
      one.parameters.set("experts", experts);
      // As many ranks as divide both share them out.
      set_size(one, "ep", experts == 1 ? 1 : std::gcd(ranks, experts));
      rows.push_back(one);
      if (experts == 1) continue;
      rows.push_back(one);
      rows.back().parameters.set("routing", std::string("skewed"));
    }
  }
  return rows;
}

constexpr std::string_view of_pipelines =
    "model,batch,gpus,stages,schedule,split,micro_batches,chunks,tp";
constexpr std::string_view of_ranks = "model,batch,gpus";
constexpr ParallelTable tables[] = {
    {"schedules", schedule_rows, of_pipelines},
    {"stages", stage_rows, of_pipelines},
    {"ddp", ddp_rows, of_ranks, true, true},
    {"fsdp", fsdp_rows, of_ranks, true, true},
    {"tp", tensor_rows, of_ranks, true, true},
    {"sp", sequence_rows, "model,batch,tp"},
    {"column-row", product_rows, "gpus,size,rows", false},
    {"options", option_rows, of_ranks, false},
    {"ring", ring_rows, of_ranks},
    {"lengths", length_rows, of_ranks},
    {"moe", moe_rows, "model,batch,gpus,experts"},
    {"routing", routing_rows, "gpus,rows", false},
    {"3d", rows_of_3d, "model,batch,gpus,stages,schedule,split,micro_batches,chunks,tp,experts"},
    {"5d", rows_of_5d,
     "model,batch,gpus,stages,schedule,split,micro_batches,chunks,tp,cp,ep,experts"}};

}  // namespace

std::span<const ParallelTable> parallel_tables() {
  return tables;
}

std::vector<Case> in_less_memory(const Case& row) {
  if (row.benchmark != "train_decoder" || row.ranks() > 1 ||
      !row.parameters.text("recompute", "").empty())
    return {};
  std::vector<Case> others;
  for (const char* again : {"selective", "full"}) {
    others.push_back(row);
    others.back().parameters.set("recompute", std::string(again));
  }
  return others;
}

std::optional<Case> next_in_less_memory(const results::Run& run) {
  const auto of = [&](const Case& value) {
    const auto found = std::find_if(
        run.results.begin(), run.results.end(),
        [&](const results::Result& result) { return result.measured_case.key() == value.key(); });
    return found != run.results.end() ? &*found : nullptr;
  };
  for (const results::Result& result : run.results) {
    if (result.status != results::Status::out_of_memory) continue;
    for (const Case& other : in_less_memory(result.measured_case)) {
      const results::Result* measured = of(other);
      if (measured == nullptr) return other;
      if (measured->status != results::Status::out_of_memory) break;
    }
  }
  return std::nullopt;
}

}  // namespace wgf::cli
