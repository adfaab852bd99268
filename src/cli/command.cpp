// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

namespace wgf::cli {

void add_json_flag(CLI::App& command, Context& context) {
  command.add_flag("--json", context.json, context.text("cli.option_json"));
}

void print_error(const Message& message, messages::Language language) {
  std::string text = messages::render(message, language);
  // One line whatever a library put into its reason: scripts read errors line by line.
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::string line = messages::render({"cli.error", {{"text", text}}}, language) + "\n";
  std::fputs(line.c_str(), stderr);
}

}  // namespace wgf::cli
