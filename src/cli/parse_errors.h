// SPDX-License-Identifier: MIT
#pragma once
// What CLI11 found wrong, in our words and with the nearest names.

#include <exception>
#include <string>

#include "base/error.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace wgf::cli {

// The usage error (exit 2) to show for it. app is the top one, as it stood when parsing ended.
Error translate(const CLI::ParseError& fault, const CLI::App& app);

// The usage error for an option of one value that stands there again: neither value is the one that
// was surely meant.
Error given_twice(const std::string& option, const std::string& first, const std::string& second);

}  // namespace wgf::cli
