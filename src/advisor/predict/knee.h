// SPDX-License-Identifier: MIT
#pragma once
// Where a curve of speed over load flattens.

#include <cstddef>
#include <optional>
#include <vector>

namespace wgf::advisor {

struct Knee {
  // The smallest load within 5 % of the fastest. Nothing: none is possible, or the speed rises to
  // the end of what was asked for, so that the knee is beyond.
  std::optional<std::size_t> at;
  // In that case the largest that is possible.
  std::optional<std::size_t> rising;
};

// rates: of growing loads; 0: not possible (no memory, or requests wait).
Knee knee_of(const std::vector<double>& rates);

}  // namespace wgf::advisor
