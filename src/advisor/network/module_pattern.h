// SPDX-License-Identifier: MIT
#pragma once
// Names of a network's modules as a checkpoint has them, and patterns for them.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::advisor {

// "*" stands for any text, "?" for one character.
bool matches_glob(std::string_view text, std::string_view glob);

// The globs that a regular expression of the usual kinds means: ".*", "\.", "\d+", "(a|b)", "^" and
// "$". Nothing for any other, or for more than `most` alternatives.
std::optional<std::vector<std::string>> globs_of_regex(std::string_view regex,
                                                       std::size_t most = 256);

}  // namespace wgf::advisor
