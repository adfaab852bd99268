// SPDX-License-Identifier: MIT
#pragma once
// One table from the keys of a TOML file to RunOptions: --config files and presets read through it.

#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "runner/run_options.h"
#include "runner/toml_fields.h"

namespace wgf::runner {

// Keys are the long options with underscores: models, batch_sizes, precision, case_timeout, …
std::vector<std::string> option_keys();

// Throws Error(runner.config_unknown_key or runner.config_bad_value, usage) with file, line and
// key.
void apply_entry(RunOptions& options, const TomlEntry& entry, const std::string& file_name);

// Error(runner.config_unknown_key) with the nearest among option_keys() and `others`.
Error unknown_key(const TomlEntry& entry, const std::string& file_name,
                  const std::vector<std::string>& others);
// Runs `set`. A value of the wrong kind becomes Error(runner.config_bad_value) with file, line, key
// and value; any other Error keeps its message and gets file, line and key as its place.
void set_or_say_where(const TomlEntry& entry, const std::string& file_name,
                      const std::function<void()>& set);

}  // namespace wgf::runner
