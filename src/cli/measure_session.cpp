// SPDX-License-Identifier: MIT
#include "cli/measure_session.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "base/text.h"
#include "cli/product.h"
#include "cli/progress_line.h"
#include "report/output.h"
#include "runner/device_choice.h"
#include "runner/environment.h"
#include "runner/runner.h"

namespace wgf::cli {
namespace {

using report::Output;
using results::Result;
using results::Run;
using results::Status;

std::string now_utc() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

std::vector<Output> checked_outputs(const Session& session) {
  // A resumed run goes on in its own file, whatever else is written; the default results.json may
  // be another run's.
  const bool goes_on = !session.line.resume.empty() && session.line.outputs.empty();
  std::vector<std::string> defaults = session.default_files;
  if (goes_on)
    std::erase_if(defaults, [](const std::string& file) { return file.ends_with(".json"); });
  std::vector<Output> outputs = report::choose_outputs({.paths = session.line.outputs,
                                                        .formats = session.line.formats,
                                                        .default_files = defaults,
                                                        .force = session.line.force,
                                                        .resumed = session.line.resume});
  if (goes_on)
    outputs.insert(outputs.begin(), {session.line.resume, &report::report_format("json"), true});
  report::check_outputs(outputs);
  return outputs;
}

// The journal stands beside the results file; a device or a pipe has no beside.
std::filesystem::path journalled_file(const std::vector<Output>& outputs) {
  for (const Output& output : outputs) {
    std::error_code ignored;
    const bool is_special = std::filesystem::exists(output.path, ignored) &&
                            !std::filesystem::is_regular_file(output.path, ignored);
    if (output.format->name == "json" && !is_special) return output.path;
  }
  return {};
}

Run make_header(const Session& session, const Context& context) {
  Run header;
  header.started_at = now_utc();
  header.command = join(context.arguments, " ");
  header.preset = session.preset;
  return header;
}

results::Environment environment_with(const results::Hello& engine) {
  runner::EnvironmentSources sources =
      runner::inspect_environment({std::string(product_version()), std::string(product_commit())});
  sources.engine = runner::engine_facts(engine);
  return runner::make_environment(sources);
}

// What an earlier run planned and measured; its plan counts unless this command names its own work.
void take_resumed(const Session& session, runner::RunRequest& request) {
  Run earlier = runner::load_for_resume(session.line.resume);
  if (!session.line.names_work && !earlier.plan.empty()) {
    request.header.plan = std::move(earlier.plan);
    request.header.preset = earlier.preset;
  }
  request.known = std::move(earlier.results);
}

Run measure_plan(const Session& session, const std::vector<Output>& outputs, Context& context) {
  const catalog::Catalog catalog(context.catalog_dir.value_or(std::filesystem::path()));
  session.check(catalog.models());
  runner::RunRequest request;
  request.header = make_header(session, context);
  request.options = session.line.options;
  request.output = journalled_file(outputs);
  request.models = &catalog.models();
  if (!session.line.resume.empty()) take_resumed(session, request);

  const auto machine = runner::make_local_machine(catalog);
  request.engine.program = runner::find_engine();
  request.engine.forward_stderr = session.line.options.verbose;
  runner::EngineProcess engine(request.engine);
  const results::Hello hello = engine.greet(request.greeting_timeout);
  const std::string device =
      runner::choose_device(session.line.options.device, hello, runner::has_nvidia_gpu());
  if (request.header.plan.empty())
    request.header.plan = session.make_cases(device, catalog.models());
  request.header.devices = {machine->state(device).device};
  request.header.environment = environment_with(hello);

  ProgressLine progress(context, session.line.options.verbose);
  const runner::InterruptGuard interrupt;
  return runner::run_plan(
      request, *machine, progress, [&] { return interrupt.is_interrupted(); }, std::move(engine));
}

std::optional<Error> try_to_write(const std::vector<Output>& outputs, const Run& run,
                                  const Context& context) {
  try {
    report::write_outputs(outputs, run, context.language);
  } catch (const Error& fault) {
    return fault;
  }
  if (const std::filesystem::path file = journalled_file(outputs); !file.empty())
    runner::remove_journal(file);
  return std::nullopt;
}

void print_results(const Run& run, const Context& context) {
  const std::string text = context.json ? report::write_json(run, context.language)
                                        : report::write_text(run, context.language);
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_written(const std::vector<Output>& outputs, const Context& context) {
  std::vector<std::string> names;
  for (const Output& output : outputs) names.push_back(output.path.string());
  if (names.empty()) return;
  const std::string line =
      context.text(Message{"cli.written", {{"files", join(names, ", ")}}}) + "\n";
  std::fputs(line.c_str(), stderr);
}

// Statuses that mean something went wrong, as opposed to an answer ("does not fit", "cannot").
bool is_fault(Status status) {
  return status == Status::timeout || status == Status::crashed || status == Status::failed ||
         status == Status::invalid;
}

std::size_t count_if(const Run& run, bool (*predicate)(Status)) {
  return static_cast<std::size_t>(
      std::count_if(run.results.begin(), run.results.end(),
                    [&](const Result& result) { return predicate(result.status); }));
}

std::string first_reason(const Run& run, const Context& context, bool (*predicate)(Status)) {
  for (const Result& result : run.results)
    if (predicate(result.status) && result.reason) return context.text(*result.reason);
  return "-";
}

// A script learns from the exit code whether every case gave its answer.
void throw_unless_complete(const Run& run, const std::vector<Output>& outputs,
                           const Context& context) {
  const auto is_ok = [](Status status) { return status == Status::ok; };
  const std::string total = std::to_string(std::max(run.plan.size(), run.results.size()));
  if (run.partial) {
    const std::filesystem::path file = journalled_file(outputs);
    throw Error({file.empty() ? "cli.partial_no_file" : "cli.partial",
                 {{"done", std::to_string(count_if(run, is_ok))},
                  {"total", total},
                  {"file", file.string()}}});
  }
  if (const std::size_t faults = count_if(run, is_fault); faults > 0)
    throw Error({"cli.cases_failed",
                 {{"count", std::to_string(faults)},
                  {"total", total},
                  {"reason", first_reason(run, context, is_fault)}}});
  if (count_if(run, is_ok) > 0 || run.results.empty()) return;
  const auto is_unsupported = [](Status status) { return status == Status::unsupported; };
  const auto any = [](Status) { return true; };
  const bool all_unsupported = count_if(run, is_unsupported) == run.results.size();
  throw Error(
      {"cli.nothing_measured", {{"total", total}, {"reason", first_reason(run, context, any)}}},
      all_unsupported ? ExitCode::not_supported : ExitCode::error);
}

}  // namespace

void measure(const Session& session, Context& context) {
  const std::vector<Output> outputs = checked_outputs(session);
  const Run run = measure_plan(session, outputs, context);
  // Files first: a closed pipe behind stdout ends the program, a full disk must not hide the table.
  const std::optional<Error> fault = try_to_write(outputs, run, context);
  print_results(run, context);
  if (fault) throw *fault;
  print_written(outputs, context);
  throw_unless_complete(run, outputs, context);
}

}  // namespace wgf::cli
