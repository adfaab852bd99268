// SPDX-License-Identifier: MIT
#include "truth/layout_phrases.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "truth/said_words.h"

namespace wgf::truth {
namespace {

// Those of papers on Megatron: "(t, p, d) = (2, 4, 1)", "t=2 p=4".
constexpr std::pair<char, std::string_view> letters[] = {
    {'t', "tp"}, {'p', "pp"}, {'d', "dp"}, {'c', "cp"}, {'e', "ep"}};

// Longer ones before those they begin with.
constexpr std::pair<std::string_view, std::string_view> phrases[] = {
    {"×", "x"},
    {"fully sharded data parallel", "fsdp"},
    {"distributed data parallel", "ddp"},
    {"virtual pipeline parallel", "vpp"},
    {"virtual pipeline", "vpp"},
    {"tensor model parallel", "tp"},
    {"pipeline model parallel", "pp"},
    {"expert model parallel", "ep"},
    {"tensor parallel", "tp"},
    {"pipeline parallel", "pp"},
    {"pipeline stages", "pp"},
    {"context parallel", "cp"},
    {"expert parallel", "ep"},
    {"data parallel shard", "shards"},
    {"data parallel replicate", "replicas"},
    {"dp shard", "shards"},
    {"dp replicate", "replicas"},
    {"data parallel", "dp"},
    {"sequence parallel", "sp"},
    {"model parallel", "mp"},
};

// "t=2 p=4" → "tp=2 pp=4".
std::string with_letters_named(std::string text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const bool is_alone = at == 0 || (!is_letter(text[at - 1]) && !is_digit(text[at - 1]));
    const std::size_t next = text.find_first_not_of(' ', at + 1);
    if (!is_alone || next == std::string::npos || text[next] != '=') continue;
    for (const auto& [letter, name] : letters)
      if (text[at] == letter) {
        text.replace(at, 1, name);
        break;
      }
  }
  return text;
}

// "(t, p) = (2, 4)", "tp/pp/dp = 2/2/2" → "t=2 p=4 ", "tp=2 pp=2 dp=2 ": as many numbers as names.
std::string with_lists_paired(const std::string& text) {
  const std::size_t equals = text.find_first_of("=:");
  if (equals == std::string::npos) return text;
  const auto words_of = [](std::string_view list, const auto& is_of_word) {
    std::vector<std::string> words(1);
    for (const char c : list) {
      if (is_of_word(c)) {
        words.back() += c;
      } else if (std::string_view(" (),/").find(c) == std::string_view::npos) {
        return std::vector<std::string>();
      } else if (!words.back().empty()) {
        words.emplace_back();
      }
    }
    if (words.back().empty()) words.pop_back();
    return words;
  };
  const auto names = words_of(std::string_view(text).substr(0, equals), is_letter);
  const auto numbers = words_of(std::string_view(text).substr(equals + 1), is_digit);
  if (names.size() < 2 || names.size() != numbers.size()) return text;
  std::string paired;
  for (std::size_t at = 0; at < names.size(); ++at)
    paired.append(names[at]).append("=").append(numbers[at]).append(" ");
  return paired;
}

}  // namespace

std::string short_layout_words(std::string_view words) {
  std::string text(words);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
  for (const auto& [phrase, word] : phrases)
    for (std::size_t at = text.find(phrase); at != std::string::npos; at = text.find(phrase, at)) {
      const bool has_ending = text.compare(at + phrase.size(), 3, "ism") == 0;
      text.replace(at, phrase.size() + (has_ending ? 3 : 0), word);
    }
  return with_letters_named(with_lists_paired(text));
}

}  // namespace wgf::truth
