// SPDX-License-Identifier: MIT
#include "catalog/toml_document.h"

#include <toml++/toml.h>

#include <algorithm>

#include "base/error.h"

namespace wgf::catalog {
namespace {

int line_of(const toml::node& node) {
  return static_cast<int>(node.source().begin.line);
}

std::vector<std::string> texts_of(const toml::array& array) {
  std::vector<std::string> texts;
  for (const toml::node& item : array) {
    texts.push_back(item.as_string()->get());
  }
  return texts;
}

std::vector<std::int64_t> integers_of(const toml::array& array) {
  std::vector<std::int64_t> integers;
  for (const toml::node& item : array) {
    integers.push_back(item.as_integer()->get());
  }
  return integers;
}

// Of an empty list: yes to text, the first that is asked.
template <typename Value>
bool is_list_of(const toml::array& array) {
  return std::all_of(array.begin(), array.end(),
                     [](const toml::node& item) { return item.is<Value>(); });
}

TomlField field_of(std::string key, const toml::node& node) {
  TomlField field{std::move(key), line_of(node), {}};
  if (const auto* text = node.as_string()) {
    field.value = text->get();
  } else if (const auto* flag = node.as_boolean()) {
    field.value = flag->get();
  } else if (const auto* integer = node.as_integer()) {
    field.value = integer->get();
  } else if (const auto* number = node.as_floating_point()) {
    field.value = number->get();
  } else if (const auto* array = node.as_array()) {
    if (is_list_of<std::string>(*array)) {
      field.value = texts_of(*array);
    } else if (is_list_of<std::int64_t>(*array)) {
      field.value = integers_of(*array);
    }
  }
  return field;
}

void add_fields(TomlTable& into, const std::string& prefix, const toml::table& table) {
  for (const auto& [key, node] : table) {
    std::string name = prefix + std::string(key.str());
    if (const toml::table* inner = node.as_table()) {
      add_fields(into, name + ".", *inner);
    } else {
      into.fields.push_back(field_of(std::move(name), node));
    }
  }
}

TomlTable table_of(std::string name, const toml::table& table) {
  TomlTable result{std::move(name), line_of(table), {}};
  result.fields.reserve(48);
  add_fields(result, "", table);
  return result;
}

TomlDocument document_of(const toml::table& root, const std::string& file) {
  TomlDocument document;
  document.file = file;
  for (const auto& [key, node] : root) {
    const std::string name(key.str());
    if (const toml::table* table = node.as_table()) {
      document.tables.push_back(table_of(name, *table));
    } else if (node.is_array_of_tables()) {
      for (const toml::node& item : *node.as_array()) {
        document.tables.push_back(table_of(name, *item.as_table()));
      }
    } else {
      document.top.fields.push_back(field_of(name, node));
    }
  }
  return document;
}

}  // namespace

const TomlField* TomlTable::find(std::string_view key) const {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const TomlField& field) { return field.key == key; });
  return found == fields.end() ? nullptr : &*found;
}

TomlDocument parse_toml(std::string_view text, const std::string& file) {
  try {
    return document_of(toml::parse(text), file);
  } catch (const toml::parse_error& error) {
    throw Error({"catalog.bad_toml",
                 {{"file", file},
                  {"line", std::to_string(error.source().begin.line)},
                  {"reason", std::string(error.description())}}});
  }
}

}  // namespace wgf::catalog
