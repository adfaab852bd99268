// SPDX-License-Identifier: MIT
#include "messages/words_of_data.h"

#include <cctype>

namespace wgf::messages {

std::string key_of_words(std::string_view beginning, std::string_view words) {
  std::string key(beginning);
  for (const char c : words) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!key.ends_with('_'))
      key += '_';
  }
  return key;
}

std::string words_of_data(std::string_view beginning, std::string_view words, Language language) {
  const std::string key = key_of_words(beginning, words);
  std::string text = render(key, language);
  return text == key ? std::string(words) : text;
}

}  // namespace wgf::messages
