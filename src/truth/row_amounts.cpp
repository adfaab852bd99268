// SPDX-License-Identifier: MIT
#include "truth/row_amounts.h"

#include "base/text.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

bool is_in_word(char c) {
  return is_letter(c) || is_digit(c);
}

}  // namespace

std::optional<Amount> amount_of(std::string_view text,
                                std::initializer_list<std::string_view> units, std::size_t from) {
  for (std::size_t start = from; start < text.size(); ++start) {
    if (!is_digit(text[start])) continue;
    std::size_t end = start;
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
    std::size_t unit = end;
    while (unit < text.size() && text[unit] == ' ') ++unit;
    const bool is_own_word = start == 0 || !is_in_word(text[start - 1]);
    const auto number = parse_number(text.substr(start, end - start));
    for (const std::string_view name : units) {
      const std::size_t behind = unit + name.size();
      const bool is_unit = text.substr(unit, name.size()) == name &&
                           (behind >= text.size() || !is_in_word(text[behind]));
      if (is_own_word && number && is_unit) return Amount{*number, start, behind};
    }
    start = end - 1;
  }
  return std::nullopt;
}

std::optional<Amount> memory_in(std::string_view text) {
  return amount_of(text, {"gb", "gib", "g"});
}

std::optional<Amount> watts_in(std::string_view text, std::size_t from) {
  return amount_of(text, {"w", "watt", "watts"}, from);
}

std::string without(std::string text, const Amount& amount) {
  text.erase(amount.start, amount.end - amount.start);
  while (text.find("  ") != std::string::npos) text.erase(text.find("  "), 1);
  return std::string(trim(text));
}

}  // namespace wgf::truth
