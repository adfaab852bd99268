// SPDX-License-Identifier: MIT
#pragma once
// The words of every user-facing sentence: one table per language (en.cpp, zh.cpp), looked up by
// key. A key is "area.name"; {name} in a text is replaced by the argument of that name.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/message.h"

namespace wgf::messages {

enum class Language { english, chinese };

struct Entry {
  std::string_view key;
  std::string_view text;
};

// Sorted by nothing in particular: the table reads in the order a person would look for a sentence.
std::span<const Entry> entries(Language language);

// The sentence of the message. A key the language lacks falls back to English, an unknown key to
// itself with its arguments, so that no sentence is ever lost (a test finds both).
std::string render(const Message& message, Language language);
std::string render(std::string_view key, Language language);

// "en", "zh"; also "zh_CN.UTF-8" and the like. Nothing for a language we do not have.
std::optional<Language> parse_language(std::string_view name);

// The language of LC_ALL, LC_MESSAGES and LANG, in the order POSIX gives them; English otherwise.
Language language_of_environment();

}  // namespace wgf::messages
