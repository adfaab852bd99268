// SPDX-License-Identifier: MIT
#include "cli/command.h"

#include <unistd.h>

#include <cstdio>

#include "base/printable.h"
#include "base/text.h"
#include "cli/terminal.h"

namespace wgf::cli {

void add_json_flag(Command& command, Context& context) {
  command.flag("--json", context.json, context.text("cli.option_json"));
}

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

namespace {

// One line for whoever collects it, as wide as the terminal for whoever reads it.
void print_beside(const std::string& text) {
  const bool is_read = ::isatty(STDERR_FILENO) == 1;
  const std::string lines = is_read ? wrapped(text, terminal_columns(STDERR_FILENO)) : text;
  std::fputs((lines + "\n").c_str(), stderr);
}

// One line whatever a library put into its reason: scripts read errors line by line.
void print_error_text(const std::string& text, messages::Language language) {
  print_beside(messages::render({"cli.error", {{"text", printable(text)}}}, language));
}

}  // namespace

void print_note(const Message& note, const Context& context) {
  print_beside(context.text({"cli.note", {{"text", context.text(note)}}}));
}

void print_error(const Message& message, messages::Language language) {
  print_error_text(messages::render(message, language), language);
}

void print_error(const Error& fault, messages::Language language) {
  const std::string text = messages::render(fault.message(), language);
  if (!fault.place()) return print_error_text(text, language);
  const std::string place = messages::render(*fault.place(), language);
  print_error_text(messages::render({"cli.at_place", {{"place", place}, {"text", text}}}, language),
                   language);
}

}  // namespace wgf::cli
