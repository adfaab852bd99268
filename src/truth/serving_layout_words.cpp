// SPDX-License-Identifier: MIT
#include "truth/serving_layout_words.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/text.h"
#include "truth/layout_phrases.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// Short names, a blank between a number and a word behind it: "TP4DP2" → "tp4 dp2". How experts
// are cut is no layout of the network.
std::string plain_words(std::string_view notes) {
  const std::string text = short_layout_words(lower_case(notes));
  std::string plain;
  for (const char c : text) {
    if (!plain.empty() && is_digit(plain.back()) && is_letter(c)) plain += ' ';
    plain += c == '(' || c == ')' ? ' ' : c;
  }
  for (const std::string_view experts : {"moe tp", "moe ep"})
    for (std::size_t at = plain.find(experts); at != std::string::npos; at = plain.find(experts))
      plain.erase(at, experts.size());
  return plain;
}

std::optional<int> count_of(std::optional<double> number) {
  constexpr double most = 1e6;
  const bool is_count =
      number && *number >= 1 && *number < most && *number == static_cast<int>(*number);
  return is_count ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<int> ranks_of(const std::string& text, const std::string& axis) {
  if (const auto number = count_of(first_labelled(text, {axis + " size", axis}))) return number;
  if (const auto number = count_of(number_before(text, "way " + axis))) return number;
  return axis == "pp" ? count_of(number_before(text, axis)) : std::nullopt;
}

std::optional<int> copies_of(const std::string& text, bool dp_copies) {
  if (const auto number = count_of(number_before(text, "x tp"))) return number;
  if (const auto tp = ranks_of(text, "tp"))  // "tp4 x 2"
    for (const std::string_view between : {"", " ", "="})
      if (const auto number = count_of(
              labelled_number(text, "tp" + std::string(between) + std::to_string(*tp) + " x")))
        return number;
  if (const auto number =
          count_of(first_labelled(text, {"replicas", "copies", "instances", "engines"})))
    return number;
  for (const std::string_view word :
       {"replica", "copies", "copy", "instance", "independent", "engines"})
    if (const auto number = count_of(number_before(text, word))) return number;
  return dp_copies ? ranks_of(text, "dp") : std::nullopt;
}

}  // namespace

ServingLayoutWords serving_layout_words(std::string_view notes, bool dp_copies) {
  const std::string text = plain_words(notes);
  return {ranks_of(text, "tp"), ranks_of(text, "pp"), copies_of(text, dp_copies)};
}

}  // namespace wgf::truth
