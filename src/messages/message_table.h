// SPDX-License-Identifier: MIT
#pragma once
// The words of every user-facing sentence: one table per language (en/, zh/), looked up by key. A
// key is "area.name"; {name} in a text is replaced by the argument of that name, and
// {name:card|cards} by the first word where that argument is 1, else by the second. parts.h lists
// the files.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"

namespace wgf::messages {

enum class Language { english, chinese };

struct Entry {
  std::string_view key;
  std::string_view text;
};

// All of a language, part by part, for those who look through them; render() looks up without this.
std::vector<Entry> entries(Language language);

// The sentence of the message. A key the language lacks falls back to English, an unknown key to
// itself with its arguments, so that no sentence is ever lost (a test finds both).
std::string render(const Message& message, Language language);
std::string render(std::string_view key, Language language);

// "en", "zh"; also "zh_CN.UTF-8" and the like. Nothing for a language we do not have.
std::optional<Language> parse_language(std::string_view name);

// The language of LC_ALL, LC_MESSAGES and LANG, in the order POSIX gives them; English otherwise.
Language language_of_environment();

}  // namespace wgf::messages
