// SPDX-License-Identifier: MIT
#pragma once
// What is looked at in a JSON text before or after its parser: how deep it nests, where a fault
// stands, and the numbers that Python writes and JSON does not have. Knows no parser.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgf {

// Our own files nest less than ten deep; what walks a value (a copy, a dump) does so by recursion.
inline constexpr int most_json_depth = 200;

// The place, from 0, of the first bracket that opens one level more than that.
std::optional<std::size_t> too_deep_at(std::string_view json, int most = most_json_depth);

// The same for whoever has no better refusal: throws Error json.too_deep.
void check_json_depth(std::string_view json, std::string_view file);

// Both from 1; a place behind the end counts as the end.
struct LineAndColumn {
  std::size_t line = 1, column = 1;
};
LineAndColumn line_and_column(std::string_view text, std::size_t place);

// NaN, Infinity and -Infinity outside of strings, as strings of that name: a reader of a field then
// refuses the ones it needs.
struct QuotedNumbers {
  std::string json;
  std::vector<std::size_t> places;  // in the text as it was
  // A place in `json` as one in the text as it was.
  std::size_t place_before(std::size_t place) const;
};
QuotedNumbers with_quoted_numbers(std::string_view json);

}  // namespace wgf
