// SPDX-License-Identifier: MIT
// gemm, bandwidth, attention, …: one kernel each over the values its options name, measured as run
// measures. The options are the parameters of the benchmark table.

#include <algorithm>
#include <memory>

#include "base/sweep.h"
#include "cli/commands.h"
#include "cli/measure/kernels/gemm_shapes.h"
#include "cli/measure/kernels/link_pairs.h"
#include "cli/measure/kernels/parameter_options.h"
#include "cli/measure/kernels/possible_shapes.h"
#include "cli/measure/measure_session.h"

namespace wgf::cli {
namespace {

using results::Parameters;
using runner::BenchmarkInfo;

struct KernelCommand {
  const char* name;
  std::vector<const char*> benchmarks;
};

// The visible list of kernels.
const KernelCommand all_kernels[] = {
    {"gemm", {"matmul"}},         {"bandwidth", {"bandwidth", "transfer"}},
    {"attention", {"attention"}}, {"conv", {"conv"}},
    {"norm-act", {"norm_act"}},   {"optimizer-step", {"optimizer_step"}},
    {"launch", {"launch"}},       {"links", {"link"}},
    {"mamf", {"mamf"}},
};

struct KernelOptions {
  std::vector<const BenchmarkInfo*> benchmarks;
  TypedValues typed;
  ShapeChoice shapes;
};

std::vector<std::int64_t> gpus_typed(const char* parameter, const TypedValues& typed) {
  const auto given = typed.find(parameter);
  if (given == typed.end()) return {};
  return parse_sweep(option_of(parameter), given->second, 0);
}

// What belongs together in a case and comes from elsewhere than single parameters.
std::vector<Parameters> shapes_of(const BenchmarkInfo& benchmark, const KernelOptions& options,
                                  const catalog::ModelCatalog& models) {
  if (benchmark.name == "matmul") return gemm_shapes(options.shapes, models);
  if (benchmark.name == "link")
    return link_pairs(gpus_typed("from", options.typed), gpus_typed("to", options.typed));
  return {};
}

// Memory apart from the host's is a GPU's: a CPU is not asked unless told to.
bool is_asked(const BenchmarkInfo& benchmark, const KernelOptions& options,
              std::string_view device) {
  return benchmark.name != "transfer" || device != "cpu" || options.typed.contains("operation") ||
         options.typed.contains("memory");
}

// Throws Error(usage) for what cannot be on this device.
std::vector<results::Case> cases_of(const RunCommandLine& line, const KernelOptions& options,
                                    std::string_view device, const catalog::ModelCatalog& models) {
  std::vector<results::Case> cases;
  for (const BenchmarkInfo* benchmark : options.benchmarks) {
    if (!is_asked(*benchmark, options, device)) continue;
    for (results::Case& value : parameter_cases(
             *benchmark, options.typed, shapes_of(*benchmark, options, models), line, device))
      cases.push_back(std::move(value));
  }
  check_possible(cases, options.typed);
  return cases;
}

Session make_session(const RunCommandLine& line, const KernelOptions& options) {
  Session session{.line = line, .default_files = {"results.json"}};
  session.line.names_work = true;
  session.is_lowered_on_cpu = true;
  session.are_sizes_default = options.shapes.shapes.empty() && options.shapes.preset.empty() &&
                              !runner::is_given(line.options, "time_budget");
  session.make_cases = [line, options](std::string_view device,
                                       const catalog::ModelCatalog& models) {
    return cases_of(line, options, device, models);
  };
  session.check = [line, options](const catalog::ModelCatalog& models) {
    check_values(options.benchmarks, options.typed);
    // Defaults differ between devices, and which it will be the engine says: what none of them can
    // do is refused before it is started.
    try {
      cases_of(line, options, "cpu", models);
    } catch (const Error&) {
      if (line.options.device == "cpu") throw;
      cases_of(line, options, "cuda:0", models);
    }
  };
  return session;
}

// Those of several benchmarks that share a name are one option; its help tells all their values.
void add_parameters(Command& command, const std::shared_ptr<KernelOptions>& options,
                    const Context& context) {
  std::map<std::string, std::string, std::less<>> helps;
  std::vector<std::string> names;
  for (const BenchmarkInfo* benchmark : options->benchmarks)
    for (const runner::ParameterInfo& parameter : benchmark->parameters) {
      const std::string name(parameter.name);
      const bool is_shape = benchmark->name == "matmul" && name.size() == 1;
      if (is_shape || name == "size_mib") continue;
      const std::string own = parameter_help(*benchmark, parameter, context);
      const auto [help, is_new] = helps.try_emplace(name, own);
      if (is_new)
        names.push_back(name);
      else if (help->second != own)
        help->second += "; " + own;
    }
  for (const std::string& name : names)
    command.repeatable((name == "precision" ? "-p," : "") + option_of(name),
                       [options, name](const std::string& value) {
                         std::string& typed = options->typed[name];
                         typed += (typed.empty() ? "" : ",") + value;
                       },
                       helps[name], "VALUE,...");
  if (!helps.contains("layout")) return;
  command.text("--shape", options->shapes.shapes, context.text("kernel.option_shape"), "MxNxK,...");
  command.text("--preset", options->shapes.preset, context.text("kernel.option_preset"), "NAME");
  command.text("--tokens", options->shapes.tokens, context.text("kernel.option_tokens"), "N,...");
}

}  // namespace

std::vector<std::string> kernel_command_names() {
  std::vector<std::string> names;
  for (const KernelCommand& kernel : all_kernels) names.emplace_back(kernel.name);
  return names;
}

void add_kernel_commands(Command& program, Context& context) {
  for (const KernelCommand& kernel : all_kernels) {
    const auto options = std::make_shared<KernelOptions>();
    for (const char* name : kernel.benchmarks)
      options->benchmarks.push_back(&runner::benchmark_info(name));
    Command command = program.add_command(
        kernel.name, context.text("benchmark." + std::string(options->benchmarks.front()->name)));
    add_json_flag(command, context);
    add_parameters(command, options, context);
    const RunOptionReader reader(command, context, OptionScope::kernel);
    command.action(
        [&context, reader, options] { measure(make_session(reader.read(), *options), context); });
  }
}

}  // namespace wgf::cli
