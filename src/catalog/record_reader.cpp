// SPDX-License-Identifier: MIT
#include "catalog/record_reader.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"

namespace wgf::catalog {

void throw_bad_record(std::string_view key, const Place& place,
                      std::vector<std::pair<std::string, std::string>> args) {
  Message message{std::string(key),
                  {{"file", place.file},
                   {"line", std::to_string(place.line)},
                   {"record", place.record},
                   {"field", place.field}}};
  for (auto& arg : args) {
    message.args.push_back(std::move(arg));
  }
  throw Error(std::move(message), ExitCode::error);
}

std::string FieldReader::text() const {
  const auto* text = std::get_if<std::string>(&field_.value);
  if (text == nullptr || trim(*text).empty()) {
    throw_bad_record("catalog.expected_text", place());
  }
  return *text;
}

std::vector<std::string> FieldReader::texts() const {
  const auto* texts = std::get_if<std::vector<std::string>>(&field_.value);
  if (texts == nullptr) {
    throw_bad_record("catalog.expected_texts", place());
  }
  for (const std::string& text : *texts) {
    if (fold_name(text).empty()) {
      throw_bad_record("catalog.expected_text", place());
    }
  }
  return *texts;
}

bool FieldReader::flag() const {
  const auto* flag = std::get_if<bool>(&field_.value);
  if (flag == nullptr) {
    throw_bad_record("catalog.expected_flag", place());
  }
  return *flag;
}

void FieldReader::throw_out_of_range(double value, double low, double high) const {
  throw_bad_record("catalog.out_of_range", place(),
                   {{"value", fmt::format("{}", value)},
                    {"low", fmt::format("{}", low)},
                    {"high", fmt::format("{}", high)}});
}

double FieldReader::number(double low, double high) const {
  double value = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&field_.value)) {
    value = static_cast<double>(*integer);
  } else if (const auto* number = std::get_if<double>(&field_.value)) {
    value = *number;
  } else {
    throw_bad_record("catalog.expected_number", place());
  }
  // Written so that not-a-number fails too.
  if (!(value >= low && value <= high)) {
    throw_out_of_range(value, low, high);
  }
  return value;
}

std::int64_t FieldReader::whole(std::int64_t low, std::int64_t high) const {
  const auto* integer = std::get_if<std::int64_t>(&field_.value);
  if (integer == nullptr) {
    throw_bad_record("catalog.expected_integer", place());
  }
  if (*integer < low || *integer > high) {
    throw_out_of_range(static_cast<double>(*integer), static_cast<double>(low),
                       static_cast<double>(high));
  }
  return *integer;
}

std::vector<int> FieldReader::integers(int low, int high) const {
  const auto* integers = std::get_if<std::vector<std::int64_t>>(&field_.value);
  if (integers == nullptr) {
    throw_bad_record("catalog.expected_integers", place());
  }
  std::vector<int> values;
  for (const std::int64_t integer : *integers) {
    if (integer < low || integer > high) {
      throw_out_of_range(static_cast<double>(integer), low, high);
    }
    values.push_back(static_cast<int>(integer));
  }
  return values;
}

FieldReader coefficient(const TomlDocument& document, const std::string& key) {
  static const std::string record = "coefficients";
  const TomlField* field = document.top.find(key);
  for (const TomlTable& table : document.tables)
    if (field == nullptr) field = table.find(key);
  if (field == nullptr) throw_bad_record("catalog.missing_field", {document.file, 1, record, key});
  return {*field, document.file, record};
}

std::string record_name(const TomlTable& table) {
  const TomlField* id = table.find("id");
  const auto* text = id == nullptr ? nullptr : std::get_if<std::string>(&id->value);
  if (text != nullptr) {
    return *text;
  }
  return table.name.empty() ? "[file]" : "[[" + table.name + "]]";
}

void throw_unknown_field(const TomlDocument& document, const TomlTable& table,
                         const TomlField& field, std::vector<std::string> known) {
  const Message nearest = with_nearest({"catalog.unknown_field", {}}, field.key, known);
  throw_bad_record(nearest.key, {document.file, field.line, record_name(table), field.key},
                   nearest.args);
}

void require_fields(const TomlDocument& document, const TomlTable& table,
                    std::span<const std::string_view> required) {
  for (const std::string_view key : required) {
    if (table.find(key) == nullptr) {
      throw_bad_record("catalog.missing_field",
                       {document.file, table.line, record_name(table), std::string(key)});
    }
  }
}

}  // namespace wgf::catalog
