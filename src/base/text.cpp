// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace wgf {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substitute = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substitute, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

// Decodes one UTF-8 character and advances; broken bytes count as one character each.
char32_t next_character(std::string_view text, std::size_t& position) {
  const auto lead = static_cast<unsigned char>(text[position++]);
  const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  char32_t character = more == 0 ? lead : lead & (0x3fu >> more);
  for (int i = 0; i < more && position < text.size(); ++i)
    character = (character << 6) | (static_cast<unsigned char>(text[position++]) & 0x3fu);
  return character;
}

// East Asian Wide and Fullwidth ranges that occur in our texts (Unicode UAX #11).
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || c == 0x2705 || c == 0x274c ||
         (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe4f) ||
         (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) ||
         (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
}

std::string separate_thousands(std::string digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t i = point; i > first + 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

}  // namespace

std::string fold_name(std::string_view name) {
  std::string folded;
  for (char c : name)
    if (c != ' ' && c != '-' && c != '_')
      folded += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return folded;
}

std::vector<std::string> nearest_names(std::string_view typed,
                                       std::span<const std::string> candidates, std::size_t limit) {
  const std::string folded = fold_name(typed);
  // More edits than that make another word.
  const std::size_t most_edits = std::max<std::size_t>(2, folded.size() / 3);
  using Ranked = std::vector<std::pair<std::size_t, const std::string*>>;
  Ranked containing, similar;
  for (const std::string& candidate : candidates) {
    const std::string other = fold_name(candidate);
    // One letter is part of nearly every name.
    if (folded.size() > 1 && other.find(folded) != std::string::npos) {
      containing.emplace_back(other.size() - folded.size(), &candidate);
      continue;
    }
    // An edit changes the length by one at most.
    if (folded.size() > other.size() + most_edits || other.size() > folded.size() + most_edits)
      continue;
    const std::size_t distance = edit_distance(folded, other);
    // As many edits as letters: they have nothing in common.
    if (distance <= most_edits && distance < folded.size())
      similar.emplace_back(distance, &candidate);
  }
  // "3090" is part of a name, not "b300" with slips.
  Ranked& ranked = containing.empty() ? similar : containing;
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> nearest;
  for (const auto& [distance, name] : ranked) {
    if (nearest.size() == limit) break;
    // A family may be called as one of its members.
    if (std::find(nearest.begin(), nearest.end(), *name) == nearest.end()) nearest.push_back(*name);
  }
  return nearest;
}

std::string nearest_names_text(std::string_view typed, std::span<const std::string> candidates) {
  return join(nearest_names(typed, candidates), ", ");
}

Message with_nearest(Message message, std::string_view typed,
                     std::span<const std::string> candidates) {
  const std::string nearest = nearest_names_text(typed, candidates);
  if (nearest.empty())
    message.key += "_alone";
  else
    message.args.emplace_back("nearest", nearest);
  return message;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  for (std::size_t position = 0; position < utf8.size();) {
    const char32_t character = next_character(utf8, position);
    if (character >= 0x300 && character <= 0x36f) continue;
    width += is_wide(character) ? 2 : 1;
  }
  return width;
}

std::string pad_right(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  return std::string(utf8) + std::string(columns > width ? columns - width : 0, ' ');
}

std::string pad_left(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  return std::string(columns > width ? columns - width : 0, ' ') + std::string(utf8);
}

std::string shortened(std::string_view utf8, std::size_t columns) {
  if (display_width(utf8) <= columns) return std::string(utf8);
  std::string text;
  for (std::size_t position = 0, width = 0; position < utf8.size();) {
    const std::size_t first = position;
    next_character(utf8, position);
    width += display_width(utf8.substr(first, position - first));
    if (width + 1 > columns) break;
    text += utf8.substr(first, position - first);
  }
  return text + "…";
}

namespace {

// Chinese marks that no line begins with.
bool is_closing_mark(char32_t character) {
  constexpr std::u32string_view marks = U"、。，．：；！？）》」』】";
  return marks.find(character) != std::u32string_view::npos;
}

}  // namespace

std::string wrapped(std::string_view utf8, std::size_t columns, std::size_t indent) {
  std::string text, line, word;
  const auto end_word = [&] {
    const bool fits = display_width(line) + display_width(word) <= columns;
    if (!fits && line.find_first_not_of(' ') != std::string::npos) {
      text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line.assign(indent, ' ');
      word.erase(0, word.find_first_not_of(' '));
    }
    line += word;
    word.clear();
  };
  bool was_closing = false;
  for (std::size_t position = 0; position < utf8.size();) {
    const std::size_t first = position;
    const char32_t character = next_character(utf8, position);
    const bool is_closing = is_closing_mark(character);
    if (character == ' ' || (!is_closing && (was_closing || is_wide(character)))) end_word();
    word += utf8.substr(first, position - first);
    was_closing = is_closing;
  }
  end_word();
  return text + line;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (true) {
    const std::size_t end = text.find(separator, start);
    parts.emplace_back(text.substr(start, end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (&part != parts.data()) joined += separator;
    joined += part;
  }
  return joined;
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<Seconds> parse_duration(std::string_view text) {
  double factor = 1;
  if (text.ends_with("ms")) {
    factor = 1e-3;
    text.remove_suffix(2);
  } else if (!text.empty() && std::isalpha(static_cast<unsigned char>(text.back()))) {
    switch (text.back()) {
      case 's':
        factor = 1;
        break;
      case 'm':
        factor = 60;
        break;
      case 'h':
        factor = 3600;
        break;
      default:
        return std::nullopt;
    }
    text.remove_suffix(1);
  }
  const std::optional<double> value = parse_number(text);
  if (!value || !is_time(Seconds(*value * factor))) return std::nullopt;
  return Seconds(*value * factor);
}

bool is_time(Seconds time) {
  constexpr double longest = 1e9;  // thirty years
  return time.value >= 0 && time.value <= longest;
}

std::string format_number(double value, int digits) {
  if (!std::isfinite(value)) return "n/a";
  if (value == 0) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (magnitude > std::numeric_limits<double>::digits10)
    return fmt::format("{:.{}e}", value, digits - 1);
  const int decimals = std::clamp(digits - 1 - magnitude, 0, 12);
  return separate_thousands(fmt::format("{:.{}f}", value, decimals));
}

std::string format_bytes(Bytes bytes) {
  const auto count = static_cast<double>(bytes.value);
  if (bytes.value >= gibi) return fmt::format("{:.2f} GiB", count / static_cast<double>(gibi));
  if (bytes.value >= mebi) return fmt::format("{:.1f} MiB", count / static_cast<double>(mebi));
  if (bytes.value >= 1024) return fmt::format("{:.1f} KiB", count / 1024);
  return fmt::format("{} B", bytes.value);
}

std::string format_duration(Seconds time) {
  constexpr double year = 365.25 * 24 * 3600;
  if (time.value >= 1000 * year) return "1,000 years";
  if (time.value >= 3600) {
    const auto minutes = static_cast<std::int64_t>(std::llround(time.value / 60));
    return fmt::format("{}h {:02}m", minutes / 60, minutes % 60);
  }
  if (time.value >= 60) {
    const auto seconds = static_cast<std::int64_t>(std::llround(time.value));
    return fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
  }
  if (time.value >= 1) return fmt::format("{:.1f} s", time.value);
  return fmt::format("{} ms", format_number(time.value * 1e3, 3));
}

}  // namespace wgf
