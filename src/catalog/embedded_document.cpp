// SPDX-License-Identifier: MIT
#include "catalog/embedded_document.h"

#include <type_traits>

#include "base/error.h"

namespace wgf::catalog {
namespace {

TomlField to_field(const EmbeddedField& embedded) {
  TomlField field{std::string(embedded.key), embedded.line, {}};
  std::visit(
      [&](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string_view>)
          field.value = std::string(value);
        else if constexpr (std::is_same_v<Value, std::span<const std::string_view>>)
          field.value = std::vector<std::string>(value.begin(), value.end());
        else if constexpr (std::is_same_v<Value, std::span<const std::int64_t>>)
          field.value = std::vector<std::int64_t>(value.begin(), value.end());
        else
          field.value = value;
      },
      embedded.value);
  return field;
}

TomlTable to_table(const EmbeddedTable& embedded) {
  TomlTable table{std::string(embedded.name), embedded.line, {}};
  table.fields.reserve(embedded.fields.size());
  for (const EmbeddedField& field : embedded.fields) table.fields.push_back(to_field(field));
  return table;
}

}  // namespace

TomlDocument to_document(const EmbeddedDocument& embedded) {
  TomlDocument document{std::string(embedded.file), to_table(embedded.top), {}};
  document.tables.reserve(embedded.tables.size());
  for (const EmbeddedTable& table : embedded.tables) document.tables.push_back(to_table(table));
  return document;
}

TomlDocument find_document(std::span<const EmbeddedDocument> embedded, std::string_view file) {
  for (const EmbeddedDocument& one : embedded)
    if (one.file == file) return to_document(one);
  throw Error({"files.cannot_read", {{"path", std::string(file)}, {"reason", "not embedded"}}});
}

}  // namespace wgf::catalog
