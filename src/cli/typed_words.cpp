// SPDX-License-Identifier: MIT
#include "cli/typed_words.h"

#include <algorithm>

#include "base/text.h"

namespace wgf::cli {
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

std::string typed_name(std::string_view name) {
  std::string typed(name);
  std::replace(typed.begin(), typed.end(), '_', '-');
  return typed;
}

std::string shell_command(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(shell_word(word));
  return join(quoted, " ");
}

}  // namespace wgf::cli
