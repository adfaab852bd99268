// SPDX-License-Identifier: MIT
#include "base/amounts.h"

#include <optional>
#include <string>

#include "base/error.h"
#include "base/option_values.h"
#include "base/text.h"

namespace wgf {
namespace {

[[noreturn]] void throw_bad(std::string_view value, const AmountRule& rule) {
  throw Error({rule.error_key, {{"value", std::string(value)}}}, ExitCode::usage);
}

std::optional<double> amount_of(std::string_view text, const AmountRule& rule) {
  std::string digits = lower_case(trim(text));
  double factor = 1;
  for (const Unit& unit : rule.units) {
    if (unit.name.empty() || !digits.ends_with(unit.name)) continue;
    digits = trim(digits.substr(0, digits.size() - unit.name.size()));
    factor = unit.factor;
    break;
  }
  const std::optional<double> number = parse_number(digits);
  if (!number) return std::nullopt;
  const double amount = *number * factor;
  return amount >= rule.least && amount <= rule.most ? std::optional(amount) : std::nullopt;
}

}  // namespace

double parse_amount(std::string_view value, const AmountRule& rule) {
  const std::optional<double> amount = amount_of(value, rule);
  if (!amount) throw_bad(value, rule);
  return *amount;
}

Between<double> parse_amounts(std::string_view value, const AmountRule& rule) {
  const std::size_t dash = value.find('-', 1);
  if (dash == std::string_view::npos) {
    const double amount = parse_amount(value, rule);
    return {amount, amount};
  }
  const std::optional<double> low = amount_of(value.substr(0, dash), rule);
  const std::optional<double> high = amount_of(value.substr(dash + 1), rule);
  if (!low || !high || *low > *high) throw_bad(value, rule);
  return {*low, *high};
}

}  // namespace wgf
