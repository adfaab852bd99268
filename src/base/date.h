// SPDX-License-Identifier: MIT
#pragma once
// A day as people and price lists write it, or only its month or year. Today is handed in by those
// who have a clock.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace wgf {

using Day = std::chrono::sys_days;

// "2026-11-09", "2026-11" or "2026": a stretch of one or more days.
struct Date {
  Day first, last;
  enum class Unit { day, month, year } unit = Unit::day;

  bool operator==(const Date&) const = default;
};

// Nothing where it is no such date, or none of the years 1900 to 2999.
std::optional<Date> parse_date(std::string_view text);
std::string to_text(const Date& date);

Date one_day(Day day);

// From the first day the date can mean: a price of "2026-11" may be of the 1st. Negative: to come.
int age_in_days(const Date& date, Day today);

}  // namespace wgf
