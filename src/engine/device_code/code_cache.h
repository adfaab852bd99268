// SPDX-License-Identifier: MIT
#pragma once
// Compiled kernels kept in the user's cache folder, so that a second run starts at once.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/message.h"

namespace wgf::engine {

// XDG_CACHE_HOME or ~/.cache, then torch-gpu-benchmark/device-code; empty: there is no such place.
std::filesystem::path code_cache_folder();

// The code kept under this description of all that it depends on; else what `make` makes, kept from
// now on. A folder that cannot be written or read, or a file that is not what was written for this
// description, costs the time of making alone.
std::string cached_code(const std::filesystem::path& folder, const std::string& description,
                        const std::function<std::string()>& make);

// Why code could not be kept, told once: nothing after that, or where all was kept.
std::optional<Message> take_code_cache_fault();

}  // namespace wgf::engine
