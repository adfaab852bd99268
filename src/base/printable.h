// SPDX-License-Identifier: MIT
#pragma once
// Anybody's text without what a terminal would obey and XML does not allow: a model may be called
// anything.

#include <string>
#include <string_view>

namespace wgf {

// Which control characters stay as they are.
enum class Kept {
  none,         // of a cell or a line
  line_breaks,  // "\n"
  white_space,  // "\n", "\r" and "\t"
};

// Control characters (C0, DEL, C1 and U+FFFE, U+FFFF) become U+FFFD; "\n", "\r" and "\t" that do
// not stay become a space.
std::string printable(std::string_view utf8, Kept kept = Kept::none);

}  // namespace wgf
