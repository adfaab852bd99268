// SPDX-License-Identifier: MIT
#pragma once
// From how many samples on a percentile is told: of fewer it is one of the few slowest.

#include <cmath>
#include <cstddef>
#include <limits>

namespace wgf {

inline constexpr std::size_t enough_for_p95 = 20, enough_for_p99 = 100;

// NaN where there are too few.
inline double told_p99(std::size_t samples, double p99) {
  return samples < enough_for_p99 ? std::numeric_limits<double>::quiet_NaN() : p99;
}

}  // namespace wgf
