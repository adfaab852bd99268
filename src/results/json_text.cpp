// SPDX-License-Identifier: MIT
#include "results/json_text.h"

#include <algorithm>

namespace wgf::results {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool is_mark(char c) {
  return c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}';
}

// Behind the quote that ends the string which begins here; the text's end where none does.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.size();
}

// Behind the bracket that closes the list which begins here.
std::size_t end_of_list(std::string_view text, std::size_t begin) {
  std::size_t depth = 0;
  for (std::size_t at = begin; at < text.size();) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
      continue;
    }
    if (text[at] == '[') ++depth;
    if (text[at] == ']' && --depth == 0) return at + 1;
    ++at;
  }
  return std::string_view::npos;
}

// Where the list begins that is the value of the key before; npos where it is no key, or its value
// no list. A quote inside a string has a backslash, so that a user's text is no key.
std::size_t list_behind(std::string_view text, std::size_t key_end) {
  const std::size_t colon = text.find_first_not_of(blanks, key_end);
  if (colon == std::string_view::npos || text[colon] != ':') return std::string_view::npos;
  const std::size_t value = text.find_first_not_of(blanks, colon + 1);
  return value != std::string_view::npos && text[value] == '[' ? value : std::string_view::npos;
}

}  // namespace

std::string without_blanks(std::string_view text) {
  std::string kept(text.size(), ' ');
  char* out = kept.data();
  const auto copy = [&](std::size_t from, std::size_t to) {
    out = std::copy(text.begin() + static_cast<std::ptrdiff_t>(from),
                    text.begin() + static_cast<std::ptrdiff_t>(to), out);
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      const std::size_t end = end_of_string(text, at);
      copy(at, end);
      at = end;
    } else if (is_blank(text[at])) {
      std::size_t end = at + 1;
      while (end < text.size() && is_blank(text[end])) ++end;
      const bool is_beside_mark =
          (out != kept.data() && is_mark(out[-1])) || (end < text.size() && is_mark(text[end]));
      if (!is_beside_mark) copy(at, end);
      at = end;
    } else {
      *out++ = text[at++];
    }
  }
  kept.resize(static_cast<std::size_t>(out - kept.data()));
  return kept;
}

std::string with_empty_sensors(std::string_view text) {
  constexpr std::string_view key = "\"sensors\"";
  std::string kept;
  kept.reserve(text.size());
  std::size_t done = 0, at = 0;
  while ((at = text.find(key, at)) != std::string_view::npos) {
    at += key.size();
    const std::size_t begin = list_behind(text, at);
    if (begin == std::string_view::npos) continue;
    const std::size_t end = end_of_list(text, begin);
    if (end == std::string_view::npos) break;
    kept.append(text.substr(done, begin - done)).append("[]");
    done = at = end;
  }
  return kept.append(text.substr(done));
}

}  // namespace wgf::results
