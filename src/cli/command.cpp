// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <cstdio>

#include "base/printable.h"

namespace wgf::cli {

void add_json_flag(Command& command, Context& context) {
  command.flag("--json", context.json, context.text("cli.option_json"));
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void print_error(const Message& message, messages::Language language) {
  // One line whatever a library put into its reason: scripts read errors line by line.
  const std::string text = printable(messages::render(message, language));
  const std::string line = messages::render({"cli.error", {{"text", text}}}, language) + "\n";
  std::fputs(line.c_str(), stderr);
}

}  // namespace wgf::cli
