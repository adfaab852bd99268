// SPDX-License-Identifier: MIT
// quick: one of the committed case lists, printed and written to results.json, report.md and
// report.html.

#include <memory>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/measure/measure_session.h"
#include "runner/presets.h"

namespace wgf::cli {
namespace {

constexpr const char* default_preset = "standard";

std::string chosen_preset(const std::vector<std::string>& given) {
  if (given.size() > 1) {
    std::vector<std::string> options;
    for (const std::string& preset : given) options.push_back("--" + preset);
    throw Error({"cli.one_preset", {{"options", join(options, ", ")}}}, ExitCode::usage);
  }
  return given.empty() ? default_preset : given.front();
}

Session make_session(const RunCommandLine& line, const std::string& preset) {
  Session session{.line = line,
                  .preset = preset,
                  .default_files = {"results.json", "report.md", "report.html"}};
  session.check = [](const catalog::ModelCatalog&) {};
  session.make_cases = [line, preset](std::string_view device,
                                      const catalog::ModelCatalog& models) {
    return runner::preset_plan(preset, line.options, device, models);
  };
  return session;
}

}  // namespace

void add_quick_command(Command& program, Context& context) {
  Command command = program.add_command("quick", context.text("cli.quick_description"));
  const auto presets = std::make_shared<std::vector<std::string>>();
  for (const std::string preset : {"light", "standard", "extensive"})
    command.flag(
        "--" + preset, [presets, preset] { presets->push_back(preset); },
        context.text("cli.option_" + preset));
  add_json_flag(command, context);
  const RunOptionReader reader(command, context, OptionScope::quick);
  command.action([&context, reader, presets] {
    const std::string preset = chosen_preset(*presets);
    measure(make_session(reader.read(), preset), context);
  });
}

}  // namespace wgf::cli
