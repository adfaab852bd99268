// SPDX-License-Identifier: MIT
#pragma once
// A TOML file as plain fields with their lines. The only place that includes toml++.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace wgf::catalog {

struct TomlField {
  std::string key;  // nested tables are joined: "memory.gb"
  int line = 0;
  // monostate: a kind of value no record has (dates, arrays of fractions)
  std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>,
               std::vector<std::int64_t>>
      value;
  bool operator==(const TomlField&) const = default;
};

struct TomlTable {
  std::string name;  // "gpu" of [[gpu]]; empty for the top of the file
  int line = 1;
  std::vector<TomlField> fields;

  const TomlField* find(std::string_view key) const;
  bool operator==(const TomlTable&) const = default;
};

struct TomlDocument {
  std::string file;
  TomlTable top;
  std::vector<TomlTable> tables;  // [x] and [[x]]; those of one name in the order of the file
  bool operator==(const TomlDocument&) const = default;
};

// Throws Error(catalog.bad_toml) with file, line and the parser's reason.
TomlDocument parse_toml(std::string_view text, const std::string& file);

}  // namespace wgf::catalog
