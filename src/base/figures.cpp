// SPDX-License-Identifier: MIT
#include "base/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace wgf {
namespace {

template <typename Show>
std::string ends_text(double low, double high, Show show) {
  const std::string first = show(low), last = show(high);
  return first == last ? first : first + "-" + last;
}

}  // namespace

double without_dirt(double value) {
  constexpr double per_unit = 1e6;
  return std::round(value * per_unit) / per_unit;
}

std::string compact_number(double value) {
  value = without_dirt(value);
  return value >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string rate_text(double rate) {
  constexpr double whole_from = 1000;
  return rate >= whole_from ? format_number(std::round(rate), rate < 1e4 ? 4 : 5)
                            : format_number(rate, 3);
}

std::string range_text(const Interval& range) {
  return rate_text(range.low) + " … " + rate_text(range.high);
}

std::string percent_text(double share) {
  return fmt::format("{:.0f} %", share * 100);
}

std::string mfu_text(double share) {
  if (share >= 0.01) return percent_text(share);
  return share < 0.001 ? "<0.1 %" : fmt::format("{:.1f} %", share * 100);
}

std::string open_percent(double share) {
  if (share < 0.005) return "<1 %";
  return share > 0.995 ? ">99 %" : percent_text(share);
}

std::string gb_text(double bytes) {
  return fmt::format("{:.1f}", bytes / giga);
}

std::string long_time(double seconds) {
  return long_time_as(seconds, seconds);
}

std::string long_time_as(double unit_of, double seconds) {
  constexpr double hour = 3600, day = 86400;
  if (unit_of < hour) return format_duration(Seconds(seconds));
  if (unit_of < 2 * day) return fmt::format("{:.1f} h", seconds / hour);
  return format_number(seconds / day, 3) + " d";
}

std::string money(double usd) {
  constexpr double whole_dollars_from = 100;
  if (std::abs(usd) < whole_dollars_from) return fmt::format("{:.2f}", usd);
  constexpr int all_digits = 15;
  return format_number(std::round(usd),
                       std::min(all_digits, static_cast<int>(std::log10(std::abs(usd))) + 1));
}

std::string plain_number(double value) {
  constexpr int digits = 5;
  std::string text = format_number(value, digits);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string small_figure(double value) {
  return format_number(value, 3);
}

std::string count_text(double value) {
  for (const auto& [factor, letter] : {std::pair(1e12, "T"), {1e9, "G"}, {1e6, "M"}, {1e3, "k"}})
    if (value >= factor * 0.9995) return format_number(value / factor, 3) + letter;
  return format_number(value, 3);
}

std::string money_range(const Between<Usd>& range) {
  return ends_text(range.low.value, range.high.value, money);
}

std::string figure_range(const Between<double>& range) {
  return ends_text(range.low, range.high, small_figure);
}

std::string rough_range(const Between<double>& range) {
  if (range.low == range.high) return small_figure(range.low);
  return ends_text(range.low, range.high, [](double value) { return format_number(value, 2); });
}

std::string count_range(const Between<double>& range) {
  return ends_text(range.low, range.high, count_text);
}

std::string months_text(const std::optional<double>& low, const std::optional<double>& high,
                        double months, const std::string& never) {
  const auto shown = [&](const std::optional<double>& month) {
    if (!month) return never;
    constexpr int all_digits = 15;
    return format_number(
               *month,
               *month < 1 ? 1 : std::min(all_digits, static_cast<int>(std::log10(*month)) + 1)) +
           (*month > months ? "*" : "");
  };
  const std::string first = shown(low), last = shown(high);
  return first == last ? first : first + "-" + last;
}

}  // namespace wgf
