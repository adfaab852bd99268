// SPDX-License-Identifier: MIT
#pragma once
// Text of JSON made shorter before it is parsed: the parser takes a character at a time, and a
// third of an indented results file are blanks.

#include <string>
#include <string_view>

namespace wgf::results {

// The same JSON without the blanks around brackets, commas and colons. Text that is no JSON does
// not become any.
std::string without_blanks(std::string_view text);

// Every "sensors": [ … ] becomes "sensors": []. A text that ends inside one is left as it is.
std::string with_empty_sensors(std::string_view text);

}  // namespace wgf::results
