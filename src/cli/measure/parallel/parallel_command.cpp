// SPDX-License-Identifier: MIT
// parallel: forms of distributed training held against each other, a table each. Rows are measured
// where their ranks are here, and forecast beyond.

#include <algorithm>
#include <memory>

#include "answers/parallel/forecast_rows.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/sweep.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/distributed/engine_cases.h"
#include "cli/measure/measure_session.h"
#include "cli/measure/parallel/forecast_run.h"
#include "cli/measure/parallel/parallel_auto.h"
#include "cli/measure/parallel/parallel_rows.h"
#include "cli/measure/step_forecasts.h"
#include "cli/surroundings.h"
#include "runner/launch/rank_devices.h"
#include "runner/tensor_ranks.h"

namespace wgf::cli {
namespace {

using results::Case;

std::string task_of(const ParallelTable& table) {
  std::string task = "parallel_" + std::string(table.name);
  std::replace(task.begin(), task.end(), '-', '_');
  return task;
}

template <typename Value>
Value first_or(const std::vector<Value>& given, Value usual) {
  return given.empty() ? usual : given.front();
}

// What a processor trains with many experts: GPT-2 is not gated, and all others are large.
constexpr const char* small_decoder = "small-llama";
constexpr const char* small_decoder_config =
    R"({"model_type":"llama","num_hidden_layers":4,"hidden_size":256,"intermediate_size":1024,
        "num_attention_heads":4,"num_key_value_heads":4,"vocab_size":8192,
        "max_position_embeddings":2048})";

ParallelWork work_of(const ParallelTable& table, const ParallelOptions& typed,
                     const runner::RunOptions& options, std::string_view device,
                     const catalog::ModelCatalog& models) {
  ParallelWork work;
  work.is_cpu = device == "cpu";
  // Heads of gpt2-xl divide by no two, and it knows 1,024 positions.
  const bool is_cut = table.name == "tp" || table.name == "sp" || table.name == "ring" ||
                      table.name == "lengths" || table.name == "moe" || table.name == "3d" ||
                      table.name == "5d";
  const std::string usual = work.is_cpu ? "gpt2" : is_cut ? "llama-3.2-1b" : "gpt2-xl";
  const std::string name = typed.model.empty() ? usual : typed.model;
  if (table.name == "moe" && work.is_cpu && typed.model.empty()) {
    work.model = small_decoder;
    work.config = small_decoder_config;
  } else {
    NamedModel model = named_decoder(name, models);
    work.model = std::move(model.name);
    work.config = std::move(model.config);
  }
  work.precision = first_or<std::string>(options.precisions, work.is_cpu ? "fp32" : "bf16");
  if (!typed.batch.empty()) work.batches = parse_sweep("-b", typed.batch, 1);
  if (work.batches.size() > 1 && table.name != "moe") parse_count("-b", typed.batch, 1);
  work.batch = work.batches.empty() ? 1 : work.batches.front();
  work.sequences = options.sequence_lengths;
  work.sequence = first_or<std::int64_t>(options.sequence_lengths, work.is_cpu ? 64 : 1024);
  return work;
}

std::vector<Case> cases_of(const ParallelTable& table, const ParallelOptions& typed,
                           const RunCommandLine& line, std::string_view device,
                           const catalog::ModelCatalog& models) {
  std::vector<Case> cases = table.rows(typed, work_of(table, typed, line.options, device, models));
  for (Case& value : cases) {
    value.device = runner::devices_of_ranks(device, value.ranks());
    value.seed = line.options.seed;
    value.stopping = line.options.stopping;
  }
  return cases;
}

// Rows that were not measured, as they would be on that GPU of the catalogue.
void add_forecasts(results::Run& run, const ParallelTable& table, const std::vector<Case>& rows,
                   const std::string& gpu, const Context& context) {
  const auto catalog = asked_catalog(context);
  const answers::Surroundings surroundings = surroundings_of(*catalog, context);
  const auto measured = [&](const Case& row) {
    const auto found = std::find_if(
        run.results.begin(), run.results.end(),
        [&](const results::Result& result) { return result.measured_case.key() == row.key(); });
    return found != run.results.end() ? &*found : nullptr;
  };
  std::vector<results::Result> all;
  for (const Case& row : rows) {
    const results::Result* result = measured(row);
    all.push_back(result != nullptr ? *result : answers::forecast_result(row, gpu, surroundings));
    if (!table.retries_one || all.back().status == results::Status::ok) continue;
    for (const Case& other : in_less_memory(row)) {
      const results::Result* instead = measured(other);
      if (instead != nullptr) all.push_back(*instead);
      if (result != nullptr) continue;  // as measured, or not at all
      results::Result forecast = answers::forecast_result(other, gpu, surroundings);
      if (forecast.status != results::Status::ok) continue;
      all.push_back(std::move(forecast));
      break;
    }
  }
  run.results = std::move(all);
}

// Nothing is measured.
void print_forecasts(const ParallelTable& table, const ParallelOptions& typed,
                     const RunCommandLine& line, Context& context) {
  if (!table.is_forecast)
    throw Error({"tasks.parallel_only_measured", {{"table", std::string(table.name)}}},
                ExitCode::usage);
  const std::string card = typed_card(typed.card, context);
  const auto catalog = asked_catalog(context);
  results::Run run;
  add_forecasts(run, table, cases_of(table, typed, line, "cuda:0", catalog->models()), card,
                context);
  print_forecast_run(std::move(run), task_of(table), context);
}

Session make_session(const ParallelTable& table, const ParallelOptions& typed, RunCommandLine line,
                     const Context& context) {
  line.names_work = true;
  Session session{.line = line, .default_files = {task_of(table) + ".json"}};
  session.task = task_of(table);
  session.is_of_ranks = true;
  session.leaves_out_beyond = true;
  session.tells_ignored = false;
  session.check = [&table, typed, line](const catalog::ModelCatalog& models) {
    const std::vector<Case> cases = cases_of(table, typed, line, "cpu", models);
    // Of the usual numbers a table keeps those that can be.
    const bool is_of_tensors = table.name == "tp" || table.name == "sp";
    if (is_of_tensors && !(typed.gpus.empty() && typed.tp.empty()))
      runner::check_tensor_ranks(cases);
  };
  session.make_cases = [&table, typed, line](std::string_view device,
                                             const catalog::ModelCatalog& models) {
    return cases_of(table, typed, line, device, models);
  };
  if (table.retries_one)
    session.next_case = [](const results::Run& run, const runner::DeviceState&,
                           const std::function<bool()>&) { return next_in_less_memory(run); };
  if (table.is_forecast)
    session.complete = [&table, typed, line, &context](results::Run& run,
                                                       const runner::DeviceState& state,
                                                       const catalog::ModelCatalog& models) {
      add_step_forecasts(run, context);
      if (!state.device.catalog_id.empty() && !run.partial)
        add_forecasts(run, table, cases_of(table, typed, line, state.device.id, models),
                      state.device.catalog_id, context);
    };
  else
    session.complete = [&context](results::Run& run, const runner::DeviceState&,
                                  const catalog::ModelCatalog&) {
      add_step_forecasts(run, context);
    };
  return session;
}

struct TableOption {
  const char* names;
  std::string ParallelOptions::*value;
  const char* key;  // of its help, and in ParallelTable::takes
  const char* value_name;
};
constexpr TableOption table_options[] = {
    {"-m,--model", &ParallelOptions::model, "model", "NAME"},
    {"-b,--batch-size", &ParallelOptions::batch, "batch", "N"},
    {"--gpus", &ParallelOptions::gpus, "gpus", "N,..."},
    {"--stages", &ParallelOptions::stages, "stages", "N,..."},
    {"--schedule", &ParallelOptions::schedules, "schedule", "NAME,...|all"},
    {"--split", &ParallelOptions::split, "split", "even|balanced"},
    {"--micro-batches", &ParallelOptions::micro_batches, "micro_batches", "N,..."},
    {"--vpp", &ParallelOptions::chunks, "chunks", "N"},
    {"--tp", &ParallelOptions::tp, "tp", "N,..."},
    {"--cp", &ParallelOptions::cp, "cp", "N"},
    {"--ep", &ParallelOptions::ep, "ep", "N"},
    {"--experts", &ParallelOptions::experts, "experts", "N,..."},
    {"--size", &ParallelOptions::size, "size", "N"},
    {"--rows", &ParallelOptions::rows, "rows", "N"}};

void add_options(Command& command, const Context& context, const ParallelTable& table,
                 ParallelOptions& typed) {
  const auto help = [&](const char* key) {
    return context.text(std::string("tasks.parallel_option_") + key);
  };
  const std::vector<std::string> own = split(table.takes, ',');
  for (const TableOption& option : table_options)
    if (std::find(own.begin(), own.end(), option.key) != own.end())
      command.text(option.names, typed.*option.value, help(option.key), option.value_name);
  command.text("--gpu", typed.card, help("gpu"), "GPU");
}

void add_table(Command& parallel, Context& context, const ParallelTable& table) {
  Command command =
      parallel.add_command(std::string(table.name), context.text("tasks." + task_of(table)));
  const auto typed = std::make_shared<ParallelOptions>();
  add_options(command, context, table, *typed);
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::training);
  command.action([&context, typed, &table, reader] {
    const RunCommandLine line = reader.read();
    if (!typed->card.empty()) return print_forecasts(table, *typed, line, context);
    measure(make_session(table, *typed, line, context), context);
  });
}

}  // namespace

void add_parallel_command(Command& program, Context& context) {
  Command command = program.add_command("parallel", context.text("tasks.parallel_description"));
  command.require_command({"tasks.parallel_needs_table", {}});
  add_parallel_auto(command, context);
  for (const ParallelTable& table : parallel_tables()) add_table(command, context, table);
}

}  // namespace wgf::cli
