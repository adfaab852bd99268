// SPDX-License-Identifier: MIT
#pragma once
// The one table of the options of the commands that measure.

#include <span>
#include <string>

#include "cli/measure/run_options.h"

namespace wgf::cli {

// One value, at most once; a value each time it is given; a list that grows when given again; no
// value.
enum class OptionKind { value, each, list, flag };

// One option: what it is called, in --help the message "cli.option_<help>", what it does. One whose
// values or default differ between commands has a row for each of them.
struct RunOption {
  const char* names;
  const char* value_name;
  const char* key;
  int scopes;  // of the commands that have it, added up
  OptionKind kind;
  void (*set)(RunCommandLine&, const std::string& value);
  const char* help = key;
};

// Without --config, which is read before them.
std::span<const RunOption> run_option_table();

// Parts of the table that the reader asks about.
bool names_models(const RunOption& option);

}  // namespace wgf::cli
