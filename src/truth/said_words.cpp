// SPDX-License-Identifier: MIT
#include "truth/said_words.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace wgf::truth {
namespace {

bool ends_clause(std::string_view text, std::size_t at) {
  const bool is_stop = text[at] == '.' && (at + 1 == text.size() || text[at + 1] == ' ');
  return is_stop || std::string_view(",;()+").find(text[at]) != std::string_view::npos;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The words of a text, letters and digits and the stroke of "w/o", one after the other.
template <typename Call>
void for_words(std::string_view text, const Call& call) {
  std::size_t start = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '/'))
      continue;
    if (at > start) call(text.substr(start, at - start));
    start = at + 1;
  }
}

bool is_denied_before(std::string_view text, std::size_t found) {
  std::size_t start = found;
  while (start > 0 && !ends_clause(text, start - 1)) --start;
  bool is_denied = false;
  for_words(text.substr(start, found - start), [&](std::string_view word) {
    is_denied = is_denied || is_one_of(word, {"no", "not", "non", "without", "w/o"});
  });
  return is_denied;
}

bool is_denied_behind(std::string_view text, std::size_t end) {
  // the rest of the word: "checkpoint|ing", "fsdp|2"
  while (end < text.size() && (is_letter(text[end]) || is_digit(text[end]) || text[end] == '_'))
    ++end;
  bool is_set = false;  // to what follows
  for (; end < text.size() && std::string_view(" :=").find(text[end]) != std::string_view::npos;
       ++end)
    is_set = is_set || text[end] != ' ';
  std::size_t last = end;
  while (last < text.size() && (is_letter(text[last]) || is_digit(text[last]))) ++last;
  const std::string_view word = text.substr(end, last - end);
  const std::string_view next = last < text.size() ? text.substr(last + 1) : std::string_view();
  if (word == "not")
    for (const char* what : {"used", "stated", "enabled", "applied", "active", "given", "needed"})
      if (next.starts_with(what)) return true;
  return is_one_of(word, {"off", "disabled", "unused", "false"}) ||
         (is_set && is_one_of(word, {"no", "none", "0"}));
}

bool says(std::string_view text, std::initializer_list<std::string_view> words, bool alone) {
  for (const std::string_view word : words)
    for (std::size_t found = text.find(word); found != std::string_view::npos;
         found = text.find(word, found + 1)) {
      if (alone && found > 0 && is_letter(text[found - 1])) continue;
      if (!is_denied_before(text, found) && !is_denied_behind(text, found + word.size()))
        return true;
    }
  return false;
}

}  // namespace

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

bool says_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return says(text, words, false);
}

bool says_word(std::string_view text, std::initializer_list<std::string_view> words) {
  return says(text, words, true);
}

bool says_alone(std::string_view text, std::initializer_list<std::string_view> words) {
  std::string spaced = " ";
  for (const char c : text) spaced += is_letter(c) || is_digit(c) ? c : ' ';
  spaced += ' ';
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return spaced.find(" " + std::string(word) + " ") != std::string::npos &&
           says_word(text, {word});
  });
}

std::vector<std::string> clauses_of(std::string_view text) {
  std::string parts(text);
  std::replace(parts.begin(), parts.end(), ',', ';');
  return split(parts, ';');
}

std::string flat_words(std::string_view text) {
  std::string flat = lower_case(text);
  std::replace_if(
      flat.begin(), flat.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
  return flat;
}

std::optional<double> labelled_number(std::string_view text, std::string_view label) {
  for (std::size_t found = text.find(label); found != std::string_view::npos;
       found = text.find(label, found + 1)) {
    if (found > 0 && (is_letter(text[found - 1]) || is_digit(text[found - 1]))) continue;
    std::size_t start = found + label.size();
    while (start < text.size() &&
           std::string_view(" :=_-").find(text[start]) != std::string_view::npos)
      ++start;
    std::size_t end = start;
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
    while (end > start && text[end - 1] == '.') --end;
    if (const auto number = parse_number(text.substr(start, end - start))) return number;
  }
  return std::nullopt;
}

std::optional<double> first_labelled(std::string_view text,
                                     std::initializer_list<std::string_view> labels) {
  for (const std::string_view label : labels)
    if (const auto number = labelled_number(text, label)) return number;
  return std::nullopt;
}

std::optional<double> number_before(std::string_view text, std::string_view word) {
  for (std::size_t found = text.find(word); found != std::string_view::npos;
       found = text.find(word, found + 1)) {
    std::size_t end = found;
    while (end > 0 && std::string_view(" -(").find(text[end - 1]) != std::string_view::npos) --end;
    std::size_t start = end;
    while (start > 0 && (is_digit(text[start - 1]) || text[start - 1] == '.')) --start;
    if (start > 0 && is_letter(text[start - 1])) continue;  // "v2 chunks"
    if (const auto number = parse_number(text.substr(start, end - start))) return number;
  }
  return std::nullopt;
}

}  // namespace wgf::truth
