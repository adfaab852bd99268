// SPDX-License-Identifier: MIT
#pragma once
// The fastest matrix product of a grid of shapes, without timing every shape at length: all get a
// look, the best of them a longer one; then the neighbours of the best between the points of the
// grid are tried the same way.

#include <cstdint>
#include <functional>
#include <vector>

#include "base/units.h"

namespace wgf::engine {

struct GemmShape {
  std::int64_t m = 0, n = 0, k = 0;
  double flops() const {
    return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
  }
  bool operator==(const GemmShape&) const = default;
};

// m and n: multiples of step up to largest; k: multiples of twice the step.
struct ShapeGrid {
  std::int64_t largest = 0, step = 0;
  std::vector<GemmShape> shapes() const;
};

// FLOP/s of one shape, timed for about that long, and how long that took.
struct ShapeLook {
  double rate = 0;
  Seconds took;
};
using ShapeRate = std::function<ShapeLook(const GemmShape& shape, Seconds span)>;

struct FoundShape {
  GemmShape shape;
  double rate = 0;          // FLOP/s as seen by the last, longest look
  std::int64_t looked = 0;  // looks taken at shapes in all
  std::int64_t seen = 0;    // shapes of the grid there was time for
};

// budget: for all looks together. Where one takes longer than its span (small shapes on a slow
// device), the shapes that a round has no time for stay as the round before saw them; those that
// nobody saw are left out.
FoundShape search_shapes(const ShapeGrid& grid, const ShapeRate& rate, Seconds budget);
// Every shape of the grid for that long, however long that takes: what the search is held against.
FoundShape scan_shapes(const ShapeGrid& grid, const ShapeRate& rate, Seconds span);

}  // namespace wgf::engine
