// SPDX-License-Identifier: MIT
#include "advisor/predict/knee.h"

#include <algorithm>

namespace wgf::advisor {

Knee knee_of(const std::vector<double>& rates) {
  constexpr double near_the_most = 0.95;
  std::vector<std::size_t> possible;
  double most = 0;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (rates[i] <= 0) continue;
    possible.push_back(i);
    most = std::max(most, rates[i]);
  }
  if (possible.empty()) return {};
  const auto first = std::find_if(possible.begin(), possible.end(),
                                  [&](std::size_t i) { return rates[i] >= near_the_most * most; });
  if (*first == possible.back()) return {std::nullopt, *first};
  return {*first, std::nullopt};
}

}  // namespace wgf::advisor
