// SPDX-License-Identifier: MIT
#pragma once
// A file that was turned into text inside the program at build time (cmake/embed.py).

#include <string_view>

namespace wgf {

struct EmbeddedFile {
  std::string_view name;  // path below the embedded folder, "nvidia/hopper.toml"
  std::string_view text;
};

}  // namespace wgf
