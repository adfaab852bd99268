// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace wgf::cli {

// 80, as everybody expects of text, where the descriptor is no terminal or does not tell.
std::size_t terminal_columns(int descriptor);

// Of prose and tables on the standard output: the terminal's, between what tables can be squeezed
// into and what can still be read; 80 where it is none.
std::size_t text_width();

// Of tables of results: the terminal's; 0, as many as they need, where the output is none.
std::size_t printed_width();

// Somebody reads what is printed and can answer: input and output are a terminal.
bool is_conversation();

}  // namespace wgf::cli
