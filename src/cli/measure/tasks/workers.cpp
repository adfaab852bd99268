// SPDX-License-Identifier: MIT
// workers: how many loader threads keep the device busy with real JPEG files.

#include <memory>

#include "base/option_values.h"
#include "cli/commands.h"
#include "cli/measure/tasks/from_files.h"
#include "cli/measure/tasks/task.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

constexpr std::int64_t fed_batch_size = 64, fed_batches = 100;
// Beside the measured: slow ones while nothing is fed, and what is loaded before.
constexpr std::int64_t steps_unfed = 8;
constexpr Seconds least_fed_time{20}, usual_interval{0.5}, shortest_interval{0.1};

struct WorkersOptions {
  std::string model, batch_size, workers = "0,2,4,8", interval, batches, time;
  ImageSource source;
};

std::vector<std::int64_t> worker_counts(const std::string& text) {
  std::vector<std::int64_t> counts;
  for (const std::string& part : parse_list("--workers", text))
    counts.push_back(parse_workers(part));
  return counts;
}

std::int64_t interval_ms(const std::string& text) {
  const Seconds interval = time_or("--interval", text, usual_interval);
  if (interval < shortest_interval)
    throw Error({"monitor.interval_too_short", {{"value", text}}}, ExitCode::usage);
  return static_cast<std::int64_t>(interval.value * 1e3 + 0.5);
}

results::Case case_of(const results::Case& trained, const WorkersOptions& options,
                      std::int64_t workers) {
  results::Case value = fed_case(trained, options.source, workers);
  if (const std::int64_t interval = interval_ms(options.interval); interval != 500)
    value.parameters.set("interval_ms", interval);
  return value;
}

Session make_session(const WorkersOptions& options, RunCommandLine line) {
  line.options.models = task_model(options.model, "mobilenet_v2");
  line.options.batch_sizes = {count_or("--batch-size", options.batch_size, 1, fed_batch_size)};
  line.options.stopping =
      at_least(count_or("--batches", options.batches, 1, fed_batches),
               time_or("--time", options.time, least_fed_time), line.options.stopping);
  const std::vector<std::int64_t> counts = worker_counts(options.workers);
  interval_ms(options.interval);
  check_folder(options.source);
  Session session =
      task_session({"workers", "gpu_utilization_comparison.png", {"utilization"}}, line);
  session.open_work = {.batch = options.batch_size.empty(),
                       .steps = options.batches.empty(),
                       .time = options.time.empty(),
                       .other_steps = steps_unfed,
                       .steps_option = "--batches"};
  session.check = [options = session.line.options](const catalog::ModelCatalog& models) {
    only_case(options, "cpu", models);
  };
  session.make_cases = [options, counts, all = session.line.options](
                           std::string_view device, const catalog::ModelCatalog& models) {
    const results::Case trained = only_case(all, device, models);
    std::vector<results::Case> cases;
    for (const std::int64_t workers : counts) cases.push_back(case_of(trained, options, workers));
    return cases;
  };
  return session;
}

}  // namespace

void add_workers_command(Command& program, Context& context) {
  Command command = program.add_command("workers", context.text("tasks.workers_description"));
  const auto options = std::make_shared<WorkersOptions>();
  command.text("-m,--model", options->model, context.text("tasks.option_model"), "NAME");
  command.text("-b,--batch-size", options->batch_size, context.text("tasks.option_batch_size_64"),
               "N");
  command.text("--workers", options->workers, context.text("tasks.option_workers"), "N,...");
  add_source_options(command, options->source, context);
  command.text("--interval", options->interval, context.text("tasks.option_interval"), "TIME");
  command.text("--batches", options->batches, context.text("tasks.option_batches_least"), "N");
  command.text("--time", options->time, context.text("tasks.option_time"), "TIME");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::one_case);
  command.action(
      [&context, options, reader] { measure(make_session(*options, reader.read()), context); });
}

}  // namespace wgf::cli
