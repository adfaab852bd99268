// SPDX-License-Identifier: MIT
#pragma once
// Bytes as the letters that byte-level vocabularies write them with: printable ones of Latin-1 as
// themselves, the 68 others as the letters from U+0100 on (GPT-2's bytes_to_unicode).

#include <optional>
#include <string>
#include <string_view>

namespace wgf::checkpoints {

std::string letters_of_bytes(std::string_view bytes);
// Nothing: a letter in it stands for no byte.
std::optional<std::string> bytes_of_letters(std::string_view letters);

}  // namespace wgf::checkpoints
