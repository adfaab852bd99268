// SPDX-License-Identifier: MIT
#pragma once
// What every command shares: the language of its words, the global options, the exit code. A
// command is one file with one add_…_command function; main.cpp holds the visible list of them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/message.h"
#include "cli/command_line.h"
#include "messages/message_table.h"

namespace wgf::cli {

struct Context {
  messages::Language language = messages::Language::english;
  std::optional<std::filesystem::path> catalog_dir;  // --catalog: instead of the built-in records
  bool json = false;                                 // --json of the command that runs
  std::vector<std::string> arguments;                // as typed, the program's name first
  ExitCode exit_code = ExitCode::ok;                 // what a command that did not throw ends with

  // The sentence in the user's language.
  std::string text(std::string_view key) const { return messages::render(key, language); }
  std::string text(const Message& message) const { return messages::render(message, language); }
};

// Adds the command with its options to the program; its action does the work, prints to stdout and
// throws Error.
using AddCommand = void (*)(Command& program, Context& context);

// The --json flag, with the same words for every command that prints a table.
void add_json_flag(Command& command, Context& context);

// Results go to standard output and are seen at once; that it took them is checked at the end.
void print(std::string_view text);

// "note: …" in the user's language, one line on stderr.
void print_note(const Message& note, const Context& context);

// "error: …" in the user's language, one line on stderr.
void print_error(const Message& message, messages::Language language);
// The same with the place before it, where the fault has one.
void print_error(const Error& fault, messages::Language language);

}  // namespace wgf::cli
