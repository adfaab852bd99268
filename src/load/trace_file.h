// SPDX-License-Identifier: MIT
#pragma once
// Requests as they once came: JSON lines of {"timestamp": ms, "input_length", "output_length",
// "hash_ids": […]}, as Mooncake's traces have them (arXiv:2407.00079). Equal hashes are equal
// blocks of 512 tokens. Of a session of an agent, lines with the same "session_id" after the first
// have "delay" (ms since the answer to the one before) in place of a timestamp.

#include <filesystem>
#include <string_view>
#include <vector>

#include "load/load_plan.h"

namespace wgf::load {

// Times count from the first. Throws Error(usage) for a line that is none, and where times go back;
// name: of the file, in messages.
std::vector<TracedRequest> parse_trace(std::string_view text, const std::string& name);
std::vector<TracedRequest> read_trace(const std::filesystem::path& path);

}  // namespace wgf::load
