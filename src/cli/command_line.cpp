// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "base/option_values.h"
#include "cli/command.h"
#include "cli/parse_errors.h"
#include "cli/product.h"

namespace wgf::cli {
namespace {

// CLI11 ends its headings with an ASCII colon in any language.
class HelpFormatter final : public CLI::Formatter {
 public:
  explicit HelpFormatter(const Context& context) : context_(context) {}

  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    std::string text = "\n" + CLI::Formatter::make_help(app, std::move(name), mode);
    for (const char* key :
         {"cli.help_usage", "cli.help_positionals", "cli.group_options", "cli.group_commands"})
      replace_colon(text, context_.text(key));
    return text.substr(1);
  }

 private:
  void replace_colon(std::string& text, const std::string& title) const {
    const std::string heading = "\n" + title + ":";
    const std::size_t at = text.find(heading);
    if (at == std::string::npos) return;
    const std::string wanted = context_.text({"cli.help_heading", {{"title", title}}});
    text.replace(at + 1, heading.size() - 1, wanted);
    // A full-width colon brings its own space.
    const std::size_t behind = at + 1 + wanted.size();
    if (!wanted.ends_with(':') && text[behind] == ' ') text.erase(behind, 1);
  }

  const Context& context_;
};

bool has_word(std::span<const std::string> typed, const std::string& word) {
  return std::find(typed.begin(), typed.end(), word) != typed.end();
}

// The words of --help that CLI11 writes itself.
void set_help_labels(CLI::App& app, const Context& context) {
  const auto formatter = std::make_shared<HelpFormatter>(context);
  app.formatter(formatter);
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

void add_help_and_version(CLI::App& app, const Context& context) {
  app.set_help_flag("-h,--help", context.text("cli.option_help"));
  const std::string version = fmt::format("{} {} ({} {})", product_name(), product_version(),
                                          context.text("cli.commit"), product_commit());
  app.set_version_flag("--version", version, context.text("cli.option_version"));
}

// Once all commands are there, for those that --help of the program lists.
void finish_commands(CLI::App& app, std::span<const std::string> typed, const Context& context) {
  for (CLI::App* command : app.get_subcommands(nullptr)) {
    command->group(context.text("cli.group_commands"));
    if (has_word(typed, command->get_name()))
      command->set_help_flag("-h,--help", context.text("cli.option_help"));
  }
}

}  // namespace

void Option::required() {
  if (option_ != nullptr) option_->required();
}

void Option::excludes(Option other) {
  if (option_ != nullptr) option_->excludes(other.option_);
}

Command Command::add_command(const std::string& name, const std::string& help) {
  return {*app_->add_subcommand(name, help), typed_, has_word(typed_, name)};
}

void Command::action(OnGiven run) {
  app_->callback(std::move(run));
}

void Command::require_command(const Message& error_without) {
  app_->require_subcommand(0, 1);
  app_->callback([app = app_, error_without] {
    if (app->get_subcommands().empty()) throw Error(error_without, ExitCode::usage);
  });
}

Option Command::flag(const std::string& names, bool& is_given, const std::string& help) {
  return Option(is_typed_ ? app_->add_flag(names, is_given, help) : nullptr);
}

Option Command::flag(const std::string& names, OnGiven on_given, const std::string& help) {
  return Option(is_typed_ ? app_->add_flag_callback(names, std::move(on_given), help) : nullptr);
}

Option Command::text(const std::string& names, std::string& value, const std::string& help,
                     const std::string& value_name) {
  return text(
      names, [&value](const std::string& given) { value = given; }, help, value_name);
}

Option Command::text(const std::string& names, OnValue on_value, const std::string& help,
                     const std::string& value_name) {
  if (!is_typed_) return Option(nullptr);
  return Option(app_->add_option_function<std::string>(names, std::move(on_value), help)
                    ->option_text(value_name));
}

Option Command::optional_text(const std::string& names, OnValue on_value, const std::string& help,
                              const std::string& value_name) {
  if (!is_typed_) return Option(nullptr);
  return Option(app_->add_option_function<std::string>(names, std::move(on_value), help)
                    ->option_text(value_name)
                    ->expected(0, 1));
}

Option Command::list(const std::string& names, std::vector<std::string>& values,
                     const std::string& help) {
  if (!is_typed_) return Option(nullptr);
  // CLI11 would drop empty places, so that "," meant that nothing was asked for.
  const std::string name = names.substr(0, names.find(','));
  const auto take = [&values, name](const std::vector<std::string>& words) {
    for (const std::string& word : words)
      for (std::string& item : parse_list(name, word)) values.push_back(std::move(item));
  };
  return Option(app_->add_option_function<std::vector<std::string>>(names, take, help));
}

Option Command::paths(const std::string& names, std::vector<std::string>& values,
                      const std::string& help, const std::string& value_name) {
  if (!is_typed_) return Option(nullptr);
  return Option(app_->add_option(names, values, help)->option_text(value_name));
}

Option Command::repeatable(const std::string& names, std::vector<std::string>& values,
                           const std::string& help, const std::string& value_name) {
  return repeatable(
      names, [&values](const std::string& value) { values.push_back(value); }, help, value_name);
}

Option Command::repeatable(const std::string& names, OnValue on_value, const std::string& help,
                           const std::string& value_name) {
  if (!is_typed_) return Option(nullptr);
  const auto take = [on_value = std::move(on_value)](const std::vector<std::string>& values) {
    for (const std::string& value : values) on_value(value);
  };
  return Option(app_->add_option_function<std::vector<std::string>>(names, take, help)
                    ->option_text(value_name)
                    ->allow_extra_args(false)
                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll));
}

CommandLine::CommandLine(const Context& context, std::span<const std::string> arguments)
    : context_(context),
      arguments_(arguments),
      app_(std::make_unique<CLI::App>(context.text("cli.description"),
                                      std::string(product_name()))) {
  app_->fallthrough();
  app_->require_subcommand(0, 1);
  app_->option_defaults()->group(context.text("cli.group_options"));
  set_help_labels(*app_, context);
  add_help_and_version(*app_, context);
}

CommandLine::~CommandLine() = default;

Command CommandLine::program() {
  return {*app_, arguments_, true};
}

void CommandLine::run() {
  finish_commands(*app_, arguments_, context_);
  try {
    // CLI11 takes the arguments back to front and without the program's name.
    app_->parse(std::vector<std::string>(arguments_.rbegin(), arguments_.rend() - 1));
    if (app_->get_subcommands().empty()) throw CLI::CallForHelp();
  } catch (const CLI::Success& wanted) {
    std::ostringstream text;
    app_->exit(wanted, text, text);
    print(text.str());
  } catch (const CLI::ParseError& fault) {
    throw translate(fault, *app_);
  }
}

}  // namespace wgf::cli
