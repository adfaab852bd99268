// SPDX-License-Identifier: MIT
#include "checkpoints/tokenizer/byte_letters.h"

#include <algorithm>
#include <array>
#include <map>

namespace wgf::checkpoints {
namespace {

constexpr int bytes = 256;

std::string two_bytes(int point) {  // of UTF-8; every letter here is below U+0800
  if (point < 0x80) return std::string(1, static_cast<char>(point));
  return {static_cast<char>(0xC0 | (point >> 6)), static_cast<char>(0x80 | (point & 0x3F))};
}

bool is_printable(int byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

const std::array<std::string, bytes>& letters() {
  static const std::array<std::string, bytes> all = [] {
    std::array<std::string, bytes> made;
    int next = 0x100;
    for (int byte = 0; byte < bytes; ++byte)
      made[static_cast<std::size_t>(byte)] = two_bytes(is_printable(byte) ? byte : next++);
    return made;
  }();
  return all;
}

const std::map<std::string, char, std::less<>>& byte_of_letter() {
  static const std::map<std::string, char, std::less<>> all = [] {
    std::map<std::string, char, std::less<>> made;
    for (std::size_t byte = 0; byte < bytes; ++byte)
      made[letters()[byte]] = static_cast<char>(byte);
    return made;
  }();
  return all;
}

}  // namespace

std::string letters_of_bytes(std::string_view text) {
  std::string all;
  for (const char byte : text) all += letters()[static_cast<unsigned char>(byte)];
  return all;
}

std::optional<std::string> bytes_of_letters(std::string_view text) {
  std::string all;
  while (!text.empty()) {
    const std::size_t size = (static_cast<unsigned char>(text.front()) & 0x80u) != 0 ? 2 : 1;
    const auto found = byte_of_letter().find(text.substr(0, size));
    if (found == byte_of_letter().end()) return std::nullopt;
    all += found->second;
    text.remove_prefix(std::min(size, text.size()));
  }
  return all;
}

}  // namespace wgf::checkpoints
