// SPDX-License-Identifier: MIT
#pragma once
// Values as answers write them in JSON.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/date.h"

namespace wgf::answers {

template <typename Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}
inline nlohmann::ordered_json or_null(const std::optional<Date>& date) {
  return date ? nlohmann::ordered_json(to_text(*date)) : nlohmann::ordered_json();
}
inline nlohmann::ordered_json or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

}  // namespace wgf::answers
