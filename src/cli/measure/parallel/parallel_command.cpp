// SPDX-License-Identifier: MIT
// parallel: forms of distributed training held against each other, a table each. Rows are measured
// where their ranks are here, and forecast beyond.

#include <algorithm>
#include <memory>

#include "answers/parallel/forecast_rows.h"
#include "base/utc.h"
#include "catalog/name_resolver.h"
#include "cli/commands.h"
#include "cli/measure/measure_session.h"
#include "cli/measure/parallel/parallel_rows.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "cli/typed_words.h"
#include "report/formats/report_format.h"
#include "runner/launch/rank_devices.h"

namespace wgf::cli {
namespace {

using results::Case;

std::string task_of(const ParallelTable& table) {
  return "parallel_" + std::string(table.name);
}

// Nothing is measured: every row as it would be on that GPU.
void print_forecasts(const ParallelTable& table, const ParallelOptions& typed, Context& context) {
  const auto catalog = asked_catalog(context);
  const answers::Surroundings surroundings = surroundings_of(*catalog, context);
  const catalog::GpuChoice choice = catalog::one_gpu(catalog->gpus(), typed.card);
  if (choice.note) print_note(*choice.note, context);
  results::Run run;
  run.started_at = now_utc();
  run.command = shell_command(context.arguments);
  run.task = task_of(table);
  for (const Case& value : table.rows(typed, false))
    run.results.push_back(answers::forecast_result(value, choice.gpu->id, surroundings));
  if (std::none_of(run.results.begin(), run.results.end(), [](const results::Result& result) {
        return result.status == results::Status::ok;
      }))
    throw Error(
        run.results.empty() ? Message{"tasks.parallel_nothing", {}} : *run.results.front().reason,
        ExitCode::not_supported);
  report::ReportInput input{.runs = {&run, 1}, .language = context.language};
  input.width = printed_width();
  print(report::report_format(context.json ? "json" : "txt").write(input));
}

void add_options(Command& command, const Context& context, ParallelOptions& typed) {
  const auto text = [&](const char* name, std::string& value, const char* help,
                        const char* value_name) {
    command.text(name, value, context.text(std::string("tasks.parallel_option_") + help),
                 value_name);
  };
  text("-m,--model", typed.model, "model", "NAME");
  text("-b,--batch-size", typed.batch, "batch", "N");
  text("--gpus", typed.gpus, "gpus", "N,...");
  text("--stages", typed.stages, "stages", "N,...");
  text("--schedule", typed.schedules, "schedule", "NAME,...|all");
  text("--micro-batches", typed.micro_batches, "micro_batches", "N,...");
  text("--vpp", typed.chunks, "chunks", "N");
  text("--tp", typed.tp, "tp", "N");
  text("--on", typed.card, "on", "GPU");
}

void add_table(Command& parallel, Context& context, const ParallelTable& table) {
  Command command =
      parallel.add_command(std::string(table.name), context.text("tasks." + task_of(table)));
  const auto typed = std::make_shared<ParallelOptions>();
  add_options(command, context, *typed);
  command.text("--sequence-length", typed->sequence, context.text("tasks.parallel_option_sequence"),
               "N");
  command.text("-p,--precision", typed->precision, context.text("tasks.parallel_option_precision"),
               "NAME");
  add_json_flag(command, context);
  command.action([&context, typed, &table] { print_forecasts(table, *typed, context); });
}

}  // namespace

void add_parallel_command(Command& program, Context& context) {
  Command command = program.add_command("parallel", context.text("tasks.parallel_description"));
  command.require_command({"tasks.parallel_needs_table", {}});
  for (const ParallelTable& table : parallel_tables()) add_table(command, context, table);
}

}  // namespace wgf::cli
