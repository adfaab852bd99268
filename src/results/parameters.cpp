// SPDX-License-Identifier: MIT
#include "results/parameters.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace wgf::results {
namespace {

[[noreturn]] void throw_wrong_type(std::string_view name, const Value& value) {
  throw Error({"results.wrong_type", {{"name", std::string(name)}, {"value", to_text(value)}}});
}

template <typename T>
T typed(const Parameters& parameters, std::string_view name, T fallback) {
  const Value* value = parameters.find(name);
  if (value == nullptr) return fallback;
  if (const T* exact = std::get_if<T>(value)) return *exact;
  throw_wrong_type(name, *value);
}

}  // namespace

std::string to_text(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

Parameters::Parameters(std::initializer_list<std::pair<std::string, Value>> values) {
  for (const auto& [name, value] : values) set(name, value);
}

void Parameters::set(std::string_view name, Value value) {
  const auto place = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& pair) { return pair.first == name; });
  if (place != values_.end())
    place->second = std::move(value);
  else
    values_.emplace_back(std::string(name), std::move(value));
}

const Value* Parameters::find(std::string_view name) const {
  for (const auto& [key, value] : values_)
    if (key == name) return &value;
  return nullptr;
}

std::string Parameters::text(std::string_view name, std::string_view fallback) const {
  return typed<std::string>(*this, name, std::string(fallback));
}

std::int64_t Parameters::integer(std::string_view name, std::int64_t fallback) const {
  return typed<std::int64_t>(*this, name, fallback);
}

double Parameters::number(std::string_view name, double fallback) const {
  const Value* value = find(name);
  if (value != nullptr && std::holds_alternative<std::int64_t>(*value))
    return static_cast<double>(std::get<std::int64_t>(*value));
  return typed<double>(*this, name, fallback);
}

bool Parameters::flag(std::string_view name, bool fallback) const {
  return typed<bool>(*this, name, fallback);
}

}  // namespace wgf::results
