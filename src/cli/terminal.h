// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wgf::cli {

// 80, as everybody expects of text, where the descriptor is no terminal or does not tell.
std::size_t terminal_columns(int descriptor);

// Of tables on the standard output: the terminal's, no less than tables can be squeezed into.
std::size_t table_width();

// Of prose, and of tables beside it: no more than can still be read.
std::size_t text_width();

// Of tables of results: table_width(); 0, as many as they need, where the output is no terminal.
std::size_t printed_width();

// Somebody reads what is printed and can answer: input and output are a terminal.
bool is_conversation();

}  // namespace wgf::cli
