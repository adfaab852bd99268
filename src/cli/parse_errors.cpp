// SPDX-License-Identifier: MIT
#include "cli/parse_errors.h"

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/earlier_names.h"

namespace wgf::cli {
namespace {

const CLI::App& deepest_command(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : deepest_command(*chosen.front());
}

void append_option_names(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  const CLI::App& command = deepest_command(app);
  append_option_names(command, names);
  if (&command != &app) append_option_names(app, names);
  return names;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

// "parallel ring --help"
std::string command_text(const CLI::App& app) {
  std::string text = "--help";
  for (const CLI::App* command = &deepest_command(app); command != &app;
       command = command->get_parent())
    text = command->get_name() + " " + text;
  return text;
}

Error unknown(const char* key, const std::string& typed, const std::vector<std::string>& candidates,
              const CLI::App& app) {
  if (const std::optional<Error> answer = answer_to_earlier_name(typed)) return *answer;
  return Error(
      with_nearest({key, {{"name", typed}, {"help", command_text(app)}}}, typed, candidates),
      ExitCode::usage);
}

// What another command calls so.
std::optional<Error> answer_to_other_command(const std::string& option, const CLI::App& app) {
  if (option != "--gpus" || deepest_command(app).get_name() != "estimate-memory")
    return std::nullopt;
  return Error({"footprint.gpus_of_layout", {}}, ExitCode::usage);
}

Error translate_extra(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining(true);
  const std::string typed = extras.empty() ? "" : extras.front();
  if (typed.starts_with('-')) {
    const std::string name = typed.substr(0, typed.find('='));
    if (const std::optional<Error> answer = answer_to_other_command(name, app)) return *answer;
    return unknown("cli.unknown_option", name, option_names(app), app);
  }
  // The program itself, or one that is named with a command of its own.
  if (const std::vector<std::string> names = command_names(deepest_command(app)); !names.empty())
    return unknown("cli.unknown_command", typed, names, app);
  return Error({"cli.unexpected_argument", {{"name", typed}, {"help", command_text(app)}}},
               ExitCode::usage);
}

// In the command typed or in one above it, whose options it takes too.
const CLI::Option* find_option(const CLI::App* command, const std::string& name) {
  for (; command != nullptr; command = command->get_parent())
    if (const CLI::Option* option = command->get_option_no_throw(name)) return option;
  return nullptr;
}

Error translate_mismatch(const std::string& name, const CLI::App& app) {
  const CLI::Option* option = find_option(&deepest_command(app), name);
  if (option != nullptr && option->results().size() > 1)
    return given_twice(name, option->results()[0], option->results()[1]);
  return Error({"cli.value_missing", {{"option", name}, {"help", command_text(app)}}},
               ExitCode::usage);
}

// An option by its name; all that are taken by their place are results.
Error translate_required(const CLI::App& app) {
  const CLI::App& command = deepest_command(app);
  for (const CLI::Option* option : command.get_options())
    if (option->get_required() && option->count() == 0 && !option->get_positional())
      return Error({"cli.needs_option",
                    {{"command", command.get_name()},
                     {"option", option->get_name()},
                     {"help", command_text(app)}}},
                   ExitCode::usage);
  return Error({"cli.results_missing", {{"command", command.get_name()}}}, ExitCode::usage);
}

}  // namespace

Error given_twice(const std::string& option, const std::string& first, const std::string& second) {
  return Error({"cli.given_twice", {{"option", option}, {"first", first}, {"second", second}}},
               ExitCode::usage);
}

Error translate(const CLI::ParseError& fault, const CLI::App& app) {
  if (dynamic_cast<const CLI::ExtrasError*>(&fault) != nullptr) return translate_extra(app);
  if (dynamic_cast<const CLI::RequiredError*>(&fault) != nullptr) return translate_required(app);
  const std::string reason = fault.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&fault) != nullptr)
    return translate_mismatch(reason.substr(0, reason.find(':')), app);
  return Error({"cli.wrong_usage", {{"reason", reason}, {"help", command_text(app)}}},
               ExitCode::usage);
}

}  // namespace wgf::cli
