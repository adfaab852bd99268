// SPDX-License-Identifier: MIT
#include "engine/kernels/shape_search.h"

#include <algorithm>
#include <cmath>

namespace wgf::engine {
namespace {

struct Candidate {
  GemmShape shape;
  double rate = 0;
};

// What the grid is narrowed down to, and the share of the budget that takes. A GPU at its power
// limit needs tens of milliseconds to reach the clock that a shape leaves it: the first looks must
// be that long (of 40 s, 80 ms a shape).
struct Round {
  double share;
  std::size_t kept;
};
constexpr Round grid_rounds[] = {{0.55, 32}, {0.15, 4}};
constexpr Round neighbour_rounds[] = {{0.2, 4}, {0.1, 1}};

// A round may be that much longer than its share of the budget: large shapes take longer than their
// span in the first one, small ones in none.
constexpr double tolerated = 1.4;

// Takes at least one look. The largest first: looks in order of size leave a GPU in the state of
// power that the next shape needs, and what a slow device has no time for is small.
void narrow(std::vector<Candidate>& candidates, const Round& round, const ShapeRate& rate,
            Seconds budget, FoundShape& found) {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.shape.flops() > b.shape.flops();
  });
  const Seconds all = budget * round.share;
  const Seconds span = all / static_cast<double>(candidates.size());
  Seconds spent;
  for (Candidate& candidate : candidates) {
    if (spent.value > 0 && spent + span > all * tolerated) break;
    const ShapeLook look = rate(candidate.shape, span);
    candidate.rate = look.rate;
    spent += look.took;
    ++found.looked;
  }
  std::erase_if(candidates, [](const Candidate& candidate) { return candidate.rate == 0; });
  found.seen = std::max(found.seen, static_cast<std::int64_t>(candidates.size()));
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.rate > b.rate; });
  if (candidates.size() > round.kept) candidates.resize(round.kept);
}

// Half and a quarter of a step to either side, one dimension at a time.
std::vector<Candidate> neighbours(const std::vector<Candidate>& best, const ShapeGrid& grid) {
  std::vector<Candidate> all = best;
  const auto add = [&](const GemmShape& shape) {
    const auto is_inside = [&](std::int64_t side) { return side > 0 && side <= grid.largest; };
    const bool is_known = std::any_of(all.begin(), all.end(),
                                      [&](const Candidate& other) { return other.shape == shape; });
    if (is_inside(shape.m) && is_inside(shape.n) && is_inside(shape.k) && !is_known)
      all.push_back({shape});
  };
  for (const Candidate& candidate : best)
    for (const std::int64_t distance : {grid.step / 2, grid.step / 4})
      for (const std::int64_t offset : {-distance, distance}) {
        const GemmShape& shape = candidate.shape;
        add({shape.m + offset, shape.n, shape.k});
        add({shape.m, shape.n + offset, shape.k});
        add({shape.m, shape.n, shape.k + 2 * offset});
      }
  return all;
}

}  // namespace

std::vector<GemmShape> ShapeGrid::shapes() const {
  std::vector<GemmShape> all;
  for (std::int64_t m = step; m <= largest; m += step)
    for (std::int64_t n = step; n <= largest; n += step)
      for (std::int64_t k = 2 * step; k <= largest; k += 2 * step) all.push_back({m, n, k});
  return all;
}

FoundShape search_shapes(const ShapeGrid& grid, const ShapeRate& rate, Seconds budget) {
  FoundShape found;
  std::vector<Candidate> candidates;
  for (const GemmShape& shape : grid.shapes()) candidates.push_back({shape});
  for (const Round& round : grid_rounds) narrow(candidates, round, rate, budget, found);
  candidates = neighbours(candidates, grid);
  for (const Round& round : neighbour_rounds) narrow(candidates, round, rate, budget, found);
  found.shape = candidates.front().shape;
  found.rate = candidates.front().rate;
  return found;
}

FoundShape scan_shapes(const ShapeGrid& grid, const ShapeRate& rate, Seconds span) {
  FoundShape found;
  for (const GemmShape& shape : grid.shapes()) {
    ++found.looked;
    ++found.seen;
    const double seen = rate(shape, span).rate;
    if (seen <= found.rate) continue;
    found.rate = seen;
    found.shape = shape;
  }
  return found;
}

}  // namespace wgf::engine
