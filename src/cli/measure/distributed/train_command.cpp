// SPDX-License-Identifier: MIT
// train and scaling: training steps on one GPU or on several that exchange gradients.

#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "catalog/name_resolver.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/measure/distributed/emulation.h"
#include "cli/measure/distributed/train_cases.h"
#include "cli/measure/measure_session.h"
#include "cli/measure/step_forecasts.h"
#include "cli/surroundings.h"
#include "report/tasks/train_definitions.h"
#include "results/json.h"
#include "runner/tensor_ranks.h"

namespace wgf::cli {
namespace {

// By results of `comm`, else a card of the catalogue.
LinkSource read_links(const TrainOptions& typed, const Context& context) {
  if (typed.links.empty()) throw Error({"tasks.train_links_missing", {}}, ExitCode::usage);
  if (std::filesystem::is_regular_file(typed.links))
    return links_of_results(results::parse_run(read_file(typed.links), typed.links), typed.links);
  const auto catalog = asked_catalog(context);
  return links_of_card(*catalog::one_gpu(catalog->gpus(), typed.links).gpu);
}

using MakeCases = std::function<std::vector<results::Case>(std::string_view device,
                                                           const catalog::ModelCatalog& models)>;

MakeCases cases_of(TrainOptions typed, const RunCommandLine& line, const Context& context) {
  if (typed.emulate.empty()) {
    if (!typed.links.empty()) throw Error({"tasks.train_links_alone", {}}, ExitCode::usage);
    return [typed, line](std::string_view device, const catalog::ModelCatalog& models) {
      return train_cases(typed, line.options, device, models);
    };
  }
  const Emulation emulation = parse_emulation(typed.emulate);
  fill_data_parallel(typed, emulation);
  const LinkSource links = read_links(typed, context);
  return [=](std::string_view device, const catalog::ModelCatalog& models) {
    return emulated_cases(train_cases(typed, line.options, device, models), emulation, links,
                          device);
  };
}

Session make_session(const TrainOptions& typed, RunCommandLine line, const char* file,
                     const Context& context) {
  line.names_work = true;
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  line.options.models = library_models(typed, line.options, catalog.models());
  Session session{.line = line, .default_files = {file}};
  session.task = "train";
  if (typed.has_every_mfu) {
    session.table_option = "--mfu-all";
    session.print_more = [language = context.language](const results::Run& run) {
      const report::TitledTable told = report::train_in_definitions(run, language);
      if (!told.table.rows.empty())
        print("\n" + told.title + "\n" + report::to_terminal(told.table));
      else
        print("\n" + messages::render("tasks.train_no_definitions", language) + "\n");
    };
  }
  session.is_of_ranks = true;
  session.complete = [&context](results::Run& run, const runner::DeviceState&,
                                const catalog::ModelCatalog&) { add_step_forecasts(run, context); };
  session.tells_ignored = !line.options.models.empty();
  session.make_cases = cases_of(typed, line, context);
  session.check = [make_cases = session.make_cases,
                   device = runner::device_to_check(session.line.options)](
                      const catalog::ModelCatalog& models) {
    runner::check_tensor_ranks(make_cases(device, models));
  };
  return session;
}

// Of both commands.
void add_options(Command& command, const Context& context, TrainOptions& typed) {
  const auto text = [&](const char* name, std::string& value, const char* help,
                        const char* value_name) {
    command.text(name, value, context.text(std::string("tasks.train_option_") + help), value_name);
  };
  text("-m,--model", typed.models, "model", "NAME,...");
  text("-b,--batch-size", typed.batches, "batch", "N,...");
  text("--launch", typed.launches, "launch", "NAME,...");
  text("--data-parallel", typed.data_parallel, "data_parallel", "ranks|single-process,...");
  text("--bucket-mb", typed.buckets, "bucket", "MB,...");
  text("--overlap", typed.overlap, "overlap", "on|off,...");
  text("--exchange", typed.exchange, "exchange", "collectives|copies,...");
  command.text("--channels", typed.channels, context.text("tasks.comm_option_channels"), "N,...");
  text("--spare-multiprocessors", typed.spared, "spare", "N,...");
  text("--gradient-type", typed.gradient_type, "gradient_type", "NAME,...");
  text("--zero", typed.zero, "zero", "0|1|2|3,...");
  text("--tp", typed.tp, "tp", "N,...");
  command.flag("--sp", typed.shares_sequence, context.text("tasks.train_option_sp"));
  text("--cp", typed.cp, "cp", "N,...");
  text("--context", typed.context, "context", "NAME,...");
  text("--ep", typed.ep, "ep", "N,...");
  text("--experts", typed.experts, "experts", "N,...");
  text("--routing", typed.routing, "routing", "router|skewed,...");
  text("--capacity-factor", typed.capacity_factor, "capacity", "X,...");
  text("--pp", typed.pp, "pp", "N,...");
  text("--vpp", typed.vpp, "vpp", "N");
  text("--schedule", typed.schedule, "schedule", "NAME,...");
  text("--split", typed.split, "split", "even|balanced,...");
  text("--engine", typed.engine, "engine", "auto|own|library");
  text("--accumulate,--micro-batches", typed.accumulate, "accumulate", "N,...");
  text("--recompute", typed.recompute, "recompute", "NAME,...");
  text("--offload", typed.offload, "offload", "none|optimizer|activations|all,...");
  command.flag("--profile", typed.has_profile, context.text("tasks.train_option_profile"));
  command.flag("--mfu-all", typed.has_every_mfu, context.text("tasks.train_option_mfu_all"));
}

}  // namespace

void add_train_command(Command& program, Context& context) {
  Command command = program.add_command("train", context.text("tasks.train_description"));
  const auto typed = std::make_shared<TrainOptions>();
  command.text("--dp", typed->ranks, context.text("tasks.train_option_dp"), "N,...");
  command.text("--emulate-rank", typed->emulate, context.text("tasks.train_option_emulate"), "K/N");
  command.text("--links", typed->links, context.text("tasks.train_option_links"), "FILE|GPU");
  add_options(command, context, *typed);
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::training);
  command.action([&context, typed, reader] {
    measure(make_session(*typed, reader.read(), "train.json", context), context);
  });
}

void add_scaling_command(Command& program, Context& context) {
  Command command = program.add_command("scaling", context.text("tasks.scaling_description"));
  const auto typed = std::make_shared<TrainOptions>(TrainOptions{.ranks = "1,2"});
  command.text("--gpus", typed->ranks, context.text("tasks.scaling_option_gpus"), "N,...");
  command.flag("--strong", typed->is_strong, context.text("tasks.scaling_option_strong"));
  add_options(command, context, *typed);
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::training);
  command.action([&context, typed, reader] {
    measure(make_session(*typed, reader.read(), "scaling.json", context), context);
  });
}

}  // namespace wgf::cli
