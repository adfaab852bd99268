// SPDX-License-Identifier: MIT
#include "base/sweep.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/text.h"

namespace wgf {
namespace {

// No sensible sweep is longer; "1-1000000+1" is a slip.
constexpr std::size_t most_values = 1000;

struct Part {
  std::int64_t first = 0, last = 0;
  char operation = 0;  // '*', '+', or 0 for one number
  std::int64_t step = 0;
};

std::optional<Part> parse_part(std::string_view text) {
  if (const auto number = parse_integer(text)) return Part{*number, *number, 0, 0};
  const std::size_t dash = text.find('-', 1);  // a leading dash is a sign
  const std::size_t operation = text.find_first_of("*+", dash == std::string_view::npos ? 0 : dash);
  if (dash == std::string_view::npos || operation == std::string_view::npos) return std::nullopt;
  const auto first = parse_integer(trim(text.substr(0, dash)));
  const auto last = parse_integer(trim(text.substr(dash + 1, operation - dash - 1)));
  const auto step = parse_integer(trim(text.substr(operation + 1)));
  if (!first || !last || !step || *last < *first) return std::nullopt;
  const char kind = text[operation];
  const bool moves = kind == '*' ? *step >= 2 && *first >= 1 : *step >= 1;
  return moves ? std::optional(Part{*first, *last, kind, *step}) : std::nullopt;
}

std::vector<std::int64_t> values_of(const Part& part) {
  std::vector<std::int64_t> values{part.first};
  while (part.operation != 0 && values.size() <= most_values) {
    const std::int64_t at = values.back();
    // Compared with the room left, so that nothing overflows.
    const bool has_next = part.operation == '*' ? at <= part.last / part.step
                                                : at <= part.last && part.step <= part.last - at;
    if (!has_next) break;
    values.push_back(part.operation == '*' ? at * part.step : at + part.step);
  }
  return values;
}

}  // namespace

void check_not_too_large(std::string_view option, std::string_view number) {
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos ||
      parse_integer(number))
    return;
  throw Error({"runner.value_too_large",
               {{"option", std::string(option)},
                {"value", std::string(number)},
                {"largest", std::to_string(std::numeric_limits<std::int64_t>::max())}}},
              ExitCode::usage);
}

std::vector<std::int64_t> parse_sweep(std::string_view option, std::string_view text,
                                      std::int64_t minimum) {
  const auto fail = [&](const char* key, std::string value) {
    return Error({key,
                  {{"option", std::string(option)},
                   {"value", std::move(value)},
                   {"minimum", std::to_string(minimum)}}},
                 ExitCode::usage);
  };
  std::vector<std::int64_t> sweep;
  for (const std::string& piece : split(text, ',')) {
    const std::string_view number = trim(piece);
    const std::optional<Part> part = parse_part(number);
    if (!part) check_not_too_large(option, number);
    if (!part) throw fail("runner.bad_sweep", piece.empty() ? std::string(text) : piece);
    if (part->first < minimum) throw fail("runner.value_too_small", std::to_string(part->first));
    for (const std::int64_t value : values_of(*part))
      if (std::find(sweep.begin(), sweep.end(), value) == sweep.end()) sweep.push_back(value);
    if (sweep.size() > most_values) throw fail("runner.sweep_too_long", std::string(text));
  }
  return sweep;
}

}  // namespace wgf
