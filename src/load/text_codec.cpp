// SPDX-License-Identifier: MIT
#include "load/text_codec.h"

#include "base/text.h"

namespace wgf::load {
namespace {

// FNV-1a: the same on every machine.
std::uint64_t hash_of(std::string_view word) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : word) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

// How many bytes a letter has that begins so; 1 for what begins none.
std::size_t letter_size(unsigned char first) {
  constexpr unsigned char two = 0xC0, three = 0xE0, four = 0xF0, none = 0xF8;
  if (first < two || first >= none) return 1;
  return first >= four ? 4 : first >= three ? 3 : 2;
}

bool continues(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

}  // namespace

std::vector<std::int64_t> IdCodec::ids_of(std::string_view text) const {
  std::vector<std::int64_t> ids;
  constexpr const char* blanks = " \t\r\n";
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = text.find_first_of(blanks, begin);
    const std::string_view word = text.substr(begin, end - begin);
    const auto number = parse_integer(word);
    const bool is_id = number && *number >= 0 && *number < vocabulary_;
    ids.push_back(
        is_id ? *number
              : static_cast<std::int64_t>(hash_of(word) % static_cast<std::uint64_t>(vocabulary_)));
    begin = text.find_first_not_of(blanks, end);
  }
  return ids;
}

std::string IdCodec::bytes_of(std::int64_t id) const {
  return " " + std::to_string(id);
}

std::size_t whole_letters(std::string_view bytes) {
  std::size_t begin = bytes.size();
  while (begin > 0 && bytes.size() - begin < 3 && continues(bytes[begin - 1])) --begin;
  if (begin == 0) return bytes.size();
  --begin;
  const std::size_t there = bytes.size() - begin;
  return letter_size(static_cast<unsigned char>(bytes[begin])) > there ? begin : bytes.size();
}

}  // namespace wgf::load
