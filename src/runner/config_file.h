// SPDX-License-Identifier: MIT
#pragma once
// --config FILE.toml: options as keys.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/run_options.h"

namespace wgf::runner {

// Keys of a --config file that are not the runner's but the command's, who takes their values as
// they could be typed: "1024,2048".
struct OtherKeys {
  std::vector<std::string> names;
  std::function<void(const std::string& key, const std::string& text)> set;
};

// Sets what the TOML file names and leaves the rest: read the file first, then the command line
// over it. An unknown key is Error(runner.config_unknown_key, usage) with file, line and the
// nearest keys.
void apply_config_file(RunOptions& options, const std::filesystem::path& path,
                       const OtherKeys& others = {});
void apply_config_text(RunOptions& options, std::string_view text, const std::string& file_name,
                       const OtherKeys& others = {});

}  // namespace wgf::runner
