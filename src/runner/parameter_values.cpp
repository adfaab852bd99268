// SPDX-License-Identifier: MIT
#include "runner/parameter_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf::runner {
namespace {

template <typename Range>
std::string range_text(const char* what, const Range& range) {
  const bool is_open = range.most == Range{}.most;
  return is_open ? fmt::format("{} >= {}", what, range.least)
                 : fmt::format("{} {}-{}", what, range.least, range.most);
}

struct Printer {
  std::string operator()(const Choices& choices) const {
    return join(std::vector<std::string>(choices.names.begin(), choices.names.end()), "|");
  }
  std::string operator()(const Flag&) const { return "true|false"; }
  std::string operator()(const IntegerRange& range) const { return range_text("integer", range); }
  std::string operator()(const NumberRange& range) const { return range_text("number", range); }
  std::string operator()(const FreeText& text) const { return std::string(text.form); }
};

// Whether the value is of the kind, and Error(usage) where it is beyond an end of its range.
struct Checker {
  std::string_view option;
  const results::Value& value;

  template <typename Number, typename Range>
  void check_ends(Number number, const Range& range) const {
    const auto fail = [&](const char* key, const char* name, auto end) {
      return Error({key,
                    {{"option", std::string(option)},
                     {"value", fmt::format("{}", number)},
                     {name, fmt::format("{}", end)}}},
                   ExitCode::usage);
    };
    if (number < range.least) throw fail("runner.value_too_small", "minimum", range.least);
    if (number > range.most) throw fail("runner.value_too_large", "largest", range.most);
  }
  bool operator()(const Choices& choices) const {
    const auto* name = std::get_if<std::string>(&value);
    return name != nullptr &&
           std::find(choices.names.begin(), choices.names.end(), *name) != choices.names.end();
  }
  bool operator()(const Flag&) const { return std::holds_alternative<bool>(value); }
  bool operator()(const IntegerRange& range) const {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number != nullptr) check_ends(*number, range);
    return number != nullptr;
  }
  bool operator()(const NumberRange& range) const {
    const auto* whole = std::get_if<std::int64_t>(&value);
    const auto* number = std::get_if<double>(&value);
    if (whole != nullptr) check_ends(static_cast<double>(*whole), range);
    if (number != nullptr) check_ends(*number, range);
    return whole != nullptr || (number != nullptr && !std::isnan(*number));
  }
  bool operator()(const FreeText& text) const {
    const auto* typed = std::get_if<std::string>(&value);
    if (typed != nullptr && text.check != nullptr) text.check(*typed);
    return typed != nullptr;
  }
};

}  // namespace

std::string to_text(const ParameterValues& values) {
  return std::visit(Printer{}, values);
}

std::vector<std::string> choices_of(const ParameterValues& values) {
  if (std::holds_alternative<Flag>(values)) return {"true", "false"};
  const auto* choices = std::get_if<Choices>(&values);
  if (choices == nullptr) return {};
  return {choices->names.begin(), choices->names.end()};
}

void check_value(std::string_view option, const ParameterValues& values,
                 const results::Value& value) {
  if (std::visit(Checker{option, value}, values)) return;
  const std::vector<std::string> choices = choices_of(values);
  throw Error({"runner.unknown_value",
               {{"option", std::string(option)},
                {"value", results::to_text(value)},
                {"choices", choices.empty() ? to_text(values) : join(choices, ", ")}}},
              ExitCode::usage);
}

void check_choice(std::string_view option, std::string_view value,
                  std::span<const std::string_view> choices) {
  check_value(option, Choices{choices}, results::Value(std::string(value)));
}

std::vector<std::string> parse_choices(std::string_view option, const std::string& typed,
                                       std::string_view fallback,
                                       std::span<const std::string_view> choices) {
  std::vector<std::string> chosen = parse_list(option, typed.empty() ? fallback : typed);
  for (const std::string& one : chosen) check_choice(option, one, choices);
  return chosen;
}

}  // namespace wgf::runner
