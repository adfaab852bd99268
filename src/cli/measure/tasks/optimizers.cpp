// SPDX-License-Identifier: MIT
// optimizers: SGD, Adam and AdamW in each way of stepping them, over the same batches.

#include <memory>

#include "cli/commands.h"
#include "cli/measure/tasks/task.h"
#include "runner/parameter_choices.h"
#include "runner/parameter_values.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

constexpr std::int64_t stepped_batch_size = 32, default_steps = 50, steps_before = 5;
constexpr std::int64_t counted_steps = 2;

struct OptimizersOptions {
  std::string model, batch_size, steps;
};

// How the numbers of the parameters are stepped: the default is not named in a key.
std::vector<results::Case> in_each_way(const std::vector<results::Case>& plan) {
  std::vector<results::Case> cases;
  for (const results::Case& value : plan)
    for (const std::string_view way : runner::choices::implementations) {
      cases.push_back(value);
      if (way != "fused") cases.back().parameters.set("implementation", std::string(way));
    }
  return cases;
}

Session make_session(const OptimizersOptions& options, RunCommandLine line) {
  line.options.models = task_model(options.model, "mobilenet_v2");
  line.options.batch_sizes = {count_or("--batch-size", options.batch_size, 1, stepped_batch_size)};
  line.options.stopping.iterations = count_or("--steps", options.steps, 1, default_steps);
  // So many for all of them, or their losses would be those of different steps.
  if (!line.options.stopping.warmup) line.options.stopping.warmup = steps_before;
  if (line.options.optimizers.empty()) line.options.optimizers = {"sgd", "adam", "adamw"};
  Session session = task_session({"optimizers", "optimizers.png", {"optimizers", "memory"}}, line);
  session.open_work = {.batch = options.batch_size.empty(),
                       .steps = options.steps.empty(),
                       .other_steps = counted_steps + steps_before,
                       .steps_option = "--steps"};
  session.make_cases = [options = session.line.options](std::string_view device,
                                                        const catalog::ModelCatalog& models) {
    return in_each_way(runner::make_plan(options, device, models));
  };
  return session;
}

}  // namespace

void add_optimizers_command(Command& program, Context& context) {
  Command command = program.add_command("optimizers", context.text("tasks.optimizers_description"));
  const auto options = std::make_shared<OptimizersOptions>();
  command.text("-m,--model", options->model, context.text("tasks.option_model"), "NAME");
  command.text("-b,--batch-size", options->batch_size, context.text("tasks.option_batch_size_32"),
               "N");
  command.text("--steps", options->steps, context.text("tasks.option_steps"), "N");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::optimizers);
  command.action(
      [&context, options, reader] { measure(make_session(*options, reader.read()), context); });
}

}  // namespace wgf::cli
