// SPDX-License-Identifier: MIT
#include "answers/claims/claim_split.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "answers/claims/claim_chinese.h"
#include "answers/claims/claim_vocabulary.h"
#include "base/text.h"

namespace wgf::answers {
namespace {

constexpr std::string_view all_digits = "0123456789";

bool is_maker(std::string_view word) {
  constexpr std::string_view makers[] = {"nvidia", "geforce",  "quadro", "amd",
                                         "radeon", "instinct", "intel"};
  return std::find(std::begin(makers), std::end(makers), word) != std::end(makers);
}

// A number or a time belongs to it: "bs=1", "tpot=20ms", "mfu:40%".
bool takes_value(ClaimWord meaning) {
  switch (meaning) {
    case ClaimWord::batch:
    case ClaimWord::sequence:
    case ClaimWord::utilisation:
    case ClaimWord::time_per_token:
    case ClaimWord::time_to_first:
    case ClaimWord::time_per_step:
      return true;
    default:
      return false;
  }
}

// Where the value begins of a word that has its own behind it; npos: of no such word.
std::size_t end_of_name(const std::string& word) {
  const std::size_t sign = word.find_first_of("=:");
  if (sign != std::string::npos && takes_value(meaning_of(word.substr(0, sign)))) return sign;
  const std::size_t digit = word.find_first_of(all_digits);
  const bool is_numbered = digit != std::string::npos && digit > 0 &&
                           word.find_first_not_of(all_digits, digit) == std::string::npos;
  if (is_numbered && meaning_of(word.substr(0, digit)) == ClaimWord::batch) return digit;
  return std::string::npos;
}

void append(std::vector<std::string>& words, std::string word) {
  word.erase(0, std::min(word.find_first_not_of("("), word.size()));
  word.erase(std::min(word.find_last_not_of("),;:") + 1, word.size()));
  if (word.empty() || is_maker(word)) return;
  if (word == "dual") word = "2";
  const std::size_t end = end_of_name(word);
  words.push_back(word.substr(0, end));
  if (end == std::string::npos) return;
  const std::size_t value = word.find_first_not_of("=:", end);
  if (value != std::string::npos) words.push_back(word.substr(value));
}

}  // namespace

std::vector<std::string> words_of_claim(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string& word : split(in_english_words(text), ' '))
    append(words, lower_case(trim(word)));
  return words;
}

}  // namespace wgf::answers
