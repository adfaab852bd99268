// SPDX-License-Identifier: MIT
#pragma once
// A run of serve-test in the names and definitions of other tools. docs/method/serve-test.md says
// which counts what.

#include <span>
#include <string>
#include <string_view>

#include "report/titled_table.h"
#include "results/result.h"

namespace wgf::report {

// "vllm", "sglang", "aiperf", "guidellm", "loadgen".
std::span<const std::string_view> serve_tools();
// Throws Error(usage) for another.
void check_serve_tool(const std::string& typed);
// A line for each figure the tool prints, a column for each load that was measured.
TitledTable serve_in_definitions(const results::Run& run, std::string_view tool,
                                 messages::Language language);

}  // namespace wgf::report
