// SPDX-License-Identifier: MIT
#include "advisor/network/module_pattern.h"

#include "base/text.h"

namespace wgf::advisor {
namespace {

constexpr std::string_view any_number[] = {"\\d+", "\\d*", "[0-9]+", "[0-9]*", "\\d", "[0-9]"};

// What stands at the beginning and means any text; the length of it, or 0.
std::size_t any_text_at(std::string_view regex) {
  if (regex.starts_with(".*") || regex.starts_with(".+")) return 2;
  for (const std::string_view number : any_number)
    if (regex.starts_with(number)) return number.size();
  return 0;
}

struct Group {
  std::vector<std::string> alternatives;
  std::size_t length = 0;  // with its brackets; 0: none that is read
};

Group group_at(std::string_view regex) {
  const std::size_t end = regex.find(')');
  std::string_view inside = regex.substr(1, end == std::string_view::npos ? end : end - 1);
  if (inside.starts_with("?:")) inside.remove_prefix(2);
  if (end == std::string_view::npos || inside.find_first_of("(?[") != std::string_view::npos)
    return {};
  return {split(inside, '|'), end + 1};
}

}  // namespace

bool matches_glob(std::string_view text, std::string_view glob) {
  std::size_t at = 0, place = 0, star = std::string_view::npos, resumed = 0;
  while (at < text.size()) {
    if (place < glob.size() && glob[place] == '*') {
      star = place++;
      resumed = at;
    } else if (place < glob.size() && (glob[place] == '?' || glob[place] == text[at])) {
      ++place;
      ++at;
    } else if (star != std::string_view::npos) {
      place = star + 1;
      at = ++resumed;
    } else {
      return false;
    }
  }
  while (place < glob.size() && glob[place] == '*') ++place;
  return place == glob.size();
}

std::optional<std::vector<std::string>> globs_of_regex(std::string_view regex, std::size_t most) {
  if (regex.starts_with("^")) regex.remove_prefix(1);
  const bool is_whole = regex.ends_with("$");
  if (is_whole) regex.remove_suffix(1);
  std::vector<std::string> globs{""};
  const auto append = [&](std::string_view text) {
    for (std::string& glob : globs) glob += text;
  };
  while (!regex.empty()) {
    if (const std::size_t length = any_text_at(regex); length > 0) {
      append("*");
      regex.remove_prefix(length);
    } else if (regex.starts_with("\\.")) {
      append(".");
      regex.remove_prefix(2);
    } else if (regex.front() == '(') {
      const Group group = group_at(regex);
      if (group.length == 0 || globs.size() * group.alternatives.size() > most) return std::nullopt;
      std::vector<std::string> longer;
      for (const std::string& glob : globs)
        for (const std::string& alternative : group.alternatives) {
          const auto inner = globs_of_regex(alternative + "$", 1);
          if (!inner) return std::nullopt;
          longer.push_back(glob + inner->front());
        }
      globs = std::move(longer);
      regex.remove_prefix(group.length);
    } else if (std::string_view("\\[]{}+?*|)^$").find(regex.front()) != std::string_view::npos) {
      return std::nullopt;
    } else {
      append(regex.substr(0, 1));
      regex.remove_prefix(1);
    }
  }
  if (!is_whole) append("*");  // a beginning, as re.match takes it
  return globs;
}

}  // namespace wgf::advisor
