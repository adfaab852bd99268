// SPDX-License-Identifier: MIT
#include "answers/network/memory_options.h"

#include <cmath>
#include <utility>

#include "advisor/network/bounds.h"
#include "base/error.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::answers {

std::optional<int> parse_optional_count(const char* option, const std::string& value, double most) {
  if (value.empty()) return std::nullopt;
  const bool is_whole = value.find_first_not_of("0123456789") == std::string::npos;
  const std::optional<std::int64_t> count = parse_integer(value);
  // No count: more digits than any number holds.
  if (is_whole && (!count || static_cast<double>(*count) > most))
    throw Error({"runner.value_too_large",
                 {{"option", option},
                  {"value", value},
                  {"largest", std::to_string(static_cast<std::int64_t>(most))}}},
                ExitCode::usage);
  return static_cast<int>(parse_count(option, value, 1));
}

std::optional<int> parse_optional_length(const char* option, const std::string& value) {
  constexpr std::pair<char, std::int64_t> units[] = {{'k', 1024}, {'m', 1024 * 1024}};
  for (const auto& [unit, tokens] : units) {
    if (!lower_case(value).ends_with(unit)) continue;
    const auto count = parse_integer(value.substr(0, value.size() - 1));
    if (count && *count >= 1 && *count <= largest_count / tokens)
      return static_cast<int>(*count * tokens);
  }
  return parse_optional_count(option, value);
}

std::int64_t parse_parameters(std::string_view option, std::string_view value) {
  std::string digits = lower_case(trim(value));
  double factor = 1;
  constexpr std::pair<char, double> units[] = {{'k', 1e3}, {'m', 1e6}, {'b', 1e9}, {'t', 1e12}};
  for (const auto& [unit, times] : units) {
    if (!digits.ends_with(unit)) continue;
    digits.pop_back();
    factor = times;
    break;
  }
  const double params = std::round(parse_number(digits).value_or(0) * factor);
  if (!(params >= 1e5 && params <= advisor::most_parameters))
    throw Error({"footprint.bad_parameters",
                 {{"option", std::string(option)}, {"value", std::string(value)}}},
                ExitCode::usage);
  return static_cast<std::int64_t>(params);
}

}  // namespace wgf::answers
