// SPDX-License-Identifier: MIT
#include "messages/message_table.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "base/printable.h"
#include "messages/complete.h"
#include "messages/parts.h"
#include "messages/words_of_data.h"

namespace wgf::messages {
namespace {

const Part& in_language(const NamedPart& part, Language language) {
  return language == Language::chinese ? *part.chinese : *part.english;
}

using Index = std::unordered_map<std::string_view, std::string_view>;

Index make_index(Language language) {
  std::size_t count = 0;
  for (const NamedPart& part : parts) count += in_language(part, language).size();
  Index index;
  index.reserve(count);
  for (const NamedPart& part : parts)
    for (const Entry& entry : in_language(part, language)) index.emplace(entry.key, entry.text);
  return index;
}

const Index& index_of(Language language) {
  static const Index english = make_index(Language::english);
  static const Index chinese = make_index(Language::chinese);
  return language == Language::chinese ? chinese : english;
}

// {gpus:GPU|GPUs} in the table's text: the first where the argument is "1", else the second.
std::string with_numbers(std::string_view text, const Message& message) {
  std::string chosen(text);
  for (const auto& [name, value] : message.args) {
    const std::string mark = "{" + name + ":";
    for (std::size_t at = chosen.find(mark); at != std::string::npos; at = chosen.find(mark, at)) {
      const std::size_t word = at + mark.size(), bar = chosen.find('|', word),
                        close = chosen.find('}', word);
      if (close == std::string::npos || bar > close) break;
      chosen.replace(
          at, close + 1 - at,
          value == "1" ? chosen.substr(word, bar - word) : chosen.substr(bar + 1, close - bar - 1));
    }
  }
  return chosen;
}

constexpr std::size_t wide = 3;  // bytes of a Chinese letter

bool is_chinese(std::string_view text, std::size_t at) {
  constexpr unsigned char first = 0xe3;  // of the punctuation and all behind it
  return at + wide <= text.size() && static_cast<unsigned char>(text[at]) >= first;
}

// Blanks set Latin words off in a Chinese sentence: "以 {precision} 训练". A Chinese word in their
// place needs none.
void close_gaps(std::string& text, std::size_t at, std::size_t length) {
  if (length < wide) return;
  const std::size_t end = at + length;
  const bool is_behind = end < text.size() && text[end] == ' ' && is_chinese(text, end - wide) &&
                         is_chinese(text, end + 1);
  const bool is_before =
      at > wide && text[at - 1] == ' ' && is_chinese(text, at) && is_chinese(text, at - 1 - wide);
  if (is_behind) text.erase(end, 1);
  if (is_before) text.erase(at - 1, 1);
}

std::string fill(std::string_view text, const Message& message, const Index& index) {
  std::string filled = with_numbers(text, message);
  for (const auto& [name, given] : message.args) {
    const auto known =
        name == "reason" ? index.find(key_of_words("catalog.reason_", given)) : index.end();
    const std::string value =
        known == index.end() ? printable(given, Kept::line_breaks) : std::string(known->second);
    const std::string mark = "{" + name + "}";
    for (std::size_t at = filled.find(mark); at != std::string::npos;
         at = filled.find(mark, at + value.size())) {
      filled.replace(at, mark.size(), value);
      close_gaps(filled, at, value.size());
    }
  }
  return filled;
}

const std::string* argument(const Message& message, std::string_view name) {
  for (const auto& [key, value] : message.args)
    if (key == name) return &value;
  return nullptr;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return c == '_' || (c >= 'a' && c <= 'z'); });
}

// Whether every {name} of the text has its argument.
bool fills(const Message& message, std::string_view text) {
  for (std::size_t open = text.find('{'); open != std::string_view::npos;
       open = text.find('{', open + 1)) {
    const std::size_t close = text.find('}', open);
    if (close == std::string_view::npos) return true;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    if (is_name(name) && argument(message, name) == nullptr) return false;
  }
  return true;
}

}  // namespace

std::vector<Entry> entries(Language language) {
  std::vector<Entry> all;
  for (const NamedPart& part : parts) {
    const Part& of_language = in_language(part, language);
    all.insert(all.end(), of_language.begin(), of_language.end());
  }
  return all;
}

std::string render(const Message& message, Language language) {
  for (const Language candidate : {language, Language::english}) {
    const Index& index = index_of(candidate);
    const auto found = index.find(message.key);
    if (found == index.end()) continue;
    const std::string* stored = argument(message, stored_text);
    return stored != nullptr && !fills(message, found->second)
               ? printable(*stored, Kept::line_breaks)
               : fill(found->second, message, index);
  }
  if (const std::string* stored = argument(message, stored_text))
    return printable(*stored, Kept::line_breaks);
  std::string text = message.key;
  for (const auto& [name, value] : message.args) text += " " + name + "=" + value;
  return printable(text, Kept::line_breaks);
}

bool is_complete(const Message& message) {
  const Index& index = index_of(Language::english);
  const auto found = index.find(message.key);
  return found != index.end() && fills(message, found->second);
}

void keep_sentence(Message& message, std::string sentence) {
  if (is_complete(message) || argument(message, stored_text) != nullptr) return;
  message.args.emplace_back(stored_text, std::move(sentence));
}

std::string render(std::string_view key, Language language) {
  return render(Message{std::string(key), {}}, language);
}

std::optional<Language> parse_language(std::string_view name) {
  const std::string_view code = name.substr(0, name.find_first_of("_.-@"));
  if (code == "en" || code == "C" || code == "POSIX") return Language::english;
  if (code == "zh") return Language::chinese;
  return std::nullopt;
}

Language language_of_environment() {
  for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value != nullptr && *value != '\0')
      return parse_language(value).value_or(Language::english);
  }
  return Language::english;
}

}  // namespace wgf::messages
