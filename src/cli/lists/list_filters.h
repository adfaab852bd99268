// SPDX-License-Identifier: MIT
#pragma once
// What the listing commands share: checked filter values, and optional values as JSON.

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/date.h"
#include "catalog/gpu.h"

namespace wgf::cli {

// Throws Error(cli.unknown_filter_value, usage) with the known values.
void check_choice(const std::string& option, const std::string& value,
                  const std::vector<std::string>& known);

// The known values each typed value means: equal after folding, else beginning so ("ada": "Ada
// Lovelace"). Throws as check_choice where there is none.
std::vector<std::string> matching_values(const std::string& option,
                                         const std::vector<std::string>& values,
                                         const std::vector<std::string>& known);

// 989.4 as 989.4, not 989.40000000000009: unit conversions leave the last bits dirty.
double rounded_for_json(double value);

// Four digits without trailing zeros: "989.4", "80", "10066".
std::string compact_number(double value);

// The names of these cards, to be listed.
std::vector<std::string> gpu_ids(const std::vector<const catalog::Gpu*>& gpus);

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

}  // namespace wgf::cli
