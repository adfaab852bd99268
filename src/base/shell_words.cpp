// SPDX-License-Identifier: MIT
#include "base/shell_words.h"

#include "base/text.h"

namespace wgf {
namespace {

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+@%^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string shell_command(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(shell_word(word));
  return join(quoted, " ");
}

std::vector<std::string> shell_words(std::string_view command) {
  std::vector<std::string> words;
  bool is_in_word = false, is_quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (!is_quoted && c == ' ') {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (c == '\'')
      is_quoted = !is_quoted;
    else if (c == '\\' && !is_quoted && i + 1 < command.size())
      words.back() += command[++i];
    else
      words.back() += c;
  }
  return words;
}

}  // namespace wgf
