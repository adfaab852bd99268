// SPDX-License-Identifier: MIT
#include "cli/application.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "base/standard_streams.h"
#include "catalog/catalog.h"
#include "cli/parse_errors.h"

namespace wgf::cli {
namespace {

using messages::Language;

Language parse_language_or_throw(const std::string& name) {
  const std::optional<Language> language = messages::parse_language(name);
  if (!language) throw Error({"cli.unknown_language", {{"name", name}}}, ExitCode::usage);
  return *language;
}

// --lang counts wherever it stands, and before anything else is read: help and errors are in that
// language too. Taken out of the arguments, so that every command accepts it.
void take_language(std::vector<std::string>& arguments, Context& context) {
  constexpr std::string_view name = "--lang";
  std::optional<std::string> given;
  const auto take = [&](const std::string& value) {
    if (given) throw given_twice("--lang", *given, value);
    context.language = parse_language_or_throw(value);
    given = value;
  };
  for (std::size_t i = 1; i < arguments.size();) {
    const std::string argument = arguments[i];
    const auto here = arguments.begin() + static_cast<std::ptrdiff_t>(i);
    if (argument == "--") return;
    if (argument == name) {
      if (i + 1 == arguments.size())
        throw Error({"cli.value_missing", {{"option", "--lang"}, {"help", "--help"}}},
                    ExitCode::usage);
      take(arguments[i + 1]);
      arguments.erase(here, here + 2);
    } else if (argument.starts_with("--lang=")) {
      take(argument.substr(name.size() + 1));
      arguments.erase(here);
    } else {
      ++i;
    }
  }
}

// Of one dash and two letters only this one is: llama-bench's, which people type from memory.
void take_llama_bench_pairs(std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments[1] != "llm") return;
  std::replace(arguments.begin(), arguments.end(), std::string("-pg"), std::string("--pg"));
}

// Checked here for all commands: a broken record is an error whether or not this one reads it.
void take_catalog(const std::string& path, Context& context) {
  // Nothing stands for the built-in records in Catalog, but somebody who types it means a folder.
  if (path.empty())
    throw Error({"cli.value_missing", {{"option", "--catalog"}, {"help", "--help"}}},
                ExitCode::usage);
  const catalog::Catalog checked{std::filesystem::path(path)};
  context.catalog_dir = path;
}

void add_global_options(Command& program, Context& context) {
  // Already taken by take_language(); it stands here for --help.
  program.text(
      "--lang", [](const std::string&) {}, context.text("cli.option_lang"), "en|zh");
  program.text(
      "--catalog", [&](const std::string& path) { take_catalog(path, context); },
      context.text("cli.option_catalog"), "DIR");
}

void parse_and_run(const std::vector<std::string>& arguments, Context& context,
                   std::span<const AddCommand> commands) {
  CommandLine line(context, arguments);
  Command program = line.program();
  add_global_options(program, context);
  for (const AddCommand add : commands) add(program, context);
  line.run();
}

// A full disk behind stdout shows only when the last buffer is written.
void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw Error({"cli.cannot_print", {}});
}

}  // namespace

int run_application(std::span<const char* const> arguments, std::span<const AddCommand> commands) {
  hold_standard_streams();
  Context context;
  context.language = messages::language_of_environment();
  context.arguments.assign(arguments.begin(), arguments.end());
  try {
    std::vector<std::string> remaining = context.arguments;
    take_language(remaining, context);
    take_llama_bench_pairs(remaining);
    parse_and_run(remaining, context, commands);
    flush_output();
    return static_cast<int>(context.exit_code);
  } catch (const Error& fault) {
    std::fflush(stdout);
    print_error(fault, context.language);
    return static_cast<int>(fault.exit_code());
  } catch (const std::bad_alloc&) {
    print_error({"cli.out_of_memory", {}}, context.language);
  } catch (const std::exception& fault) {
    print_error({"cli.internal_error", {{"reason", fault.what()}}}, context.language);
  }
  return static_cast<int>(ExitCode::error);
}

}  // namespace wgf::cli
