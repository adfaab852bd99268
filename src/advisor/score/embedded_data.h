// SPDX-License-Identifier: MIT
#pragma once
// The files of data/score/, which are part of the program.

#include <string_view>

namespace wgf::advisor {

// name: "score-1.toml". A name that is not there is a fault of the build.
std::string_view embedded_text(std::string_view name);

}  // namespace wgf::advisor
