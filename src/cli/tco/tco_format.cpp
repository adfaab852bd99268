// SPDX-License-Identifier: MIT
#include "cli/tco/tco_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace wgf::cli {
namespace {

using advisor::Between;

template <typename Show>
std::string range_text(double low, double high, Show show) {
  const std::string first = show(low), last = show(high);
  return first == last ? first : first + "-" + last;
}

}  // namespace

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
  return range_text(range.low.value, range.high.value, money);
}

std::string figure_range(const Between<double>& range) {
  return range_text(range.low, range.high, small_figure);
}

std::string rough_range(const Between<double>& range) {
  if (range.low == range.high) return small_figure(range.low);
  return range_text(range.low, range.high, [](double value) { return format_number(value, 2); });
}

std::string count_range(const Between<double>& range) {
  return range_text(range.low, range.high, count_text);
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

std::string SourceList::number_of(const std::string& source) {
  const auto found = std::find(sources_.begin(), sources_.end(), source);
  const auto place = found - sources_.begin();
  if (found == sources_.end()) sources_.push_back(source);
  return fmt::format("[{}]", place + 1);
}

std::string SourceList::numbers_of(const std::vector<std::string>& sources) {
  std::string text;
  for (const std::string& source : sources) text += number_of(source);
  return text;
}

}  // namespace wgf::cli
