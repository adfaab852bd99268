// SPDX-License-Identifier: MIT
// compare: results files case by case, with a verdict and an exit code that a gate can rely on.

#include <memory>

#include "cli/commands.h"
#include "cli/results/comparison_command.h"

namespace wgf::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> files;
  ComparisonOptions comparison;
};

void compare_given(const CompareOptions& options, Context& context) {
  if (options.files.size() < 2) throw Error({"compare.needs_two_files", {}}, ExitCode::usage);
  std::vector<NamedFile> others;
  for (std::size_t i = 1; i < options.files.size(); ++i)
    others.push_back({options.files[i], options.files[i]});
  compare_files({options.files.front(), options.files.front()}, others, options.comparison,
                context);
}

}  // namespace

void add_compare_command(Command& program, Context& context) {
  Command command = program.add_command("compare", context.text("compare.description"));
  const auto options = std::make_shared<CompareOptions>();
  command.paths("files", options->files, context.text("compare.option_files"), "A.json B.json ...");
  add_comparison_options(command, context, options->comparison);
  command.action([&context, options] { compare_given(*options, context); });
}

}  // namespace wgf::cli
