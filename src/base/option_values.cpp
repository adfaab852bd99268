// SPDX-License-Identifier: MIT
#include "base/option_values.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/sweep.h"
#include "base/text.h"

namespace wgf {
namespace {

[[noreturn]] void throw_bad_value(const char* key, std::string_view option,
                                  std::string_view value) {
  throw Error({key, {{"option", std::string(option)}, {"value", std::string(value)}}},
              ExitCode::usage);
}

}  // namespace

std::vector<std::string> parse_list(std::string_view option, std::string_view value) {
  std::vector<std::string> items;
  for (const std::string& part : split(value, ',')) {
    const std::string_view item = trim(part);
    if (item.empty()) throw_bad_value("cli.bad_list", option, value);
    items.emplace_back(item);
  }
  return items;
}

std::vector<std::string> parse_choices(std::string_view option, std::string_view value) {
  return parse_list(option, lower_case(value));
}

std::int64_t parse_count(std::string_view option, std::string_view value, std::int64_t minimum) {
  const std::optional<std::int64_t> count = parse_integer(value);
  if (!count) check_not_too_large(option, value);
  if (!count || *count < minimum)
    throw Error({"cli.bad_count",
                 {{"option", std::string(option)},
                  {"value", std::string(value)},
                  {"minimum", std::to_string(minimum)}}},
                ExitCode::usage);
  return *count;
}

Between<std::int64_t> parse_count_range(std::string_view option, std::string_view value,
                                        std::int64_t minimum) {
  const std::size_t dash = value.find('-', 1);  // a leading dash is a sign
  if (dash == std::string_view::npos) {
    const std::int64_t count = parse_count(option, value, minimum);
    return {count, count};
  }
  const Between<std::int64_t> range{parse_count(option, value.substr(0, dash), minimum),
                                    parse_count(option, value.substr(dash + 1), minimum)};
  if (range.high < range.low) throw_bad_value("cli.bad_count_range", option, value);
  return range;
}

double parse_rate(std::string_view option, std::string_view value) {
  const double rate = parse_number(value).value_or(0);
  if (!(rate > 0) || std::isinf(rate)) throw_bad_value("cli.bad_rate", option, value);
  return rate;
}

Seconds parse_time(std::string_view option, std::string_view value) {
  const std::optional<Seconds> time = parse_duration(value);
  if (!time || time->value <= 0) throw_bad_value("cli.bad_duration", option, value);
  if (*time < least_time) throw_bad_value("cli.time_too_small", option, value);
  return *time;
}

double parse_share(std::string_view option, std::string_view value) {
  const bool is_percent = value.ends_with('%');
  const std::optional<double> number =
      parse_number(is_percent ? value.substr(0, value.size() - 1) : value);
  const double share = number.value_or(0) / (is_percent ? 100 : 1);
  if (!(share > 0 && share < 1)) throw_bad_value("cli.bad_share", option, value);
  return share;
}

Bytes parse_bytes(std::string_view option, std::string_view value) {
  constexpr std::pair<std::string_view, double> units[] = {{"KiB", 1024.0},
                                                           {"MiB", 1048576.0},
                                                           {"GiB", 1073741824.0},
                                                           {"TiB", 1099511627776.0},
                                                           {"KB", 1e3},
                                                           {"MB", 1e6},
                                                           {"GB", 1e9},
                                                           {"TB", 1e12},
                                                           {"K", 1e3},
                                                           {"M", 1e6},
                                                           {"G", 1e9},
                                                           {"T", 1e12},
                                                           {"B", 1.0}};
  std::string_view digits = value;
  double factor = 1;
  for (const auto& [unit, bytes] : units) {
    if (!value.ends_with(unit)) continue;
    digits = trim(value.substr(0, value.size() - unit.size()));
    factor = bytes;
    break;
  }
  const double bytes = std::round(parse_number(digits).value_or(0) * factor);
  if (!(bytes >= 1 && bytes < 1e18)) throw_bad_value("cli.bad_bytes", option, value);
  return Bytes(static_cast<std::int64_t>(bytes));
}

std::string parse_task_word(std::string_view typed, std::string_view training,
                            std::string_view serving) {
  std::string word = lower_case(typed);
  if (word == "train" || word == "training") return std::string(training);
  for (const std::string_view other : {"infer", "inference", "serve", "serving"})
    if (word == other) return std::string(serving);
  return word;
}

std::vector<ProductShape> parse_shapes(std::string_view option, std::string_view value) {
  std::vector<ProductShape> shapes;
  for (const std::string& item : split(value, ',')) {
    const std::vector<std::string> sides = split(trim(item), 'x');
    if (sides.size() == 1) {
      for (const std::int64_t side : parse_sweep(option, item))
        shapes.push_back({side, side, side});
      continue;
    }
    if (sides.size() != 3) throw_bad_value("cli.bad_shape", option, item);
    shapes.push_back({parse_count(option, sides[0], 1), parse_count(option, sides[1], 1),
                      parse_count(option, sides[2], 1)});
  }
  return shapes;
}

}  // namespace wgf
