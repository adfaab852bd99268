// SPDX-License-Identifier: MIT
#pragma once
// Prompts of the user's own, in place of random words.

#include <filesystem>
#include <string_view>
#include <vector>

#include "load/load_plan.h"

namespace wgf::load {

// Of JSON an array, or an object a line; each a string, {"prompt": …}, {"text": …}, or a
// conversation as ShareGPT and the chat API have it: {"conversations": [{"from": "human", "value":
// …}]}, {"messages": [{"role": "user", "content": …}]}. What has none of these is left out. Of
// anything else each line that is not empty is one.
std::vector<Conversation> parse_prompts(std::string_view text);
// Those with as many turns of the user, cut there. Throws Error where the file cannot be read or
// has none.
std::vector<Conversation> read_prompts(const std::filesystem::path& path, std::size_t turns);

}  // namespace wgf::load
