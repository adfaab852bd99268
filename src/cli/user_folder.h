// SPDX-License-Identifier: MIT
#pragma once
// Where the program keeps what a user asks it to keep: $XDG_DATA_HOME/torch-gpu-benchmark, else
// ~/.local/share/torch-gpu-benchmark.

#include <filesystem>
#include <string>

namespace wgf::cli {

// A folder in it; nothing is created. Throws Error(baseline.no_folder, usage) where neither
// variable is set.
std::filesystem::path user_folder(const std::string& name);

}  // namespace wgf::cli
