// SPDX-License-Identifier: MIT
#pragma once
// Claims in Chinese, whose words stand without blanks between them.

#include <string>

namespace wgf::answers {

// Its words as those of claim_vocabulary.h, set apart by blanks.
std::string in_english_words(const std::string& text);

}  // namespace wgf::answers
