// SPDX-License-Identifier: MIT
#pragma once
// Text of JSON taken apart and made shorter before it is parsed: the parser takes a character at a
// time, and a third of an indented results file are blanks.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wgf::results {

// What is passed over unread.
struct Unread {
  std::vector<std::string_view> lists;    // behind these keys: [] stays of them
  std::string_view objects;               // behind this key lies a list of objects …
  std::vector<std::string_view> members;  // … that lose the members with these keys
};

// The same JSON without the blanks around brackets, commas and colons, and without what is unread.
// Text that is no JSON does not become any, but by a fault inside what is unread.
std::string shortened(std::string_view text, const Unread& unread = {});

// Where a list lies in a text, with its brackets, and what stands between its commas.
struct TextList {
  std::size_t begin = 0, end = 0;
  std::vector<std::string_view> items;
};

// The list behind a key of the outermost object. Nothing where there is none, or the text ends
// inside it; what the items are is not looked at.
std::optional<TextList> top_level_list(std::string_view text, std::string_view key);

}  // namespace wgf::results
