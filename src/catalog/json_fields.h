// SPDX-License-Identifier: MIT
#pragma once
// Fields of one JSON object somebody else wrote, checked as they are read: a missing or null field
// is none, one of another kind or beyond its limits is Error(prices.bad_field) with its place.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace wgf::catalog {

class JsonFields {
 public:
  // place: "offers[3]", for messages. The object must outlive this. Throws where it is none.
  JsonFields(const nlohmann::json& object, std::string file, std::string place);

  bool has(std::string_view name) const;  // there and not null
  std::string text(std::string_view name) const;
  std::string required_text(std::string_view name) const;
  std::optional<double> number(std::string_view name, double low, double high) const;
  double required_number(std::string_view name, double low, double high) const;
  bool flag(std::string_view name, bool otherwise) const;
  // An object of its own; throws where there is none.
  JsonFields object(std::string_view name) const;
  // The elements of an array; throws where there is none.
  const nlohmann::json& array(std::string_view name) const;

  const nlohmann::json& json() const { return object_; }
  [[noreturn]] void fail(std::string_view name) const;

 private:
  const nlohmann::json* find(std::string_view name) const;  // nullptr: missing or null

  const nlohmann::json& object_;
  std::string file_, place_;
};

}  // namespace wgf::catalog
