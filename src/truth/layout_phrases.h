// SPDX-License-Identifier: MIT
#pragma once
// The many ways to write a parallel layout, in the short names of its axes.

#include <string>
#include <string_view>

namespace wgf::truth {

// "4-way tensor parallelism" → "4 way tp", "(t, p) = (2, 4)" and "tp/pp = 2/4" → "tp=2 pp=4". In
// lower case, - and _ as blanks.
std::string short_layout_words(std::string_view words);

}  // namespace wgf::truth
