// SPDX-License-Identifier: MIT
#pragma once
// Amounts with a unit behind them as people type them: "12ct", "3y", "25k-30k". Each throws
// Error(key, usage) with the value, whose words say what would be right.

#include <string_view>

#include "base/between.h"

namespace wgf {

struct Unit {
  std::string_view name;  // lower case; one that another ends with stands behind it
  double factor = 1;
};

struct AmountRule {
  const char* error_key;
  double least, most;
  Unit units[7] = {};  // none behind the number: factor 1
};

double parse_amount(std::string_view value, const AmountRule& rule);

// "25k-30k", or one amount for both ends.
Between<double> parse_amounts(std::string_view value, const AmountRule& rule);

}  // namespace wgf
