// SPDX-License-Identifier: MIT
#pragma once
// The options of a question, declared as a command's.

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "answers/option.h"
#include "cli/command.h"

namespace wgf::cli {

template <typename Options>
Option add_option(Command& command, const answers::OptionRow<Options>& row, Options& options,
                  const Context& context) {
  using answers::OptionForm;
  using Words = std::vector<std::string>;
  const auto place = row.place(options);
  const std::string help = context.text(row.help);
  switch (row.form) {
    case OptionForm::flag:
      return command.flag(row.names, *std::get<bool*>(place), help);
    case OptionForm::value:
      return command.text(row.names, *std::get<std::string*>(place), help, row.value_name);
    case OptionForm::optional_value:
      return command.optional_text(
          row.names,
          [value = std::get<std::optional<std::string>*>(place)](const std::string& given) {
            *value = given;
          },
          help, row.value_name);
    case OptionForm::list:
      return command.list(row.names, *std::get<Words*>(place), help);
    case OptionForm::words:
      return command.paths(row.names, *std::get<Words*>(place), help, row.value_name);
    case OptionForm::each:
      break;
  }
  return command.repeatable(row.names, *std::get<Words*>(place), help, row.value_name);
}

// In the table's order. The options must live until CommandLine::run() ends.
template <typename Options>
void add_options(Command& command, const answers::OptionTable<Options>& table, Options& options,
                 const Context& context) {
  std::vector<std::pair<std::string_view, Option>> added;
  for (const answers::OptionRow<Options>& row : table) {
    Option one = add_option(command, row, options, context);
    if (row.is_required) one.required();
    for (const auto& [names, other] : added)
      if (names == row.excludes) one.excludes(other);
    added.emplace_back(row.names, one);
  }
}

}  // namespace wgf::cli
