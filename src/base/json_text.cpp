// SPDX-License-Identifier: MIT
#include "base/json_text.h"

#include <algorithm>

#include "base/error.h"

namespace wgf {
namespace {

// Behind the string that opens at a place, or the text's end.
std::size_t behind_string(std::string_view json, std::size_t place) {
  for (++place; place < json.size(); ++place) {
    if (json[place] == '\\')
      ++place;
    else if (json[place] == '"')
      return place + 1;
  }
  return json.size();
}

std::string_view foreign_number_at(std::string_view json, std::size_t place) {
  for (const std::string_view name : {"NaN", "-Infinity", "Infinity"})
    if (json.substr(place, name.size()) == name) return name;
  return "";
}

}  // namespace

std::optional<std::size_t> too_deep_at(std::string_view json, int most) {
  int depth = 0;
  for (std::size_t place = 0; place < json.size();) {
    const char c = json[place];
    if (c == '"') {
      place = behind_string(json, place);
      continue;
    }
    if (c == '}' || c == ']') --depth;
    if ((c == '{' || c == '[') && ++depth > most) return place;
    ++place;
  }
  return std::nullopt;
}

void check_json_depth(std::string_view json, std::string_view file) {
  const auto place = too_deep_at(json);
  if (!place) return;
  const LineAndColumn at = line_and_column(json, *place);
  throw Error({"json.too_deep",
               {{"file", std::string(file)},
                {"most", std::to_string(most_json_depth)},
                {"line", std::to_string(at.line)},
                {"column", std::to_string(at.column)}}});
}

LineAndColumn line_and_column(std::string_view text, std::size_t place) {
  const std::string_view before = text.substr(0, std::min(place, text.size()));
  const std::size_t begin = before.find_last_of('\n') + 1;  // npos + 1 is 0
  return {static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
          before.size() - begin + 1};
}

std::size_t QuotedNumbers::place_before(std::size_t place) const {
  for (const std::size_t quoted : places)
    if (quoted < place) place -= std::min<std::size_t>(place - quoted, 2);
  return place;
}

QuotedNumbers with_quoted_numbers(std::string_view json) {
  QuotedNumbers quoted;
  for (std::size_t place = 0; place < json.size();) {
    std::size_t length = 1;
    const std::string_view name = foreign_number_at(json, place);
    if (json[place] == '"') length = behind_string(json, place) - place;
    if (!name.empty()) {
      quoted.places.push_back(place);
      quoted.json += '"' + std::string(name) + '"';
      length = name.size();
    } else {
      quoted.json += json.substr(place, length);
    }
    place += length;
  }
  return quoted;
}

}  // namespace wgf
