// SPDX-License-Identifier: MIT
// run: the cases the options name, every list multiplied with every other.

#include "cli/commands.h"
#include "cli/measure/kernel_cases.h"
#include "cli/measure/measure_session.h"
#include "runner/plan.h"

namespace wgf::cli {
namespace {

Session make_session(const RunCommandLine& line) {
  Session session{.line = line, .default_files = {"results.json"}};
  session.check = [line](const catalog::ModelCatalog& models) {
    runner::check_options(line.options, models);
    kernel_cases(line, "cpu");
  };
  session.make_cases = [line](std::string_view device, const catalog::ModelCatalog& models) {
    std::vector<results::Case> cases;
    // Kernels alone do not bring in the default models.
    if (line.benchmarks.empty() || !line.options.models.empty())
      cases = runner::make_plan(line.options, device, models);
    for (results::Case& kernel : kernel_cases(line, device)) cases.push_back(std::move(kernel));
    return cases;
  };
  return session;
}

}  // namespace

void add_run_command(Command& program, Context& context) {
  Command command = program.add_command("run", context.text("cli.run_description"));
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::run);
  command.action([&context, reader] { measure(make_session(reader.read()), context); });
}

}  // namespace wgf::cli
