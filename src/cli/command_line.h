// SPDX-License-Identifier: MIT
#pragma once
// The command line: CommandLine owns the program's options and commands and parses what was typed,
// Command is what a command declares its own with. Nothing of CLI11 shows here: the code its
// headers generate takes 5 s in every file that includes them, so that only command_line.cpp and
// parse_errors.cpp do.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/message.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace wgf::cli {

struct Context;

// One option or positional argument of a command: what else holds for it.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  void required();
  void excludes(Option other);  // never both on one line

 private:
  CLI::Option* option_;  // nullptr: of a command that is not typed
};

// One command and what it takes, as a handle: copies mean the same command. Options have names
// ("-o,--output"), positional arguments one without a dash; value_name stands for the value in
// --help. The variables must live until CommandLine::run() ends, and only then hold what was typed.
// Options of commands that are not on the line are passed over: building them all for one command
// took a third of the program's start.
class Command {
 public:
  using OnGiven = std::function<void()>;
  using OnValue = std::function<void(const std::string&)>;

  using Words = std::span<const std::string>;

  Command(CLI::App& app, Words typed, bool is_typed)
      : app_(&app), typed_(typed), is_typed_(is_typed) {}

  Command add_command(const std::string& name, const std::string& help);

  // What the command does, once everything is parsed.
  void action(OnGiven run);

  // The command has no action of its own: exactly one of its commands must be typed.
  void require_command(const Message& error_without);

  Option flag(const std::string& names, bool& is_given, const std::string& help);
  Option flag(const std::string& names, OnGiven on_given, const std::string& help);

  // One value, at most once.
  Option text(const std::string& names, std::string& value, const std::string& help,
              const std::string& value_name = "");
  Option text(const std::string& names, OnValue on_value, const std::string& help,
              const std::string& value_name = "");

  // The same where the value may be left out: on_value is then given "".
  Option optional_text(const std::string& names, OnValue on_value, const std::string& help,
                       const std::string& value_name);

  // "a,b c": split at commas, as many words as stand there. Throws Error(usage) for "a,,b".
  Option list(const std::string& names, std::vector<std::string>& values, const std::string& help);

  // As many words as stand there, with any commas they have.
  Option paths(const std::string& names, std::vector<std::string>& values, const std::string& help,
               const std::string& value_name);

  // One value each time it is given, in that order: "-o a -o b".
  Option repeatable(const std::string& names, std::vector<std::string>& values,
                    const std::string& help, const std::string& value_name);
  Option repeatable(const std::string& names, OnValue on_value, const std::string& help,
                    const std::string& value_name);

 private:
  CLI::App* app_;
  Words typed_;    // the whole line
  bool is_typed_;  // this command is on it
};

// The whole command line, with --help and --version in the user's language.
class CommandLine {
 public:
  // The arguments, the program's name first, must live as long as this.
  CommandLine(const Context& context, std::span<const std::string> arguments);
  ~CommandLine();

  // The options that stand before every command, and where commands are added.
  Command program();

  // Parses the arguments and runs the action of the command they name, or prints the help or
  // version they ask for. Throws Error(usage) for what cannot be parsed.
  void run();

 private:
  const Context& context_;
  std::span<const std::string> arguments_;
  std::unique_ptr<CLI::App> app_;
};

}  // namespace wgf::cli
