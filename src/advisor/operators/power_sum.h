// SPDX-License-Identifier: MIT
#pragma once
// How times that overlap add up: a large exponent takes the longest, 1 their plain sum.

#include <algorithm>
#include <cmath>

namespace wgf::advisor {

// (a^p + b^p + c^p)^(1/p), of numbers above zero and without overflow.
inline double power_sum(double a, double b, double c, double p) {
  const double longest = std::max({a, b, c});
  double sum = 0;
  for (const double term : {a, b, c}) sum += term == longest ? 1 : std::pow(term / longest, p);
  return longest * std::pow(sum, 1 / p);
}

}  // namespace wgf::advisor
