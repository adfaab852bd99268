// SPDX-License-Identifier: MIT
#pragma once
// Words as they are typed on a command line.

#include <string>
#include <string_view>
#include <vector>

#include "base/shell_words.h"

namespace wgf::cli {

// "kv-heads" of kv_heads, "max-batch" of max_batch: of a parameter, a key of a file, a task.
std::string typed_name(std::string_view name);

}  // namespace wgf::cli
