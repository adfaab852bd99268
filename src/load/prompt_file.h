// SPDX-License-Identifier: MIT
#pragma once
// Prompts of the user's own, in place of random words.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::load {

// Of JSON an array, or an object a line; each a string, {"prompt": …}, {"text": …}, or a
// conversation as ShareGPT and the chat API have it, of which the first turn of the user counts:
// {"conversations": [{"from": "human", "value": …}]}, {"messages": [{"role": "user", "content":
// …}]}. What has none of these is left out. Of anything else each line that is not empty is one.
std::vector<std::string> parse_prompts(std::string_view text);
// Throws Error where the file cannot be read or has no prompt.
std::vector<std::string> read_prompts(const std::filesystem::path& path);

}  // namespace wgf::load
