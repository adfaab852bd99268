// SPDX-License-Identifier: MIT
#pragma once
// Notes below an answer that is to fit a screen.

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.h"

namespace wgf::cli {

inline constexpr std::size_t notes_on_a_screen = 3;

// So many of these paragraphs, and how many more --explain has.
std::string first_notes(const std::vector<std::string>& notes, const Context& context);

}  // namespace wgf::cli
