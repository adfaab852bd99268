// SPDX-License-Identifier: MIT
#include "base/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace wgf {
namespace {

constexpr double tail = 0.025;

// Places in order, the first is 1.
struct Places {
  std::size_t low = 0, high = 0;
};

Places places_of(std::size_t count, double q) {
  const auto n = static_cast<double>(count);
  Places places{.low = 0, .high = count + 1};
  double below = 0;  // of the distribution, up to k
  for (std::size_t k = 0; k <= count; ++k) {
    const auto x = static_cast<double>(k);
    below += std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) +
                      x * std::log(q) + (n - x) * std::log1p(-q));
    if (below <= tail) places.low = k + 1;
    if (1 - below <= tail) {
      places.high = k + 1;
      break;
    }
  }
  return places;
}

}  // namespace

std::optional<Interval> percentile_interval(std::span<const double> samples, double q) {
  const Places places = places_of(samples.size(), q);
  if (places.low < 1 || places.high > samples.size()) return std::nullopt;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  return Interval{sorted[places.low - 1], sorted[places.high - 1]};
}

// The integral of 1 - F(x)^n above 0 less that of F(x)^n below: F^n is how the largest is
// distributed. Both vanish beyond the ends.
double mean_largest_normal(int count) {
  if (count < 2) return 0;
  constexpr double end = 10, width = 1e-3;
  double sum = 0;
  for (double x = width / 2; x < end; x += width) {
    const double beyond = std::erfc(x / std::sqrt(2.0)) / 2;
    sum += 1 - std::pow(1 - beyond, count) - std::pow(beyond, count);
  }
  return sum * width;
}

}  // namespace wgf
