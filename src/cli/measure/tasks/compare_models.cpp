// SPDX-License-Identifier: MIT
// compare-models: what models take of memory and time, each trained for the same number of batches.

#include <memory>

#include "cli/commands.h"
#include "cli/measure/tasks/task.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

constexpr const char* default_models = "simple_cnn,resnet18,mobilenet_v2";
constexpr std::int64_t compared_batch_size = 32, epoch_batches = 100;
// Beside the measured: counted, and warmed up.
constexpr std::int64_t steps_around = 8;

struct CompareModelsOptions {
  std::string models, batch_size, batches;
};

Session make_session(const CompareModelsOptions& options, RunCommandLine line) {
  line.options.models = task_models(options.models, default_models);
  line.options.batch_sizes = {count_or("--batch-size", options.batch_size, 1, compared_batch_size)};
  line.options.stopping.iterations = count_or("--batches", options.batches, 1, epoch_batches);
  Session session =
      task_session({"compare_models", "model_comparison.png", {"memory", "throughput"}}, line);
  session.open_work = {.batch = options.batch_size.empty(),
                       .steps = options.batches.empty(),
                       .other_steps = steps_around,
                       .steps_option = "--batches"};
  session.make_cases = [options = session.line.options](std::string_view device,
                                                        const catalog::ModelCatalog& models) {
    return runner::make_plan(options, device, models);
  };
  return session;
}

}  // namespace

void add_compare_models_command(Command& program, Context& context) {
  Command command =
      program.add_command("compare-models", context.text("tasks.compare_models_description"));
  const auto options = std::make_shared<CompareModelsOptions>();
  command.text("-m,--models", options->models, context.text("tasks.option_models"), "NAME,...");
  command.text("-b,--batch-size", options->batch_size, context.text("tasks.option_batch_size_32"),
               "N");
  command.text("--batches", options->batches, context.text("tasks.option_batches"), "N");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::task);
  command.action(
      [&context, options, reader] { measure(make_session(*options, reader.read()), context); });
}

}  // namespace wgf::cli
