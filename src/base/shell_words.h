// SPDX-License-Identifier: MIT
#pragma once
// Commands as a shell reads them.

#include <string>
#include <string_view>
#include <vector>

namespace wgf {

// As it can be typed: words with blanks or signs of the shell in quotes.
std::string shell_command(const std::vector<std::string>& words);

// The words of what shell_command() made, and of what people type without variables and the like.
std::vector<std::string> shell_words(std::string_view command);

}  // namespace wgf
