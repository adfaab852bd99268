// SPDX-License-Identifier: MIT
// serve-test: how fast a server of language models answers, whatever it is, over its OpenAI API.

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <random>

#include "base/text.h"
#include "base/utc.h"
#include "catalog/catalog.h"
#include "cli/commands.h"
#include "cli/measure/progress_line.h"
#include "cli/measure/serve/gpu_watch.h"
#include "cli/measure/serve/managed_server.h"
#include "cli/measure/serve/serve_forecast.h"
#include "cli/measure/serve/serve_options.h"
#include "cli/measure/serve/serve_sweep.h"
#include "cli/measure/session_files.h"
#include "cli/product.h"
#include "cli/surroundings.h"
#include "cli/terminal.h"
#include "cli/typed_words.h"
#include "cli/words/report_rents.h"
#include "load/certify.h"
#include "load/probe.h"
#include "load/run_load.h"
#include "load/server_counters.h"
#include "report/tasks/serve_definitions.h"
#include "runner/environment.h"
#include "runner/interrupt.h"
#include "runner/machine.h"

namespace wgf::cli {
namespace {

using results::Result;
using results::Run;
using results::Status;

// What is asked: a server of others, or our engine.
struct Target {
  std::optional<ManagedServer> managed;
  load::ServedModels served;
  std::optional<GpuWatch> watch;  // where its GPUs are of this machine
  // Of the client, by threads and users (0: an open load): repeats have that of the first.
  std::map<std::pair<int, std::size_t>, load::Certificate> certificates;
  std::size_t asked_prompts = 0;  // of a file, in the loads before
};

// Loads that llm has too.
bool is_of_llm(const load::LoadPlan& plan) {
  return plan.trace.empty() && plan.turns == 1 && plan.shared_tokens == 0 && !plan.rate_at_end &&
         plan.gaps == load::ArrivalGaps::random && plan.burstiness == 1;
}

// Of a server of others this machine is the client's: the server's is known by its address alone.
Run make_run(const ServeWork& work, const Target& target, const Context& context) {
  Run run;
  run.started_at = now_utc();
  run.command = shell_command(context.arguments);
  run.task = "serve_test";
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  const auto machine = runner::make_local_machine(catalog);
  runner::EnvironmentSources sources =
      runner::inspect_environment({std::string(product_version()), std::string(product_commit())});
  std::string device = "cpu";
  if (target.managed) {
    const ServedEngine& engine = target.managed->engine();
    device = engine.served_case().device;
    machine->know_uuid(device, engine.hello().facts.text(device + ".uuid"));
    sources.engine = runner::engine_facts(engine.hello());
    for (const load::LoadPlan& plan : work.plans)
      if (!work.is_sweep && is_of_llm(plan))
        run.plan.push_back(target.managed->in_process(plan, work.limits));
  }
  run.devices = {machine->state(device).device};
  run.environment = runner::make_environment(sources);
  for (const load::LoadPlan& plan : work.plans) run.plan.push_back(load_case(plan, work.limits));
  return run;
}

// The loads of the plan in the engine's process. false: somebody stopped it.
bool measure_in_process(ManagedServer& server, Run& run, ProgressLine& progress,
                        const std::function<bool()>& is_interrupted) {
  for (const results::Case& value : run.plan) {
    if (value.benchmark != "llm_load") break;
    progress.case_started(value, {.done = run.results.size(), .total = run.plan.size()});
    Result result = server.measure(value, [&] {
      progress.wait();
      return is_interrupted();
    });
    result.devices = run.devices;
    if (result.status != Status::ok && result.status != Status::interrupted)
      throw Error(result.reason.value_or(Message{"server.stopped_early", {}}));
    run.results.push_back(std::move(result));
    progress.clear();
    if (is_interrupted()) return false;
  }
  return true;
}

// The load, with its share on the status line until somebody stops it.
load::LoadRecord measured(const load::LoadPlan& plan, const Run& run, ProgressLine& progress,
                          const runner::InterruptGuard& guard) {
  const results::Case& value = run.plan[run.results.size()];
  const runner::RunProgress so_far{.done = run.results.size(), .total = run.plan.size()};
  progress.case_started(value, so_far);
  return load::run_load(plan, [&](double share) {
    progress.case_progress(value, {.phase = "measure", .done = share, .total = 1}, so_far);
    return !guard.is_interrupted();
  });
}

std::uint64_t new_salt() {
  std::random_device random;
  return (std::uint64_t{random()} << 32) | random();
}

// With prompts that no load before it had: what a server kept of those would be measured.
load::LoadPlan with_new_prompts(load::LoadPlan plan, Target& target) {
  plan.prompt_salt = new_salt();
  plan.first_prompt = target.asked_prompts;
  target.asked_prompts += plan.all() / plan.turns;
  return plan;
}

// false: somebody stopped it.
bool measure_one(const load::LoadPlan& asked, const ServeWork& work, Target& target, Run& run,
                 ProgressLine& progress, const runner::InterruptGuard& guard) {
  load::Certificate& certificate =
      target.certificates[{asked.threads, asked.is_open() ? 0 : asked.concurrency}];
  if (!certificate.is_whole)
    certificate = load::certify(asked, [&] { return !guard.is_interrupted(); });
  if (!certificate.is_whole) return false;
  const load::LoadPlan plan = with_new_prompts(asked, target);
  const load::ServerCounters before = load::ask_counters(plan);
  if (target.watch) target.watch->start();
  const load::LoadRecord record = measured(plan, run, progress, guard);
  Result result = load::load_result(plan, work.limits, record, certificate);
  if (target.watch) add_gpus(target.watch->stop(load::measured_span(record)), result);
  const load::ServerCounters after = load::ask_counters(plan);
  if (const auto waited = load::queue_ms(before, after))
    result.metrics.push_back(results::single_metric("served.queue_time", *waited));
  for (Message& warning : load::counter_warnings(before, after))
    result.warnings.push_back(std::move(warning));
  if (auto warning = load::unlisted_model(plan.model, target.served))
    result.warnings.push_back(*std::move(warning));
  result.devices = run.devices;
  result.target->server = target.served.owner;
  run.results.push_back(std::move(result));
  progress.clear();
  return !record.was_stopped;
}

// The same load with other prompts each time, until its rate is known well enough. false: stopped.
bool measure_repeatedly(load::LoadPlan plan, const ServeWork& work, Target& target, Run& run,
                        ProgressLine& progress, const runner::InterruptGuard& guard) {
  for (int repeat = 0; repeat < work.repeats; ++repeat, ++plan.seed) {
    if (repeat > 0)
      run.plan.insert(run.plan.begin() + static_cast<std::ptrdiff_t>(run.results.size()),
                      load_case(plan, work.limits));
    if (!measure_one(plan, work, target, run, progress, guard)) return false;
    run.results.back().process = repeat;
    if (is_known_enough(run, repeat + 1)) break;
  }
  return true;
}

void measure_all(const ServeWork& work, Target& target, Run& run, ProgressLine& progress,
                 const runner::InterruptGuard& guard) {
  bool goes_on = true;
  for (const load::LoadPlan& plan : work.plans)
    goes_on =
        goes_on && (work.is_sweep ? measure_one(plan, work, target, run, progress, guard)
                                  : measure_repeatedly(plan, work, target, run, progress, guard));
  while (goes_on) {
    const std::optional<NextLoad> next = next_load(work, run);
    if (!next) break;
    run.plan.push_back(load_case(next->plan, work.limits));
    goes_on = measure_one(next->plan, work, target, run, progress, guard);
    if (goes_on) run.results.back().process = next->repeat;
  }
  run.partial = !goes_on;
}

// What is asked of the server before it is measured.
void meet(ServeWork& work, Target& target, const std::string& typed_model) {
  target.served = load::ask_models(work.plans.front());
  const std::string model = load::chosen_model(typed_model, target.served);
  for (load::LoadPlan& plan : work.plans) plan.model = model;
  load::LoadPlan question = work.plans.front();
  question.prompt_salt = new_salt();
  const load::RequestForm form = load::check_streaming(question, target.served);
  for (load::LoadPlan& plan : work.plans) plan.form = form;
}

// Both sides of our engine. Nothing is loaded twice at once: the process has one model at a time.
Run measure_managed(ServeWork& work, Target& target, const Context& context) {
  const runner::InterruptGuard guard;
  const auto is_interrupted = [&] { return guard.is_interrupted(); };
  for (load::LoadPlan& plan : work.plans) plan.model = target.managed->engine().model();
  Run run = make_run(work, target, context);
  ProgressLine progress(context, false);
  run.partial = !measure_in_process(*target.managed, run, progress, is_interrupted) ||
                !target.managed->start(is_interrupted);
  if (run.partial) return run;
  std::erase_if(run.plan, [](const results::Case& one) { return one.benchmark == "serve_test"; });
  for (load::LoadPlan& plan : work.plans) {
    plan.address = target.managed->address();
    // Ids of the whole vocabulary, as in the process: no tokenizer changes their number.
    if (plan.api == load::Api::completions)
      plan.token_ids =
          plan.token_ids.value_or(Between<std::int64_t>{0, target.managed->vocabulary() - 1});
    run.plan.push_back(load_case(plan, work.limits));
  }
  meet(work, target, "");
  const ServedEngine& engine = target.managed->engine();
  if (const std::string& device = engine.served_case().device; device != "cpu")
    target.watch.emplace(engine.hello().facts.text(device + ".uuid"));
  measure_all(work, target, run, progress, guard);
  return run;
}

Run measure_others(ServeWork& work, Target& target, const ServeOptions& options,
                   const Context& context) {
  meet(work, target, options.model);
  Run run = make_run(work, target, context);
  if (load::is_local(load::resolve(work.plans.front().address))) target.watch.emplace("");
  const runner::InterruptGuard guard;
  ProgressLine progress(context, false);
  measure_all(work, target, run, progress, guard);
  return run;
}

void write_and_print(const Run& run, SessionOutputs& outputs, const ServeOptions& options,
                     const Context& context) {
  const std::vector<report::Output> places = places_for(run, outputs.files, options.line.force);
  report::ReportInput input{
      .runs = {&run, 1}, .language = context.language, .rents = current_rents(context)};
  const bool are_usual = options.line.outputs.empty() && !options.line.force;
  set_aside_results(places, are_usual ? Names::usual : Names::chosen);
  report::write_outputs(places, input);
  input.width = printed_width();
  std::vector<const report::ReportFormat*> formats = outputs.printed;
  if (formats.empty()) formats = {&report::report_format(context.json ? "json" : "txt")};
  for (const report::ReportFormat* format : formats) print(format->write(input));
  if (!options.like.empty()) {
    const auto told = report::serve_in_definitions(run, options.like, context.language);
    print("\n" + told.title + "\n" + report::to_terminal(told.table));
  }
  std::vector<std::string> names;
  for (const report::Output& output : places) names.push_back(output.path.string());
  if (names.empty()) return;
  std::fputs((context.text(Message{"cli.written", {{"files", join(names, ", ")}}}) + "\n").c_str(),
             stderr);
}

// A script learns from the exit code whether every load was measured.
void throw_unless_measured(const Run& run) {
  if (run.results.empty()) throw Error({"server.stopped_early", {}});
  for (const Result& result : run.results)
    if (result.status != Status::ok) throw Error(*result.reason);
}

void add_money_and_forecast(Run& run, const ServeOptions& options, const Target& target,
                            const Context& context) {
  const std::string own_card =
      target.managed && !run.devices.empty() ? run.devices.front().catalog_id : "";
  add_serve_price(run, options.price, own_card, context);
  ForecastService service{.model = options.model,
                          .gpu = card_of(options.price, own_card, context),
                          .gpus = options.price.gpus};
  if (target.managed) {
    const results::Parameters& parameters = target.managed->engine().served_case().parameters;
    service.model = options.managed_model();
    service.precision = parameters.text("precision");
    if (service.precision == "mxfp4") service.precision.clear();  // as it is published
    service.cache_precision = parameters.text("kv_precision");
  } else if (service.model.empty() && !run.plan.empty()) {
    service.model = run.plan.front().parameters.text("model");
  }
  const auto catalog = asked_catalog(context);
  add_serve_forecasts(run, service, surroundings_of(*catalog, context));
}

void test(ServeOptions options, Context& context) {
  const char* key = std::getenv("WGF_API_KEY");
  ServeWork work = read_serve_work(options, key == nullptr ? "" : key);
  SessionOutputs outputs =
      choose_session_outputs(options.line, {"serve-test.json"}, shell_command(context.arguments));
  if (!options.like.empty()) check_table_is_printed("--like", outputs, context);
  Target target;
  if (const auto engine = managed_engine(options, work)) target.managed.emplace(*engine, context);
  check_price_options(options.price, context);
  Run run = target.managed ? measure_managed(work, target, context)
                           : measure_others(work, target, options, context);
  add_money_and_forecast(run, options, target, context);
  if (!run.results.empty()) write_and_print(run, outputs, options, context);
  throw_unless_measured(run);
}

}  // namespace

void add_serve_test_command(Command& program, Context& context) {
  Command command = program.add_command("serve-test", context.text("server.description"));
  const auto options = std::make_shared<ServeOptions>();
  add_serve_options(command, context, *options);
  add_json_flag(command, context);
  command.action([&context, options] { test(*options, context); });
}

}  // namespace wgf::cli
