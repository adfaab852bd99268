// SPDX-License-Identifier: MIT
#include "catalog/model_names.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace wgf::catalog {
namespace {

// Words that name a training stage or a text casing, never another architecture.
constexpr std::string_view stage_words[] = {"instruct", "chat",    "thinking", "hf",
                                            "it",       "uncased", "cased",    "sft",
                                            "dpo",      "preview", "rlhf"};
// Words that may be part of a name ("bert-base"), so they go only when the name with them is
// unknown.
constexpr std::string_view release_words[] = {"base", "4k", "8k", "128k", "224", "in21k", "meta"};

bool contains(const auto& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool is_date(std::string_view word) {
  const bool is_number = std::all_of(
      word.begin(), word.end(), [](unsigned char letter) { return std::isdigit(letter) != 0; });
  return is_number && (word.size() == 4 || word.size() == 6 || word.size() == 8);
}

// "v1", "v0.1"
bool is_version(std::string_view word) {
  return word.size() >= 2 && word.front() == 'v' && parse_number(word.substr(1)).has_value();
}

// "v2", "v3.2"
bool is_second_version(std::string_view word) {
  return is_version(word) && *parse_number(word.substr(1)) >= 2;
}

}  // namespace

std::vector<std::string> words_of_model_name(std::string_view typed) {
  // "DeepSeek-R1-Distill-Qwen-14B (ollama deepseek-r1:14b)"
  std::string_view name = typed.substr(0, typed.find(" ("));
  const std::size_t slash = name.rfind('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  constexpr std::string_view separators = "_ :";
  std::string lower;
  for (const char letter : name) {
    lower += separators.find(letter) != std::string_view::npos
                 ? '-'
                 : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return split(lower, '-');
}

std::vector<std::string> model_spellings(std::string_view typed) {
  std::vector<std::string> spellings{std::string(typed)};
  const auto add = [&](const std::vector<std::string>& words) {
    const std::string spelling = join(words, "-");
    if (!spelling.empty() && spelling != spellings.back()) {
      spellings.push_back(spelling);
    }
  };
  std::vector<std::string> words = words_of_model_name(typed);
  add(words);
  std::erase_if(words, [](const std::string& word) { return contains(stage_words, word); });
  add(words);
  std::erase_if(words, [](const std::string& word) { return is_date(word); });
  add(words);
  std::erase_if(words, [](const std::string& word) { return contains(release_words, word); });
  add(words);
  // A second version is all that tells "DeepSeek-V4" and "ResNet-v2" from other networks.
  const bool is_name_and_version = words.size() == 2 && is_second_version(words.back());
  if (!is_name_and_version) {
    std::erase_if(words, [](const std::string& word) { return is_version(word); });
    add(words);
  }
  return spellings;
}

}  // namespace wgf::catalog
