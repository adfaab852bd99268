// SPDX-License-Identifier: MIT
#pragma once
// What may stand as a parameter of a benchmark: options are checked against it, and list-benchmarks
// prints it.

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/parameters.h"

namespace wgf::runner {

struct Choices {
  std::span<const std::string_view> names;
};

struct Flag {};  // true or false

// Both ends may stand.
struct IntegerRange {
  std::int64_t least = 1;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  std::string_view unit = "";  // "MiB"; empty: a count
};
struct NumberRange {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  std::string_view unit = "";
};

struct FreeText {
  std::string_view form;  // an example, or who knows more: "list-models"
  // Throws Error(usage) for a text that is not of the form; null: any may be.
  void (*check)(std::string_view text) = nullptr;
};

using ParameterValues = std::variant<Choices, Flag, IntegerRange, NumberRange, FreeText>;

// "fp32|bf16", "true|false", "integer >= 1", "integer 1-1000", "number 0-1", the form of a text.
std::string to_text(const ParameterValues& values);

// Of choices, and of a flag "true" and "false"; empty: any other.
std::vector<std::string> choices_of(const ParameterValues& values);

// Throws Error(usage) for a value that may not stand there: runner.value_too_small, value_too_large
// or unknown_value, with the option and what would be right.
void check_value(std::string_view option, const ParameterValues& values,
                 const results::Value& value);

// Throws Error(runner.unknown_value, usage) with the option, the value and the choices.
void check_choice(std::string_view option, std::string_view value,
                  std::span<const std::string_view> choices);

// The words of a list as typed, or of the fallback where nothing is; each checked so.
std::vector<std::string> parse_choices(std::string_view option, const std::string& typed,
                                       std::string_view fallback,
                                       std::span<const std::string_view> choices);

}  // namespace wgf::runner
