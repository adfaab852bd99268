// SPDX-License-Identifier: MIT
#include "cli/application.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>

#include "catalog/catalog.h"
#include "cli/parse_errors.h"
#include "cli/product.h"

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
  for (std::size_t i = 1; i < arguments.size();) {
    const std::string argument = arguments[i];
    const auto here = arguments.begin() + static_cast<std::ptrdiff_t>(i);
    if (argument == "--") return;
    if (argument == name) {
      if (i + 1 == arguments.size())
        throw Error({"cli.value_missing", {{"option", "--lang"}, {"help", "--help"}}},
                    ExitCode::usage);
      context.language = parse_language_or_throw(arguments[i + 1]);
      arguments.erase(here, here + 2);
    } else if (argument.starts_with("--lang=")) {
      context.language = parse_language_or_throw(argument.substr(name.size() + 1));
      arguments.erase(here);
    } else {
      ++i;
    }
  }
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

void set_help_labels(CLI::App& app, const Context& context) {
  const auto formatter = app.get_formatter();
  for (const auto& [label, key] : std::initializer_list<std::pair<const char*, const char*>>{
           {"Usage", "cli.help_usage"},
           {"OPTIONS", "cli.help_options"},
           {"SUBCOMMAND", "cli.help_command"},
           {"SUBCOMMANDS", "cli.help_command"},
           {"TEXT", "cli.help_value"},
           {"Positionals", "cli.help_positionals"}})
    formatter->label(label, context.text(key));
  formatter->column_width(32);
}

void add_global_options(CLI::App& app, Context& context) {
  app.set_help_flag("-h,--help", context.text("cli.option_help"));
  app.set_version_flag("--version",
                       fmt::format("{} {} ({} {})", product_name(), product_version(),
                                   context.text("cli.commit"), product_commit()),
                       context.text("cli.option_version"));
  // Already taken by take_language(); it stands here for --help.
  app.add_option_function<std::string>(
         "--lang", [](const std::string&) {}, context.text("cli.option_lang"))
      ->option_text("en|zh");
  app.add_option_function<std::string>(
         "--catalog", [&](const std::string& path) { take_catalog(path, context); },
         context.text("cli.option_catalog"))
      ->option_text("DIR");
  for (CLI::Option* option : app.get_options()) option->group(context.text("cli.group_options"));
}

int parse_and_run(std::vector<std::string> arguments, Context& context,
                  std::span<const AddCommand> commands) {
  CLI::App app(context.text("cli.description"), std::string(product_name()));
  app.fallthrough();
  app.require_subcommand(0, 1);
  app.option_defaults()->group(context.text("cli.group_options"));
  set_help_labels(app, context);
  add_global_options(app, context);
  for (const AddCommand add : commands) add(app, context);
  for (CLI::App* command : app.get_subcommands(nullptr)) {
    command->group(context.text("cli.group_commands"));
    command->set_help_flag("-h,--help", context.text("cli.option_help"))
        ->group(context.text("cli.group_options"));
  }
  try {
    // CLI11 takes the arguments back to front and without the program's name.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend() - 1));
    if (app.get_subcommands().empty()) throw CLI::CallForHelp();
  } catch (const CLI::Success& wanted) {
    app.exit(wanted);
    return 0;
  } catch (const CLI::ParseError& fault) {
    throw translate(fault, app);
  }
  return static_cast<int>(context.exit_code);
}

// A full disk behind stdout shows only when the last buffer is written.
void flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) throw Error({"cli.cannot_print", {}});
}

}  // namespace

int run_application(std::span<const char* const> arguments, std::span<const AddCommand> commands) {
  Context context;
  context.language = messages::language_of_environment();
  context.arguments.assign(arguments.begin(), arguments.end());
  try {
    std::vector<std::string> remaining = context.arguments;
    take_language(remaining, context);
    const int code = parse_and_run(std::move(remaining), context, commands);
    std::cout.flush();
    flush_output();
    return code;
  } catch (const Error& fault) {
    std::cout.flush();
    std::fflush(stdout);
    print_error(fault.message(), context.language);
    return static_cast<int>(fault.exit_code());
  } catch (const std::bad_alloc&) {
    print_error({"cli.out_of_memory", {}}, context.language);
  } catch (const std::exception& fault) {
    print_error({"cli.internal_error", {{"reason", fault.what()}}}, context.language);
  }
  return static_cast<int>(ExitCode::error);
}

}  // namespace wgf::cli
