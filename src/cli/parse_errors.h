// SPDX-License-Identifier: MIT
#pragma once
// What CLI11 found wrong, in our words and with the nearest names.

#include <exception>

#include "base/error.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace wgf::cli {

// The usage error (exit 2) to show for it. app is the top one, as it stood when parsing ended.
Error translate(const CLI::ParseError& fault, const CLI::App& app);

}  // namespace wgf::cli
