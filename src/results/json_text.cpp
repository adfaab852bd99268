// SPDX-License-Identifier: MIT
#include "results/json_text.h"

#include <algorithm>

namespace wgf::results {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool is_mark(char c) {
  return c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}';
}

// Behind the quote that ends the string which begins here; the text's end where none does.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.size();
}

bool is_only_blank(std::string_view text) {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

// The list that begins here; nothing where the text ends inside it.
std::optional<TextList> list_at(std::string_view text, std::size_t begin) {
  TextList list{begin, begin, {}};
  std::size_t depth = 0, item = begin + 1;
  const auto end_item = [&](std::size_t at) {
    if (depth != 1) return;
    list.items.push_back(text.substr(item, at - item));
    item = at + 1;
  };
  for (std::size_t at = begin; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = end_of_string(text, at) - 1;
        break;
      case '[':
      case '{':
        ++depth;
        break;
      case ',':
        end_item(at);
        break;
      case ']':
      case '}':
        end_item(at);
        if (--depth > 0) break;
        if (list.items.size() == 1 && is_only_blank(list.items.front())) list.items.clear();
        list.end = at + 1;
        return list;
      default:
        break;
    }
  }
  return std::nullopt;
}

// Where the list begins that is the value of the key before; npos where it is no key, or its value
// no list. A quote inside a string has a backslash, so that a user's text is no key.
std::size_t list_behind(std::string_view text, std::size_t key_end) {
  const std::size_t colon = text.find_first_not_of(blanks, key_end);
  if (colon == std::string_view::npos || text[colon] != ':') return std::string_view::npos;
  const std::size_t value = text.find_first_not_of(blanks, colon + 1);
  return value != std::string_view::npos && text[value] == '[' ? value : std::string_view::npos;
}

class Shortener {
 public:
  Shortener(std::string_view text, const Unread& unread)
      : text_(text), unread_(unread), kept_(text.size(), ' '), out_(kept_.data()) {}

  std::string result() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"')
        take_string();
      else if (is_blank(c))
        take_blanks();
      else
        take_mark(c);
    }
    kept_.resize(static_cast<std::size_t>(out_ - kept_.data()));
    return std::move(kept_);
  }

 private:
  void keep_until(std::size_t end) {
    out_ = std::copy(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                     text_.begin() + static_cast<std::ptrdiff_t>(end), out_);
    at_ = end;
  }

  char last_kept() const { return out_ == kept_.data() ? '\0' : out_[-1]; }
  std::size_t behind_blanks(std::size_t at) const {
    while (at < text_.size() && is_blank(text_[at])) ++at;
    return at;
  }
  char at_or_none(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  void take_mark(char c) {
    if (c == '[' || c == '{') ++depth_;
    if ((c == ']' || c == '}') && --depth_ < objects_depth_) objects_depth_ = none;
    *out_++ = c;
    ++at_;
  }

  void take_blanks() {
    const std::size_t end = behind_blanks(at_);
    if (is_mark(last_kept()) || is_mark(at_or_none(end)))
      at_ = end;
    else
      keep_until(end);
  }

  void take_string() {
    const std::size_t end = end_of_string(text_, at_);
    const std::string_view word = text_.substr(at_ + 1, end - at_ - 2);
    if (objects_depth_ != none && has(unread_.members, word) && pass_member(end)) return;
    keep_until(end);
    if (const std::size_t list = list_behind(text_, end); list == std::string_view::npos) return;
    if (has(unread_.lists, word)) pass_list(end);
    if (word == unread_.objects && objects_depth_ == none) objects_depth_ = depth_ + 1;
  }

  static bool has(const std::vector<std::string_view>& keys, std::string_view word) {
    return std::find(keys.begin(), keys.end(), word) != keys.end();
  }

  void pass_list(std::size_t key_end) {
    const std::optional<TextList> list = list_at(text_, list_behind(text_, key_end));
    if (!list) return;
    out_ = std::copy_n(":[]", 3, out_);
    at_ = list->end;
  }

  // With its comma. Not where commas are wrong, nor where the value is a list or an object.
  bool pass_member(std::size_t key_end) {
    const std::size_t colon = behind_blanks(key_end);
    if (at_or_none(colon) != ':' || (last_kept() != ',' && last_kept() != '{')) return false;
    const std::size_t value = behind_blanks(colon + 1);
    const char first = at_or_none(value);
    if (is_mark(first)) return false;
    const std::size_t value_end =
        first == '"' ? end_of_string(text_, value)
                     : std::min(text_.find_first_of(" \t\r\n,}]", value), text_.size());
    const std::size_t next = behind_blanks(value_end);
    if (at_or_none(next) == '}') {
      if (last_kept() == ',') --out_;
      at_ = next;
      return true;
    }
    const std::size_t next_key = behind_blanks(next + 1);
    if (at_or_none(next) != ',' || at_or_none(next_key) != '"') return false;
    at_ = next_key;
    return true;
  }

  static constexpr std::ptrdiff_t none = -1;
  std::string_view text_;
  const Unread& unread_;
  std::string kept_;
  char* out_;
  std::size_t at_ = 0;
  std::ptrdiff_t depth_ = 0, objects_depth_ = none;  // of what lies in the list of objects
};

}  // namespace

std::string shortened(std::string_view text, const Unread& unread) {
  return Shortener(text, unread).result();
}

std::optional<TextList> top_level_list(std::string_view text, std::string_view key) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '"') {
      const std::size_t end = end_of_string(text, at);
      if (depth == 1 && text.substr(at + 1, end - at - 2) == key)
        if (const std::size_t list = list_behind(text, end); list != std::string_view::npos)
          return list_at(text, list);
      at = end;
      continue;
    }
    if (text[at] == '[' || text[at] == '{') ++depth;
    if (text[at] == ']' || text[at] == '}') --depth;
    ++at;
  }
  return std::nullopt;
}

}  // namespace wgf::results
