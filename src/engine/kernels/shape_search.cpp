// SPDX-License-Identifier: MIT
#include "engine/kernels/shape_search.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace wgf::engine {
namespace {

struct Candidate {
  GemmShape shape;
  double rate = 0;
};

// Halvings until that few are left, which are then looked at longest.
constexpr std::size_t finalists = 4;

// A round may be that much longer than its share of the budget: large shapes take longer than their
// span in the first one, small ones in none.
constexpr double tolerated = 1.4;

std::size_t rounds_for(std::size_t count) {
  std::size_t rounds = 1;
  for (; count > finalists; count = (count + 1) / 2) ++rounds;
  return rounds;
}

void drop_unseen(std::vector<Candidate>& candidates) {
  std::erase_if(candidates, [](const Candidate& candidate) { return candidate.rate == 0; });
}

// Each round takes the same time, and at least one look. A round looks in random order, so that the
// warming of the device favours no part of the grid.
std::vector<Candidate> halve(std::vector<Candidate> candidates, const ShapeRate& rate,
                             Seconds budget, std::mt19937_64& random, std::int64_t& looked,
                             std::int64_t* seen = nullptr) {
  const Seconds round_time = budget / static_cast<double>(rounds_for(candidates.size()));
  for (;;) {
    std::shuffle(candidates.begin(), candidates.end(), random);
    const Seconds span = round_time / static_cast<double>(candidates.size());
    Seconds spent;
    for (Candidate& candidate : candidates) {
      if (spent.value > 0 && spent + span > round_time * tolerated) break;
      const ShapeLook look = rate(candidate.shape, span);
      candidate.rate = look.rate;
      spent += look.took;
      ++looked;
    }
    drop_unseen(candidates);
    if (seen != nullptr && *seen == 0) *seen = static_cast<std::int64_t>(candidates.size());
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate& a, const Candidate& b) { return a.rate > b.rate; });
    if (candidates.size() <= finalists) return candidates;
    candidates.resize(std::max(finalists, (candidates.size() + 1) / 2));
  }
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

FoundShape search_shapes(const ShapeGrid& grid, const ShapeRate& rate, Seconds budget,
                         std::uint64_t seed) {
  constexpr double first_share = 0.6;
  std::mt19937_64 random(seed);
  FoundShape found;
  std::vector<Candidate> candidates;
  for (const GemmShape& shape : grid.shapes()) candidates.push_back({shape});
  candidates =
      halve(std::move(candidates), rate, budget * first_share, random, found.looked, &found.seen);
  candidates =
      halve(neighbours(candidates, grid), rate, budget * (1 - first_share), random, found.looked);
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
