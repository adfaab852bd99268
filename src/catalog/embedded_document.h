// SPDX-License-Identifier: MIT
#pragma once
// A TOML file that was parsed when the program was built (embed_toml_main.cpp): parsing the records
// anew at every start took most of what the advisor's commands take.

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "catalog/toml_document.h"

namespace wgf::catalog {

// As TomlField, TomlTable and TomlDocument are, in the program's constant data.
struct EmbeddedField {
  std::string_view key;
  int line = 0;
  std::variant<std::monostate, bool, std::int64_t, double, std::string_view,
               std::span<const std::string_view>, std::span<const std::int64_t>>
      value;
};

struct EmbeddedTable {
  std::string_view name;
  int line = 1;
  std::span<const EmbeddedField> fields;
};

struct EmbeddedDocument {
  std::string_view file;  // "data/gpus/nvidia-hopper.toml"
  EmbeddedTable top;
  std::span<const EmbeddedTable> tables;
};

// What parse_toml() makes of the file.
TomlDocument to_document(const EmbeddedDocument& embedded);

// The one of this file. Throws Error(files.cannot_read) where there is none.
TomlDocument find_document(std::span<const EmbeddedDocument> embedded, std::string_view file);

}  // namespace wgf::catalog
