// SPDX-License-Identifier: MIT
#include "catalog/json_fields.h"

#include "base/error.h"

namespace wgf::catalog {

using Json = nlohmann::json;

JsonFields::JsonFields(const Json& object, std::string file, std::string place)
    : object_(object), file_(std::move(file)), place_(std::move(place)) {
  if (!object_.is_object())
    throw Error({"prices.bad_field", {{"file", file_}, {"field", place_}, {"value", "?"}}});
}

const Json* JsonFields::find(std::string_view name) const {
  const auto field = object_.find(std::string(name));
  return field == object_.end() || field->is_null() ? nullptr : &*field;
}

bool JsonFields::has(std::string_view name) const {
  return find(name) != nullptr;
}

void JsonFields::fail(std::string_view name) const {
  constexpr std::size_t most_letters = 60;
  const Json* field = find(name);
  std::string value =
      field == nullptr ? "null" : field->dump(-1, ' ', true, Json::error_handler_t::replace);
  if (value.size() > most_letters) value = value.substr(0, most_letters) + "...";
  throw Error({"prices.bad_field",
               {{"file", file_}, {"field", place_ + "." + std::string(name)}, {"value", value}}});
}

std::string JsonFields::text(std::string_view name) const {
  const Json* field = find(name);
  if (field == nullptr) return "";
  if (!field->is_string()) fail(name);
  return field->get<std::string>();
}

std::string JsonFields::required_text(std::string_view name) const {
  std::string value = text(name);
  if (value.empty()) fail(name);
  return value;
}

std::optional<double> JsonFields::number(std::string_view name, double low, double high) const {
  const Json* field = find(name);
  if (field == nullptr) return std::nullopt;
  if (!field->is_number()) fail(name);
  const auto value = field->get<double>();
  if (!(value >= low && value <= high)) fail(name);
  return value;
}

double JsonFields::required_number(std::string_view name, double low, double high) const {
  const std::optional<double> value = number(name, low, high);
  if (!value) fail(name);
  return *value;
}

bool JsonFields::flag(std::string_view name, bool otherwise) const {
  const Json* field = find(name);
  if (field == nullptr) return otherwise;
  if (!field->is_boolean()) fail(name);
  return field->get<bool>();
}

JsonFields JsonFields::object(std::string_view name) const {
  const Json* field = find(name);
  if (field == nullptr || !field->is_object()) fail(name);
  return {*field, file_, place_ + "." + std::string(name)};
}

const Json& JsonFields::array(std::string_view name) const {
  const Json* field = find(name);
  if (field == nullptr || !field->is_array()) fail(name);
  return *field;
}

}  // namespace wgf::catalog
