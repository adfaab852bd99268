// SPDX-License-Identifier: MIT
#pragma once
// Words as they are typed on a command line.

#include <string>
#include <string_view>
#include <vector>

namespace wgf::cli {

// "kv-heads" of kv_heads, "max-batch" of max_batch: of a parameter, a key of a file, a task.
std::string typed_name(std::string_view name);

// As a shell reads it: what it would take apart or fill in stands in quotes.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace wgf::cli
