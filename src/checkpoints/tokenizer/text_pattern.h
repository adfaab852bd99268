// SPDX-License-Identifier: MIT
#pragma once
// Where a tokenizer's pattern cuts text into words; the only file that includes PCRE2.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::checkpoints {

class TextPattern {
 public:
  // As tokenizer.json has it (Oniguruma's language, of which these patterns use what PCRE2 has
  // too). Throws std::invalid_argument with the reason for one that PCRE2 does not take.
  explicit TextPattern(const std::string& pattern);
  ~TextPattern();
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;

  // What matches and what lies between, in order; text is UTF-8.
  std::vector<std::string_view> cut(std::string_view text) const;

 private:
  struct Code;
  std::unique_ptr<Code> code_;
};

// Canonical composition (Unicode's NFC), by utf8proc.
std::string composed(std::string_view text);
// Every sequence of bytes that is no UTF-8 as U+FFFD.
std::string as_utf8(std::string_view text);

}  // namespace wgf::checkpoints
