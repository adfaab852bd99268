// SPDX-License-Identifier: MIT
#include "runner/config_file.h"

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "runner/option_fields.h"

namespace wgf::runner {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void apply_config_text(RunOptions& options, std::string_view text, const std::string& file_name,
                       const OtherKeys& others) {
  for (const TomlSection& section : parse_toml_sections(text, file_name)) {
    if (!section.name.empty())
      throw Error(
          {"runner.config_table",
           {{"file", file_name}, {"line", std::to_string(section.line)}, {"table", section.name}}},
          ExitCode::usage);
    for (const TomlEntry& entry : section.entries) {
      if (contains(others.names, entry.key)) {
        set_or_say_where(entry, file_name, [&] { others.set(entry.key, as_typed(entry)); });
        options.given.push_back(entry.key);
      } else if (contains(option_keys(), entry.key)) {
        apply_entry(options, entry, file_name);
      } else {
        throw unknown_key(entry, file_name, others.names);
      }
    }
  }
}

void apply_config_file(RunOptions& options, const std::filesystem::path& path,
                       const OtherKeys& others) {
  const std::optional<std::string> text = try_read_file(path);
  if (!text) throw Error({"runner.no_config_file", {{"file", path.string()}}}, ExitCode::usage);
  apply_config_text(options, *text, path.string(), others);
}

}  // namespace wgf::runner
