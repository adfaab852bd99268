// SPDX-License-Identifier: MIT
#pragma once
// The config.json that --config names: a file, a model's folder, or "-", the standard input.

#include <string>

namespace wgf::answers {

struct ConfigFile {
  std::string name, text;  // name: for messages
};

// Throws Error where it cannot be read, Error(usage) of a folder that has none.
ConfigFile read_config_file(const std::string& typed);

}  // namespace wgf::answers
