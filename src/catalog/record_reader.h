// SPDX-License-Identifier: MIT
#pragma once
// Reads one [[gpu]], [[model]] or [[family]] into its struct: every field has one line in a table
// of keys and readers; unknown, missing, mistyped and out-of-range fields are errors with file,
// line and field.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "base/text.h"
#include "catalog/family.h"
#include "catalog/toml_document.h"

namespace wgf::catalog {

// Where a value stands, for messages.
struct Place {
  std::string file;
  int line = 0;
  std::string record;  // id, or the table's name before the id is known
  std::string field;
};

// Throws Error(key) with the place's arguments before the others.
[[noreturn]] void throw_bad_record(std::string_view key, const Place& place,
                                   std::vector<std::pair<std::string, std::string>> args = {});

// One field's value, checked as it is read.
class FieldReader {
 public:
  FieldReader(const TomlField& field, const std::string& file, const std::string& record)
      : field_(field), file_(file), record_(record) {}

  std::string text() const;  // not empty
  std::vector<std::string> texts() const;
  bool flag() const;
  double number(double low, double high) const;
  std::int64_t whole(std::int64_t low, std::int64_t high) const;
  int integer(int low, int high) const { return static_cast<int>(whole(low, high)); }
  std::vector<int> integers(int low, int high) const;

  Place place() const { return {file_, field_.line, record_, field_.key}; }

 private:
  [[noreturn]] void throw_out_of_range(double value, double low, double high) const;

  const TomlField& field_;
  const std::string& file_;
  const std::string& record_;
};

// A field of a file of coefficients, whichever of its tables holds it; it points into the document.
// Throws Error(catalog.missing_field) where none does.
FieldReader coefficient(const TomlDocument& document, const std::string& key);

template <typename Record>
struct RecordField {
  std::string_view key;
  void (*read)(const FieldReader&, Record&);
};

std::string record_name(const TomlTable& table);
[[noreturn]] void throw_unknown_field(const TomlDocument& document, const TomlTable& table,
                                      const TomlField& field, std::vector<std::string> known);
void require_fields(const TomlDocument& document, const TomlTable& table,
                    std::span<const std::string_view> required);

template <typename Record>
void read_fields(const TomlDocument& document, const TomlTable& table,
                 std::span<const RecordField<Record>> known, Record& record) {
  const std::string name = record_name(table);
  for (const TomlField& field : table.fields) {
    const RecordField<Record>* match = nullptr;
    for (const RecordField<Record>& candidate : known) {
      if (candidate.key == field.key) {
        match = &candidate;
        break;
      }
    }
    if (match == nullptr) {
      std::vector<std::string> keys;
      for (const RecordField<Record>& candidate : known) {
        keys.emplace_back(candidate.key);
      }
      throw_unknown_field(document, table, field, std::move(keys));
    }
    match->read(FieldReader(field, document.file, name), record);
  }
}

// Names the last of the records; a name that another one has is an error.
template <typename Record>
void add_name(NameIndex& by_name, const std::vector<Record>& records, const std::string& name,
              const Place& place) {
  const std::size_t position = records.size() - 1;
  const auto [entry, is_new] = by_name.emplace(fold_name(name), position);
  if (!is_new && entry->second != position) {
    throw_bad_record("catalog.duplicate_name", place,
                     {{"name", name}, {"other", records[entry->second].id}});
  }
}

// One half of the catalogue from its files; families.toml, whose members the others define, last.
template <typename Half>
Half read_half(const std::vector<TomlDocument>& documents,
               void (*read_file_into)(Half& half, const TomlDocument& document)) {
  Half half;
  const auto has_families = [](const TomlDocument& one) {
    return one.file.ends_with("families.toml");
  };
  for (const TomlDocument& one : documents)
    if (!has_families(one)) read_file_into(half, one);
  for (const TomlDocument& one : documents)
    if (has_families(one)) half.families = read_families(one, half.by_name);
  return half;
}

}  // namespace wgf::catalog
