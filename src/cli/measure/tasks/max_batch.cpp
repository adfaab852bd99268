// SPDX-License-Identifier: MIT
// max-batch: the largest batch that can be trained, memory and throughput on the way there.

#include <memory>

#include "advisor/memory/engine_memory.h"
#include "base/option_values.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/tasks/batch_time.h"
#include "cli/measure/tasks/task.h"
#include "runner/batch_search.h"
#include "runner/memory_forecast.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

using results::Case;
using results::Result;
using results::Run;
using results::Status;
using runner::DeviceState;

constexpr std::int64_t first_size = 8, fewest_steps = 10;
constexpr double default_share = 0.9;
constexpr Bytes least_program{100 * mebi};  // LibTorch for a CPU, before the first tensor

struct MaxBatchOptions {
  std::string model, from, up_to, share, memory_limit;
  bool is_exact = false;
};

struct Limits {
  double share = default_share;
  std::optional<Bytes> chosen;

  Bytes memory(const DeviceState& state) const { return chosen.value_or(state.device.memory); }
};

// Ten steps and a number that tells sizes apart; no more, for there are many.
results::StoppingRule stopping_rule(results::StoppingRule rule) {
  rule.min_samples = fewest_steps;
  rule.min_time = Seconds(1);
  rule.precision_target = 0.02;
  return rule;
}

// Tensors are held to a limit of the user's, scratch memory of libraries is not: a container of
// that size would not have let the process have it.
bool is_over_limit(const Result& result, const Limits& limits) {
  const results::Metric* process = result.find("memory_process_peak");
  return result.status == Status::ok && limits.chosen && process != nullptr &&
         process->value > in_gib(*limits.chosen);
}

std::vector<runner::TriedBatch> tried_in(const Run& run, const Limits& limits) {
  std::vector<runner::TriedBatch> tried;
  for (const Result& result : run.results) {
    const results::Metric* steps = result.find("measured_steps");
    const results::Metric* step = result.find("step_time");
    tried.push_back({.batch = result.measured_case.parameters.integer("batch_size"),
                     .fits = result.status == Status::ok && !is_over_limit(result, limits),
                     .steps = steps ? static_cast<std::int64_t>(steps->value) : 0,
                     .memory_gib = results::memory_in_use(result),
                     .step = Seconds(step ? step->value / 1e3 : 0),
                     .took = time_of(result)});
  }
  return tried;
}

// A fault is no answer to whether a size fits.
bool has_fault(const Run& run) {
  for (const Result& result : run.results)
    if (result.status != Status::ok && !runner::is_lack_of_memory(result)) return true;
  return false;
}

std::optional<Case> next_case(const Run& run, const runner::BatchSearch& search,
                              const Limits& limits) {
  if (run.plan.empty() || has_fault(run)) return std::nullopt;
  const auto next = runner::next_batch(search, tried_in(run, limits));
  if (!next) return std::nullopt;
  Case value = run.plan.front();
  value.parameters.set("batch_size", next->batch);
  if (next->is_verified) value.stopping.iterations = search.least_steps;
  lower_steps(value, search, *next);
  return value;
}

// With the memory of the device, and on a CPU the time of a search that nobody said the end of.
runner::BatchSearch search_on(runner::BatchSearch search, bool is_open, const Limits& limits,
                              const DeviceState& state) {
  if (const Bytes memory = limits.memory(state); memory.value > 0)
    search.budget_gib = in_gib(memory) * limits.share;
  if (!is_open || state.device.id != "cpu") return search;
  return timed(search);
}

// The advisor's for a GPU, where the network was measured on one; else the runner's first estimate.
std::optional<Bytes> forecast_of(const Case& value, const catalog::ModelCatalog& models) {
  const results::Parameters& parameters = value.parameters;
  const catalog::Model* model = models.find_runnable(parameters.text("model"));
  const auto precision = advisor::parse_precision(parameters.text("precision", "fp32"));
  const auto optimizer = advisor::parse_optimizer(parameters.text("optimizer", "sgd"));
  const bool is_usual = parameters.find("image_size") == nullptr &&
                        parameters.find("sequence_length") == nullptr && !parameters.flag("pure");
  if (value.device != "cpu" && is_usual && model && model->params_total && precision && optimizer)
    if (const auto line = advisor::engine_line(model->runnable, advisor::Task::train, *precision)) {
      using advisor::Optimizer;
      advisor::MemoryCase one{.task = advisor::Task::train, .precision = *precision};
      // The engine's SGD keeps a momentum.
      one.optimizer = *optimizer == Optimizer::sgd ? Optimizer::momentum : *optimizer;
      one.batch = static_cast<double>(parameters.integer("batch_size", 1));
      const auto params = static_cast<double>(*model->params_total);
      return Bytes(
          static_cast<std::int64_t>(advisor::estimate_engine_memory(params, *line, one).total()));
    }
  const auto forecast = runner::forecast_memory(value, models);
  return forecast ? std::optional(forecast->total()) : std::nullopt;
}

// What the numbers are held against, in each result, so that a report of the file alone can.
void complete(Run& run, const Limits& limits, const DeviceState& state,
              const catalog::ModelCatalog& models) {
  for (Result& result : run.results) {
    if (is_over_limit(result, limits)) {
      const double peak = result.find("memory_process_peak")->value;
      result.reason = Message{
          "tasks.over_limit",
          {{"peak",
            format_bytes(Bytes(static_cast<std::int64_t>(peak * static_cast<double>(gibi))))},
           {"limit", format_bytes(*limits.chosen)}}};
      result.status = Status::out_of_memory;
    }
    if (runner::is_lack_of_memory(result)) result.status = Status::out_of_memory;
    const auto add = [&](const char* tag, double gib) {
      if (result.find(tag) == nullptr)  // an earlier run may have
        result.metrics.push_back(results::single_metric(tag, gib));
    };
    if (const Bytes memory = limits.memory(state); memory.value > 0) {
      add("memory_limit", in_gib(memory));
      add("memory_budget", in_gib(memory) * limits.share);
    }
    if (const auto forecast = forecast_of(result.measured_case, models))
      add("memory_forecast", in_gib(*forecast));
  }
}

Limits limits_of(const MaxBatchOptions& options) {
  Limits limits;
  if (!options.share.empty())
    limits.share = options.share == "1" ? 1 : parse_share("--utilisation", options.share);
  if (options.memory_limit.empty()) return limits;
  limits.chosen = parse_bytes("--memory-limit", options.memory_limit);
  if (*limits.chosen < least_program)
    throw Error({"tasks.limit_below_program",
                 {{"value", options.memory_limit}, {"least", format_bytes(least_program)}}},
                ExitCode::usage);
  return limits;
}

Session make_session(const MaxBatchOptions& options, RunCommandLine line) {
  runner::BatchSearch search{.first = count_or("--from", options.from, 1, first_size),
                             .is_exact = options.is_exact,
                             .least_steps = fewest_steps};
  search.most = count_or("--up-to", options.up_to, search.first, search.most);
  const Limits limits = limits_of(options);
  line.options.models = task_model(options.model, "mobilenet_v2");
  line.options.batch_sizes = {search.first};
  line.options.stopping = stopping_rule(line.options.stopping);
  line.options.try_anyway = true;  // memory that runs out is what is looked for
  Session session = task_session(
      {"max_batch", "batch_size_memory_usage.png", {"batch_memory", "batch_throughput"}}, line);
  session.memory_limit = limits.chosen;
  session.check = [options = session.line.options](const catalog::ModelCatalog& models) {
    only_case(options, "cpu", models);
  };
  session.make_cases = [options = session.line.options, limits](
                           std::string_view device, const catalog::ModelCatalog& models) {
    if (limits.chosen && device != "cpu")
      throw Error({"tasks.limit_of_cpu", {{"device", std::string(device)}}}, ExitCode::usage);
    return std::vector<Case>{only_case(options, device, models)};
  };
  const bool is_open = options.up_to.empty() && !options.is_exact;
  if (is_open) session.lower_on_cpu = lower_sizes;
  session.next_case = [search, is_open, limits](const Run& run, const DeviceState& state,
                                                const std::function<bool()>&) {
    return next_case(run, search_on(search, is_open, limits, state), limits);
  };
  session.complete = [search, is_open, limits](Run& run, const DeviceState& state,
                                               const catalog::ModelCatalog& models) {
    complete(run, limits, state, models);
    const bool is_whole = !run.partial && !has_fault(run);
    if (is_whole) note_end(run, search_on(search, is_open, limits, state), tried_in(run, limits));
  };
  return session;
}

}  // namespace

void add_max_batch_command(Command& program, Context& context) {
  Command command = program.add_command("max-batch", context.text("tasks.max_batch_description"));
  const auto options = std::make_shared<MaxBatchOptions>();
  command.text("-m,--model", options->model, context.text("tasks.option_model"), "NAME");
  command.text("--from", options->from, context.text("tasks.option_from"), "N");
  command.text("--up-to", options->up_to, context.text("tasks.option_up_to"), "N");
  command.flag("--exact", options->is_exact, context.text("tasks.option_exact"));
  command.text("--utilisation", options->share, context.text("tasks.option_utilisation"), "SHARE");
  command.text("--memory-limit", options->memory_limit, context.text("tasks.option_memory_limit"),
               "SIZE");
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::one_case);
  command.action(
      [&context, options, reader] { measure(make_session(*options, reader.read()), context); });
}

}  // namespace wgf::cli
