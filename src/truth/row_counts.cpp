// SPDX-License-Identifier: MIT
#include "truth/row_counts.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/text.h"
#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// "4M tokens": the number at the start of the text, the letter of its prefix, the words behind.
struct NumberAndWords {
  std::optional<double> number;
  char prefix = ' ';
  std::string words;
};

NumberAndWords number_at_start(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == ',')) ++end;
  NumberAndWords read{.number = parse_separated_number(text.substr(0, end))};
  text.remove_prefix(end);
  std::size_t letter = 0;
  while (letter < text.size() && text[letter] == ' ') ++letter;
  const bool has_letter =
      letter < text.size() && std::string_view("kmb").find(text[letter]) != std::string_view::npos;
  const bool is_alone =
      letter + 1 >= text.size() || text[letter + 1] < 'a' || text[letter + 1] > 'z';
  if (has_letter && is_alone) {
    read.prefix = text[letter];
    text.remove_prefix(letter + 1);
  }
  read.words = text;
  return read;
}

// Whether nothing but these words stands in the text.
bool has_only(std::string_view text, std::initializer_list<std::string_view> words) {
  std::string word;
  const auto is_known = [&] {
    return word.empty() || std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || is_digit(c);
    if (is_letter) {
      word += c;
      continue;
    }
    const bool is_mark = std::string_view(" ()[]-/,.").find(c) != std::string_view::npos;
    if (!is_mark || !is_known()) return false;
    word.clear();
  }
  return is_known();
}

bool has_word(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

// "2 x h100 80g", "2x A100", "4 × L40S": how many of the card that is named; systems hold several.
std::optional<int> count_of_named(std::string text) {
  if (const std::size_t at = text.find("×"); at != std::string::npos)
    text.replace(at, std::string_view("×").size(), "x");
  const std::size_t by = text.find_first_not_of("0123456789 ");
  const bool is_times = by != std::string::npos && by > 0 && (text[by] == 'x' || text[by] == '*');
  const std::size_t name = is_times ? text.find_first_not_of(' ', by + 1) : std::string::npos;
  if (name == std::string::npos || !is_letter(text[name])) return std::nullopt;
  if (has_any(text.substr(name), {"node", "dgx", "hgx", "server", "system"})) return std::nullopt;
  // "2xh100" is two, "8xt" nothing
  const bool is_named = std::any_of(text.begin() + static_cast<std::ptrdiff_t>(name), text.end(),
                                    [](char c) { return is_digit(c); });
  const auto count = parse_integer(trim(text.substr(0, by)));
  constexpr long long most = 10'000'000;
  const bool is_count = is_named && count && *count >= 1 && *count <= most;
  return is_count ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

[[noreturn]] void refuse() {
  throw Unreadable{"a number that is not understood"};
}

}  // namespace

bool is_unstated(std::string_view cell) {
  const std::string text = lower_case(trim(cell));
  constexpr std::string_view nothing[] = {
      "", "-", "--", "n/a", "na", "null", "?", "unknown", "unstated", "not stated", "not given"};
  return std::find(std::begin(nothing), std::end(nothing), text) != std::end(nothing);
}

std::optional<int> axis_of(const Cells& cells, std::string_view column) {
  const std::string cell = cells.text(column);
  if (is_unstated(cell)) return std::nullopt;
  std::string text = lower_case(trim(cell));
  if (text == "none" || text == "no" || text == "off") return 1;
  if (text.starts_with(column)) {  // "TP8", "tp=8"
    text.erase(0, column.size());
    text.erase(0, std::min(text.find_first_not_of(" :=_-"), text.size()));
  }
  // "64 (8 nodes)"
  if (const std::size_t open = text.find('('); open != std::string::npos && open > 0) {
    std::size_t behind = open + 1;
    while (behind < text.size() && is_digit(text[behind])) ++behind;
    const std::string_view what = trim(std::string_view(text).substr(behind));
    if (behind > open + 1 && (what == "nodes)" || what == "node)")) text.erase(open);
  }
  const NumberAndWords read = number_at_start(text);
  constexpr double most = 1e7;
  const bool is_count = read.number && *read.number >= 0 && *read.number <= most &&
                        *read.number == static_cast<int>(*read.number) && read.prefix == ' ';
  const bool is_plain =
      has_only(read.words, {"gpus", "gpu", "devices", "cards", "ranks", "experts", "way", "stages",
                            "nodes", "per", "node", "sp", "total", "in", "x"});
  // "16 nodes" are no GPUs, nor is "1 node"
  const bool is_of_nodes =
      has_word(read.words, "nodes") ||
      (has_word(read.words, "node") && !has_word(read.words, "per") && !has_word(read.words, "in"));
  if (!is_count || !is_plain || is_of_nodes) refuse();
  return std::max(1, static_cast<int>(*read.number));
}

std::optional<int> gpus_of(const Cells& cells, std::string_view column) {
  const std::string text = lower_case(trim(cells.text(column)));
  if (text == "0" || text == "none" || text == "no") return std::nullopt;
  if (const auto count = count_of_named(text)) return count;
  return axis_of(cells, column);
}

std::optional<double> sequence_of(const Cells& cells) {
  return tokens_of(cells.text("seq_len"));
}

MeasuredValue measured_value(std::string_view cell) {
  for (const std::string_view spread : {"±", "+/-", "+-"}) cell = cell.substr(0, cell.find(spread));
  cell = trim(cell);
  if (const auto plain = parse_separated_number(cell)) return {plain, ""};
  std::size_t end = 0;
  while (end < cell.size() && (is_digit(cell[end]) || cell[end] == '.' || cell[end] == ',')) ++end;
  MeasuredValue measured{parse_separated_number(cell.substr(0, end)), ""};
  std::string_view rest = trim(cell.substr(end));
  constexpr double kilo = 1000;
  for (const auto& [letter, scale] : {std::pair('k', kilo), {'K', kilo}, {'M', kilo * kilo}}) {
    const bool is_prefix = rest.starts_with(letter) && (rest.size() == 1 || rest[1] == ' ');
    if (!is_prefix || !measured.value) continue;
    *measured.value *= scale;
    rest = trim(rest.substr(1));
    break;
  }
  measured.unit = rest;
  return measured;
}

std::optional<double> tokens_of(std::string_view words) {
  if (const auto number = parse_separated_number(words)) return number;
  std::string text = flat_words(trim(words));
  if (text.starts_with("~")) text.erase(0, 1);
  for (const std::string_view label : {"seq len", "seqlen", "sequence length", "seq", "s", "ctx"})
    if (text.starts_with(label)) {  // "seq_len=8192"
      text.erase(0, label.size());
      text.erase(0, std::min(text.find_first_not_of(" :="), text.size()));
      break;
    }
  const std::size_t binary = text.find("ki");  // "8Ki"
  if (binary != std::string::npos && binary > 0 && is_digit(text[binary - 1]))
    text.erase(binary + 1, 1);
  const NumberAndWords read = number_at_start(text);
  const bool is_plain =
      has_only(read.words, {"tokens", "token", "tok", "packed", "seq", "ctx", "context", "length"});
  if (!read.number || !is_plain) return std::nullopt;
  constexpr double kilo = 1024;
  if (read.prefix == 'k') return *read.number * kilo;
  return read.prefix == ' ' ? read.number : std::nullopt;
}

}  // namespace wgf::truth
