// SPDX-License-Identifier: MIT
#include "base/date.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace wgf {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::year;
using std::chrono::year_month_day;

// The number of exactly so many digits.
std::optional<unsigned> digits(std::string_view text, std::size_t count) {
  if (text.size() != count) return std::nullopt;
  unsigned number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
  }
  return number;
}

std::optional<Date> stretch(year y, const std::vector<unsigned>& parts) {
  if (parts.size() == 1)
    return Date{y / month(1) / day(1), y / month(12) / day(31), Date::Unit::year};
  const month m(parts[1]);
  if (!m.ok()) return std::nullopt;
  if (parts.size() == 2) return Date{y / m / day(1), y / m / std::chrono::last, Date::Unit::month};
  const year_month_day exact = y / m / day(parts[2]);
  if (!exact.ok()) return std::nullopt;
  return one_day(exact);
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
  std::vector<unsigned> parts;
  for (const std::string& part : split(text, '-')) {
    const auto number = digits(part, parts.empty() ? 4 : 2);
    if (!number || parts.size() == 3) return std::nullopt;
    parts.push_back(*number);
  }
  if (parts.empty() || parts[0] < 1900 || parts[0] > 2999) return std::nullopt;
  return stretch(year(static_cast<int>(parts[0])), parts);
}

std::string to_text(const Date& date) {
  const year_month_day first(date.first);
  std::string text = fmt::format("{:04}", static_cast<int>(first.year()));
  if (date.unit != Date::Unit::year)
    text += fmt::format("-{:02}", static_cast<unsigned>(first.month()));
  if (date.unit == Date::Unit::day)
    text += fmt::format("-{:02}", static_cast<unsigned>(first.day()));
  return text;
}

Date one_day(Day day) {
  return {day, day, Date::Unit::day};
}

int age_in_days(const Date& date, Day today) {
  return static_cast<int>((today - date.first).count());
}

}  // namespace wgf
