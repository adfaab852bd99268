// SPDX-License-Identifier: MIT
#include "report/tasks/link_fit.h"

#include <cmath>
#include <vector>

#include "base/statistics.h"

namespace wgf::report {

std::optional<LinkFit> fit_link(std::span<const SizedTime> times) {
  constexpr std::size_t least_sizes = 3;
  if (times.size() < least_sizes) return std::nullopt;
  // Of a / t + b s / t = 1 for each time t of size s.
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;
  for (const auto& [bytes, seconds] : times) {
    if (seconds <= 0) return std::nullopt;
    const double x = 1 / seconds, y = bytes / seconds;
    aa += x * x;
    ab += x * y;
    bb += y * y;
    a += x;
    b += y;
  }
  const double determinant = aa * bb - ab * ab;
  if (determinant <= 0) return std::nullopt;
  const double latency = (a * bb - b * ab) / determinant, each = (b * aa - a * ab) / determinant;
  if (each <= 0 || latency < 0) return std::nullopt;
  std::vector<double> errors;
  for (const auto& [bytes, seconds] : times)
    errors.push_back(std::abs((latency + bytes * each) / seconds - 1));
  return LinkFit{latency, 1 / each, median(errors)};
}

}  // namespace wgf::report
