// SPDX-License-Identifier: MIT
#include "checkpoints/tokenizer/text_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace wgf::checkpoints {
namespace {

// White space of Unicode has U+0085, which PCRE2's \s leaves out.
std::string with_all_blanks(const std::string& pattern) {
  std::string all;
  bool is_in_class = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size()) {
      const char next = pattern[++i];
      if (next == 's')
        all += is_in_class ? "\\s\\x{85}" : "[\\s\\x{85}]";
      else if (next == 'S' && !is_in_class)
        all += "[^\\s\\x{85}]";
      else
        all += {c, next};
      continue;
    }
    if (c == '[') is_in_class = true;
    if (c == ']') is_in_class = false;
    all += c;
  }
  return all;
}

std::string composed_piece(std::string_view text) {
  utf8proc_uint8_t* result = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &result,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  if (size < 0) return std::string(text);
  std::string whole(reinterpret_cast<const char*>(result), static_cast<std::size_t>(size));
  std::free(result);
  return whole;
}

}  // namespace

struct TextPattern::Code {
  pcre2_code* code = nullptr;
  pcre2_match_data* match = nullptr;

  ~Code() {
    pcre2_match_data_free(match);
    pcre2_code_free(code);
  }
};

TextPattern::TextPattern(const std::string& pattern) : code_(std::make_unique<Code>()) {
  const std::string own = with_all_blanks(pattern);
  int fault = 0;
  PCRE2_SIZE place = 0;
  code_->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(own.data()), own.size(),
                              PCRE2_UTF | PCRE2_UCP, &fault, &place, nullptr);
  if (code_->code == nullptr) {
    PCRE2_UCHAR reason[256];
    pcre2_get_error_message(fault, reason, sizeof reason);
    throw std::invalid_argument(reinterpret_cast<const char*>(reason));
  }
  pcre2_jit_compile(code_->code, PCRE2_JIT_COMPLETE);  // without it only slower
  code_->match = pcre2_match_data_create_from_pattern(code_->code, nullptr);
}

TextPattern::~TextPattern() = default;
TextPattern::TextPattern(TextPattern&&) noexcept = default;
TextPattern& TextPattern::operator=(TextPattern&&) noexcept = default;

std::vector<std::string_view> TextPattern::cut(std::string_view text) const {
  std::vector<std::string_view> words;
  std::size_t done = 0, from = 0;
  while (from < text.size()) {
    const int found =
        pcre2_match(code_->code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                    from == 0 ? 0 : PCRE2_NO_UTF_CHECK, code_->match, nullptr);
    if (found < 0) break;
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(code_->match);
    const std::size_t begin = ends[0], end = ends[1];
    if (begin > done) words.push_back(text.substr(done, begin - done));
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    done = end;
    from = end > from ? end : from + 1;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0u) == 0x80u) ++from;
  }
  if (done < text.size()) words.push_back(text.substr(done));
  return words;
}

std::string as_utf8(std::string_view text) {
  std::string whole;
  while (!text.empty()) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t size =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                         static_cast<utf8proc_ssize_t>(text.size()), &point);
    if (size > 0)
      whole.append(text.substr(0, static_cast<std::size_t>(size)));
    else
      whole += "\xef\xbf\xbd";
    text.remove_prefix(size > 0 ? static_cast<std::size_t>(size) : 1);
  }
  return whole;
}

std::string composed(std::string_view text) {
  // utf8proc 2.6 drops a letter U+11A7 behind a Korean syllable; nothing composes with one before.
  constexpr std::string_view dropped = "\xe1\x86\xa7";
  std::string whole;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = std::min(text.find(dropped, begin + 1), text.size());
    whole += composed_piece(text.substr(begin, end - begin));
  }
  return whole;
}

}  // namespace wgf::checkpoints
