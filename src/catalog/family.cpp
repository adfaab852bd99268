// SPDX-License-Identifier: MIT
#include "catalog/family.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "catalog/record_reader.h"

namespace wgf::catalog {
namespace {

constexpr RecordField<Family> family_fields[] = {
    {"id", [](const FieldReader& in, Family& out) { out.id = in.text(); }},
    {"members", [](const FieldReader& in, Family& out) { out.members = in.texts(); }},
    {"default", [](const FieldReader& in, Family& out) { out.default_member = in.text(); }},
    {"reason", [](const FieldReader& in, Family& out) { out.reason = in.text(); }},
};
constexpr std::string_view required[] = {"id", "members", "default", "reason"};

Place place_of(const TomlDocument& document, const TomlTable& table, const std::string& field) {
  return {document.file, table.find(field)->line, record_name(table), field};
}

void check_members(const TomlDocument& document, const TomlTable& table, const Family& family,
                   const NameIndex& by_name) {
  for (const std::string& member : family.members) {
    if (!by_name.contains(fold_name(member))) {
      throw_bad_record("catalog.unknown_member", place_of(document, table, "members"),
                       {{"name", member}});
    }
  }
  if (std::find(family.members.begin(), family.members.end(), family.default_member) ==
      family.members.end()) {
    throw_bad_record("catalog.default_not_member", place_of(document, table, "default"),
                     {{"name", family.default_member}});
  }
  const auto owner = by_name.find(fold_name(family.id));
  const bool is_foreign =
      owner != by_name.end() &&
      std::none_of(family.members.begin(), family.members.end(), [&](const std::string& member) {
        return by_name.at(fold_name(member)) == owner->second;
      });
  if (is_foreign) {
    throw_bad_record("catalog.family_takes_name", place_of(document, table, "id"),
                     {{"name", family.id}});
  }
}

}  // namespace

std::vector<Family> read_families(const TomlDocument& document, const NameIndex& by_name) {
  std::vector<Family> families;
  std::set<std::string> names;
  for (const TomlTable& table : document.tables) {
    if (table.name != "family") {
      throw_bad_record("catalog.unknown_table", {document.file, table.line, table.name, table.name},
                       {{"known", "[[family]]"}});
    }
    Family family;
    read_fields<Family>(document, table, family_fields, family);
    require_fields(document, table, required);
    check_members(document, table, family, by_name);
    if (!names.insert(fold_name(family.id)).second) {
      throw_bad_record("catalog.duplicate_name", place_of(document, table, "id"),
                       {{"name", family.id}, {"other", family.id}});
    }
    families.push_back(std::move(family));
  }
  return families;
}

}  // namespace wgf::catalog
