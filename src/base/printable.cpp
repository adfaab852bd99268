// SPDX-License-Identifier: MIT
#include "base/printable.h"

#include <algorithm>

namespace wgf {
namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";  // U+FFFD

bool stays(char c, Kept kept) {
  return (c == '\n' && kept != Kept::none) ||
         ((c == '\r' || c == '\t') && kept == Kept::white_space);
}

bool is_white_space(char c) {
  return c == '\n' || c == '\r' || c == '\t';
}

bool is_c0_or_delete(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

// Bytes of the control character of several bytes that stands there; 0: none.
std::size_t long_control(std::string_view text) {
  const auto second = static_cast<unsigned char>(text.size() >= 2 ? text[1] : 0);
  if (text[0] == '\xc2' && second >= 0x80 && second <= 0x9f) return 2;
  const bool is_no_character = text.starts_with("\xef\xbf\xbe") || text.starts_with("\xef\xbf\xbf");
  return is_no_character ? 3 : 0;
}

}  // namespace

std::string printable(std::string_view utf8, Kept kept) {
  std::string text;
  text.reserve(utf8.size());
  for (std::size_t i = 0; i < utf8.size();) {
    const char c = utf8[i];
    if (const std::size_t length = long_control(utf8.substr(i)); length > 0) {
      text += replacement;
      i += length;
      continue;
    }
    if (!is_c0_or_delete(c) || stays(c, kept))
      text += c;
    else if (is_white_space(c))
      text += ' ';
    else
      text += replacement;
    ++i;
  }
  return text;
}

}  // namespace wgf
