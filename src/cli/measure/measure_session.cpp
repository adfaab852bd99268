// SPDX-License-Identifier: MIT
#include "cli/measure/measure_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>

#include "advisor/score/rating.h"
#include "advisor/score/score.h"
#include "base/text.h"
#include "base/utc.h"
#include "cli/measure/cpu_defaults.h"
#include "cli/measure/earlier_run.h"
#include "cli/measure/progress_line.h"
#include "cli/measure/session_end.h"
#include "cli/measure/session_files.h"
#include "cli/product.h"
#include "cli/terminal.h"
#include "cli/typed_words.h"
#include "cli/words/report_rents.h"
#include "hardware/rank_place.h"
#include "report/formats/output.h"
#include "results/add_missing.h"
#include "runner/device_choice.h"
#include "runner/environment.h"
#include "runner/fitting_batches.h"
#include "runner/plan.h"
#include "runner/runner.h"

namespace wgf::cli {
namespace {

using report::Output;
using results::Result;
using results::Run;

// Nothing reaches stderr while it lives.
class SilencedErrors {
 public:
  SilencedErrors() : kept_(::dup(STDERR_FILENO)) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  ~SilencedErrors() {
    std::fflush(stderr);
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
  }
  SilencedErrors(const SilencedErrors&) = delete;
  SilencedErrors& operator=(const SilencedErrors&) = delete;

 private:
  int kept_;
};

Run make_header(const Session& session, const Context& context) {
  Run header;
  header.started_at = now_utc();
  header.command = shell_command(context.arguments);
  header.preset = session.preset;
  header.task = session.task;
  return header;
}

results::Environment environment_with(const results::Hello& engine) {
  runner::EnvironmentSources sources =
      runner::inspect_environment({std::string(product_version()), std::string(product_commit())});
  sources.engine = runner::engine_facts(engine);
  return runner::make_environment(sources);
}

// --device wins; without it a resumed plan stays on its device.
std::string chosen_device(const Session& session, const results::Hello& engine,
                          std::vector<results::Case>& plan) {
  const runner::RunOptions& options = session.line.options;
  const bool is_chosen = options.device != "auto" || runner::is_given(options, "device");
  const std::string wanted = is_chosen || plan.empty() ? options.device : plan.front().device;
  const std::string device = runner::choose_device(wanted, engine, runner::has_nvidia_gpu());
  if (is_chosen)
    for (results::Case& value : plan) value.device = device;
  return device;
}

// What the numbers mean in words and, for the case lists of quick, in one number.
void judge(Run& run, const catalog::Catalog& catalog) {
  advisor::rate_results(run, catalog.models());
  if (!run.preset.empty()) run.score = advisor::score_of(run, catalog.gpus().gpus);
}

// Which model a family's name stood for is part of what was measured.
void add_note(Run& run, const runner::DefaultMember& member) {
  for (Result& result : run.results)
    if (result.measured_case.parameters.text("model") == member.model)
      add_missing_warning(result, member.note);
}

void add_note(Run& run, const runner::LoweredBatch& lowered) {
  for (Result& result : run.results)
    if (result.measured_case.key() == lowered.key) add_missing_warning(result, lowered.note);
}

// The cases of the session for this device; those of quick with batches that fit it.
std::vector<runner::LoweredBatch> plan_cases(const Session& session,
                                             const runner::DeviceState& state,
                                             const catalog::ModelCatalog& models,
                                             std::vector<results::Case>& plan) {
  plan = session.make_fitting_cases ? session.make_fitting_cases(state, models)
                                    : session.make_cases(state.device.id, models);
  if (session.preset.empty() || session.line.options.try_anyway || !state.free_memory) return {};
  return runner::lower_batches(plan, models, *state.free_memory);
}

// Of ranks that we start ourselves each takes a GPU of this machine.
void check_gpus(const Session& session, const results::Hello& engine,
                std::vector<results::Case>& plan) {
  const std::int64_t count = engine.facts.integer("cuda_device_count");
  const auto is_beyond = [&](const results::Case& value) {
    if (value.is_on_cpu()) return false;
    for (const std::string& id : value.device_ids())
      if (const std::size_t colon = id.find(':');
          colon != std::string::npos && parse_integer(id.substr(colon + 1)).value_or(0) >= count)
        return true;
    return false;
  };
  if (session.leaves_out_beyond) {
    std::erase_if(plan, is_beyond);
    return;
  }
  if (hardware::find_rank_place()) return;
  for (const results::Case& value : plan)
    if (is_beyond(value))
      throw Error({"tasks.train_more_ranks_than_gpus",
                   {{"ranks", std::to_string(value.ranks())}, {"gpus", std::to_string(count)}}},
                  ExitCode::not_supported);
}

struct Measured {
  Run run;
  std::size_t still_missing = 0;  // of an earlier run's plan
  std::optional<Message> said;    // before it was measured
};

// The guard begins with the measuring and outlives it: a signal that comes twice must not end the
// writing of what was measured.
Measured measure_plan(const Session& session, const std::vector<Output>& outputs, Context& context,
                      std::optional<runner::InterruptGuard>& interrupt) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  session.check(catalog.models());
  for (const Message& note : session.notes) print_note(note, context);
  runner::RunRequest request;
  request.header = make_header(session, context);
  request.options = session.line.options;
  request.output = journalled_file(outputs);
  request.models = &catalog.models();
  const Run earlier = load_earlier(session.line, request.header);

  const auto members = runner::default_members(session.line.options, catalog.models());
  for (const runner::DefaultMember& member : members) print_note(member.note, context);
  if (session.tells_ignored)
    for (const Message& ignored :
         runner::ignored_options(session.line.options, catalog.models(), session.line.benchmarks))
      print_note(ignored, context);

  const auto machine = runner::make_local_machine(catalog);
  request.engine.program = runner::find_engine();
  request.engine.forward_stderr = session.line.options.verbose;
  if (session.memory_limit)
    request.engine.environment.emplace_back(results::memory_limit_variable,
                                            std::to_string(session.memory_limit->value));
  for (const auto& variable : session.engine_environment)
    request.engine.environment.push_back(variable);
  const auto start = std::chrono::steady_clock::now();
  std::optional<runner::EngineProcess> engine(std::in_place, request.engine);
  const results::Hello hello = engine->greet(request.greeting_timeout);
  const std::chrono::duration<double> greeting = std::chrono::steady_clock::now() - start;
  const std::string device = chosen_device(session, hello, request.header.plan);
  if (device != "cpu" && !request.options.time_budget)
    request.options.time_budget = session.budget_of_gpu;
  machine->know_uuid(device, hello.facts.text(device + ".uuid"));
  runner::DeviceState state = machine->state(device);
  // Where no driver library tells.
  if (state.device.memory == Bytes(0))
    state.device.memory = Bytes(hello.facts.integer(device + ".memory_bytes"));
  std::vector<runner::LoweredBatch> lowered;
  if (request.header.plan.empty())
    lowered = plan_cases(session, state, catalog.models(), request.header.plan);
  check_gpus(session, hello, request.header.plan);
  for (const runner::LoweredBatch& batch : lowered) print_note(batch.note, context);
  if (session.preset.empty() && session.line.resume.empty() && !session.line.names_work)
    std::fputs((context.text(Message{"cli.all_models",
                                     {{"count", std::to_string(request.header.plan.size())}}}) +
                "\n")
                   .c_str(),
               stderr);
  request.header.devices = {state.device};
  request.header.environment = environment_with(hello);

  ProgressLine progress(context, session.line.options.verbose || session.tells_each_case);
  const auto is_interrupted = [&] {
    progress.wait();
    return interrupt && interrupt->is_interrupted();
  };
  if (session.next_case)
    request.next_case = [&](const Run& run) {
      progress.clear();
      return session.next_case(run, state, is_interrupted);
    };

  interrupt.emplace();
  const LoweredDefaults less = lower_defaults(session, earlier, *engine, Seconds(greeting.count()),
                                              request.header.plan, progress, is_interrupted);
  progress.clear();
  if (less.note) print_note(*less.note, context);
  if (less.is_engine_used) engine.reset();
  request.default_time = less.time;
  request.expected = less.expected;
  take_known(session.line, earlier, *machine, request, outputs, context);
  Run run = runner::run_plan(request, *machine, progress, is_interrupted, std::move(engine));
  for (const runner::DefaultMember& member : members) add_note(run, member);
  for (const runner::LoweredBatch& batch : lowered) add_note(run, batch);
  add_note(run, less);
  if (session.complete) session.complete(run, state, catalog.models());
  judge(run, catalog);
  const std::size_t missing = run.partial ? 0 : keep_missing(earlier, run);
  return {std::move(run), missing, less.note};
}

std::optional<Error> try_to_write(const std::vector<Output>& places, report::ReportInput input,
                                  const std::filesystem::path& journalled) {
  std::vector<Message> hints;
  input.hints = &hints;
  try {
    report::write_outputs(places, input);
  } catch (const Error& fault) {
    return fault;
  }
  for (const Message& hint : hints)
    std::fputs((messages::render(hint, input.language) + "\n").c_str(), stderr);
  if (!journalled.empty()) runner::remove_journal(journalled);
  return std::nullopt;
}

void print_results(report::ReportInput input, const SessionOutputs& outputs,
                   const Context& context) {
  std::vector<const report::ReportFormat*> formats = outputs.printed;
  if (formats.empty()) formats = {&report::report_format(context.json ? "json" : "txt")};
  input.width = printed_width();
  for (const report::ReportFormat* format : formats) print(format->write(input));
}

std::string names_of(const std::vector<Output>& outputs) {
  std::vector<std::string> names;
  for (const Output& output : outputs) names.push_back(output.path.string());
  return join(names, ", ");
}

void print_written(const std::vector<Output>& places, const std::vector<Output>& files,
                   const Context& context) {
  if (places.empty()) return;
  std::vector<Output> kept;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (files[i].path != places[i].path) kept.push_back(files[i]);
  const Message message =
      kept.empty()
          ? Message{"cli.written", {{"files", names_of(places)}}}
          : Message{"cli.earlier_kept", {{"kept", names_of(kept)}, {"files", names_of(places)}}};
  std::fputs((context.text(message) + "\n").c_str(), stderr);
}

// What was said before is kept in files, and not said again below the table.
Run without(Run run, const std::optional<Message>& said) {
  if (said)
    for (Result& result : run.results) std::erase(result.warnings, *said);
  return run;
}

// Where nothing was measured there is nothing to draw, and the reason is worth more than that.
void drop_pictures(std::vector<Output>& files) {
  std::erase_if(files, [](const Output& output) {
    return output.format->name == "png" || output.format->name == "svg";
  });
}

}  // namespace

// Files under their usual names are replaced unasked. quick has one list; what run and the tasks
// measured may be worth hours.
bool may_lose_another_run(const Session& session) {
  const RunCommandLine& line = session.line;
  return session.preset.empty() && line.outputs.empty() && line.resume.empty() && !line.force;
}

// Of ranks that another launcher started: measures what rank 0 measures, which alone prints and
// writes. What went wrong here is told all the same.
void follow(const Session& session, Context& context) {
  std::optional<runner::InterruptGuard> interrupt;
  std::optional<Measured> measured;
  {
    const SilencedErrors silence;
    measured = measure_plan(session, {}, context, interrupt);
  }
  throw_unless_complete(session, measured->run, measured->run.partial, {}, context);
}

void measure(const Session& session, Context& context) {
  const auto place = session.is_of_ranks ? hardware::find_rank_place() : std::nullopt;
  if (place && place->rank > 0) return follow(session, context);
  SessionOutputs outputs =
      choose_session_outputs(session.line, session.default_files, shell_command(context.arguments));
  outputs.printed.insert(outputs.printed.end(), session.printed.begin(), session.printed.end());
  check_table_is_printed(session.table_option, outputs, context);
  std::optional<runner::InterruptGuard> interrupt;
  const auto [run, still_missing, said] = measure_plan(session, outputs.files, context, interrupt);
  if (!session.task.empty() && count_ok(run) == 0) drop_pictures(outputs.files);
  const std::vector<Output> places = places_for(run, outputs.files, session.line.force);
  // Files first: a closed pipe behind stdout ends the program, a full disk must not hide the table.
  const report::ReportInput input{.runs = {&run, 1},
                                  .language = context.language,
                                  .charts = session.charts,
                                  .rents = current_rents(context)};
  const bool are_places_chosen =
      places.empty() || places.front().path == outputs.files.front().path;
  std::filesystem::path aside;
  if (are_places_chosen)
    aside = set_aside_results(places, may_lose_another_run(session) ? Names::usual : Names::chosen);
  const std::optional<Error> fault = try_to_write(places, input, journalled_file(outputs.files));
  if (session.is_printed) {
    const bool is_table = outputs.printed.empty() && !context.json;
    const Run printed = without(run, is_table ? said : std::nullopt);
    report::ReportInput shown = input;
    shown.runs = {&printed, 1};
    print_results(shown, outputs, context);
  }
  if (fault) throw *fault;
  print_written(places, outputs.files, context);
  if (!aside.empty()) print_note({"cli.results_set_aside", {{"kept", aside.string()}}}, context);
  if (still_missing > 0)
    print_note({"cli.earlier_missing",
                {{"count", std::to_string(still_missing)}, {"file", session.line.resume.string()}}},
               context);
  if (session.print_more) session.print_more(run);
  throw_unless_complete(session, run, still_missing == 0 && run.partial, places, context);
}

}  // namespace wgf::cli
