// SPDX-License-Identifier: MIT
#pragma once
// A claim's text cut into the words that mean something by themselves.

#include <string>
#include <vector>

namespace wgf::answers {

// Lower case, in English: "bs=1" and "bs1" are two words, brackets, commas behind words and makers
// of cards are left out.
std::vector<std::string> words_of_claim(const std::string& text);

}  // namespace wgf::answers
