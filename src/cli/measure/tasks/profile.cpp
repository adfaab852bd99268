// SPDX-License-Identifier: MIT
// profile: where the time of a training step goes, and what each cost would give back if it were
// free.

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>

#include "base/files.h"
#include "base/option_values.h"
#include "cli/commands.h"
#include "cli/measure/tasks/from_files.h"
#include "cli/measure/tasks/task.h"
#include "results/protocol.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t profiled_batch_size = 64, loading_workers = 4, recorded_steps = 20;
// Beside the measured: counted, loaded before, and, of one case in three, recorded.
constexpr std::int64_t steps_aside = 12;
constexpr Seconds least_variant_time{5};
constexpr const char* trace_option = "--trace-dir";

struct ProfileOptions {
  std::string model, batch_size, workers, steps, time, trace_dir = ".";
  ImageSource source;
};

// As read from the options.
struct Recording {
  ImageSource source;
  std::int64_t workers = 0, steps = 0;
};

struct TraceFiles {
  fs::path trace;       // for Chrome and Perfetto
  fs::path for_boards;  // the same for TensorBoard, which wants a folder and this ending
};

Error no_trace_at(const fs::path& path, const std::error_code& fault) {
  return unwritable({"", {{"path", path.string()}, {"reason", fault.message()}}}, trace_option);
}

// Now rather than after minutes of measuring. The folder of TensorBoard keeps the traces of earlier
// runs.
TraceFiles prepare_files(const std::string& folder) {
  const TraceFiles files{fs::path(folder) / "profiler_trace.json",
                         fs::path(folder) / "profiler_logs" /
                             ("profile_" + std::to_string(::getpid()) + "." +
                              std::to_string(std::time(nullptr)) + ".pt.trace.json")};
  const fs::path logs = files.for_boards.parent_path();
  std::error_code fault;
  fs::create_directories(logs, fault);
  if (fault) throw no_trace_at(logs, fault);
  try {
    check_writable(files.trace);
    check_writable(files.for_boards);
  } catch (const Error& there) {
    throw unwritable(there.message(), trace_option);
  }
  return files;
}

results::Case with(results::Case value, const char* parameter, const results::Value& setting) {
  value.parameters.set(parameter, setting);
  return value;
}

// The step as it is, recorded after it was measured; then without each of its costs; then on data
// that were never in a file.
std::vector<results::Case> profile_cases(const results::Case& trained, const Recording& recording,
                                         bool takes_files) {
  const bool has_gpu = trained.device != "cpu";
  const results::Case as_it_is =
      takes_files ? fed_case(trained, recording.source, recording.workers) : trained;
  std::vector<results::Case> cases{with(as_it_is, "profiled_steps", recording.steps)};
  if (takes_files) cases.push_back(with(as_it_is, "feed", std::string("ready")));
  if (has_gpu) cases.push_back(with(as_it_is, "launch", std::string("graph")));
  if (has_gpu && takes_files) cases.push_back(with(as_it_is, "feed", std::string("copy_ahead")));
  if (takes_files) cases.push_back(trained);
  return cases;
}

// Labelled images are what a classifier is fed; other networks train on data of their own making.
bool takes_files(const results::Case& trained, const catalog::ModelCatalog& models) {
  const catalog::Model& model = runner::runnable_model(models, trained.parameters.text("model"));
  return model.kind == catalog::ModelKind::cnn || model.kind == catalog::ModelKind::vit;
}

void keep_for_boards(const TraceFiles& files, const results::Run& run) {
  std::error_code fault;
  const bool was_recorded =
      std::any_of(run.results.begin(), run.results.end(),
                  [](const results::Result& result) { return result.profile.has_value(); });
  if (was_recorded && fs::exists(files.trace, fault))
    fs::copy_file(files.trace, files.for_boards, fs::copy_options::overwrite_existing, fault);
  if (fault) throw no_trace_at(files.for_boards, fault);
}

Session make_session(const ProfileOptions& options, RunCommandLine line) {
  line.options.models = task_model(options.model, "mobilenet_v2");
  line.options.batch_sizes = {count_or("--batch-size", options.batch_size, 1, profiled_batch_size)};
  const Recording recording{
      .source = options.source,
      .workers = options.workers.empty() ? loading_workers : parse_workers(options.workers),
      .steps = count_or("--steps", options.steps, 1, recorded_steps)};
  line.options.stopping = at_least(
      recording.steps, time_or("--time", options.time, least_variant_time), line.options.stopping);
  check_folder(recording.source);
  Session session = task_session({"profile", "profile_steps.png", {"profile"}}, line);
  session.open_work = {.batch = options.batch_size.empty(),
                       .steps = options.steps.empty(),
                       .time = options.time.empty(),
                       .other_steps = steps_aside,
                       .steps_option = "--steps"};
  session.check = [options = session.line.options](const catalog::ModelCatalog& models) {
    only_case(options, "cpu", models);
  };
  session.make_cases = [recording, all = session.line.options](
                           std::string_view device, const catalog::ModelCatalog& models) {
    const results::Case trained = only_case(all, device, models);
    return profile_cases(trained, recording, takes_files(trained, models));
  };
  const TraceFiles files = prepare_files(options.trace_dir);
  session.engine_environment.emplace_back(results::trace_file_variable,
                                          fs::absolute(files.trace).string());
  session.complete = [files](results::Run& run, const runner::DeviceState&,
                             const catalog::ModelCatalog&) { keep_for_boards(files, run); };
  session.notes.push_back(
      {"tasks.trace_files",
       {{"trace", files.trace.string()}, {"folder", files.for_boards.parent_path().string()}}});
  return session;
}

}  // namespace

void add_profile_command(Command& program, Context& context) {
  Command command = program.add_command("profile", context.text("tasks.profile_description"));
  const auto options = std::make_shared<ProfileOptions>();
  command.text("-m,--model", options->model, context.text("tasks.option_model"), "NAME");
  command.text("-b,--batch-size", options->batch_size, context.text("tasks.option_batch_size_64"),
               "N");
  command.text("--workers", options->workers, context.text("tasks.option_workers_4"), "N");
  add_source_options(command, options->source, context);
  command.text("--steps", options->steps, context.text("tasks.option_profiled_steps"), "N");
  command.text("--time", options->time, context.text("tasks.option_time_5"), "TIME");
  command.text(trace_option, options->trace_dir, context.text("tasks.option_trace_dir"), "DIR");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::one_case);
  command.action(
      [&context, options, reader] { measure(make_session(*options, reader.read()), context); });
}

}  // namespace wgf::cli
