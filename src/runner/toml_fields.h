// SPDX-License-Identifier: MIT
#pragma once
// A TOML file of options as plain fields with their lines. The only file of this folder that knows
// toml++.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wgf::runner {

using TomlScalar = std::variant<bool, std::int64_t, double, std::string>;

struct TomlEntry {
  std::string key;
  int line = 0;
  std::vector<TomlScalar> values;  // one for a plain value, all of a list
};

// The values as they could be typed behind an option: "1024,2048".
std::string as_typed(const TomlEntry& entry);

struct TomlSection {
  std::string name;  // "case" of [[case]]; empty for the top of the file
  int line = 1;
  std::vector<TomlEntry> entries;
  std::vector<TomlSection> inner;  // tables within, such as cpu = { … }
};

// The top first, then the file's tables in their order. Throws Error(runner.bad_toml, usage) with
// file, line and the parser's reason, also for values no option has (dates, lists within lists).
std::vector<TomlSection> parse_toml_sections(std::string_view text, const std::string& file_name);

}  // namespace wgf::runner
