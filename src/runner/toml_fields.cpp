// SPDX-License-Identifier: MIT
#include "runner/toml_fields.h"

#include <fmt/format.h>
#include <toml++/toml.h>
#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/text.h"

namespace wgf::runner {
namespace {

Error bad_toml(const std::string& file, int line, std::string_view reason) {
  return Error({"runner.bad_toml",
                {{"file", file}, {"line", std::to_string(line)}, {"reason", std::string(reason)}}},
               ExitCode::usage);
}

int line_of(const toml::node& node) {
  return static_cast<int>(node.source().begin.line);
}

std::optional<TomlScalar> scalar(const toml::node& node) {
  if (const auto* value = node.as_boolean()) return TomlScalar(value->get());
  if (const auto* value = node.as_integer()) return TomlScalar(value->get());
  if (const auto* value = node.as_floating_point()) return TomlScalar(value->get());
  if (const auto* value = node.as_string()) return TomlScalar(value->get());
  return std::nullopt;
}

TomlEntry entry_of(std::string_view key, const toml::node& node, const std::string& file) {
  TomlEntry entry{.key = std::string(key), .line = line_of(node)};
  const auto append = [&](const toml::node& part) {
    const std::optional<TomlScalar> value = scalar(part);
    if (!value) throw bad_toml(file, entry.line, "\"" + entry.key + "\"");
    entry.values.push_back(*value);
  };
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& part : *list) append(part);
  } else {
    append(node);
  }
  return entry;
}

TomlSection section_of(std::string_view name, const toml::table& table, const std::string& file) {
  TomlSection section{.name = std::string(name), .line = line_of(table)};
  for (const auto& [key, node] : table) {
    if (const toml::table* inner = node.as_table()) {
      section.inner.push_back(section_of(key.str(), *inner, file));
    } else if (const toml::array* list = node.as_array(); list && list->is_array_of_tables()) {
      for (const toml::node& part : *list)
        section.inner.push_back(section_of(key.str(), *part.as_table(), file));
    } else {
      section.entries.push_back(entry_of(key.str(), node, file));
    }
  }
  // toml++ sorts keys by name; the file's order is what its writer meant.
  std::stable_sort(section.entries.begin(), section.entries.end(),
                   [](const TomlEntry& a, const TomlEntry& b) { return a.line < b.line; });
  return section;
}

}  // namespace

std::string as_typed(const TomlEntry& entry) {
  std::vector<std::string> parts;
  for (const TomlScalar& value : entry.values) {
    if (const auto* text = std::get_if<std::string>(&value))
      parts.push_back(*text);
    else if (const auto* number = std::get_if<std::int64_t>(&value))
      parts.push_back(std::to_string(*number));
    else if (const auto* real = std::get_if<double>(&value))
      parts.push_back(fmt::format("{}", *real));
    else
      parts.emplace_back(std::get<bool>(value) ? "true" : "false");
  }
  return join(parts, ",");
}

std::vector<TomlSection> parse_toml_sections(std::string_view text, const std::string& file_name) {
  try {
    TomlSection top = section_of("", toml::parse(text, file_name), file_name);
    std::vector<TomlSection> sections{TomlSection{.entries = std::move(top.entries)}};
    std::stable_sort(top.inner.begin(), top.inner.end(),
                     [](const TomlSection& a, const TomlSection& b) { return a.line < b.line; });
    for (TomlSection& inner : top.inner) sections.push_back(std::move(inner));
    return sections;
  } catch (const toml::parse_error& error) {
    throw bad_toml(file_name, static_cast<int>(error.source().begin.line), error.description());
  }
}

}  // namespace wgf::runner
