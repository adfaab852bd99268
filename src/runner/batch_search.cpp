// SPDX-License-Identifier: MIT
#include "runner/batch_search.h"

#include <algorithm>
#include <cmath>

namespace wgf::runner {
namespace {

// Sizes within the budget are told apart no finer than this share of them.
constexpr double finest_share = 0.01;

// The largest that fits and the smallest above it that does not; 0: there is none.
struct Bounds {
  std::int64_t fits = 0, fails = 0;
};

template <typename Predicate>
Bounds bounds_of(std::span<const TriedBatch> tried, Predicate&& is_within) {
  Bounds bounds;
  for (const TriedBatch& one : tried)
    if (is_within(one)) bounds.fits = std::max(bounds.fits, one.batch);
  for (const TriedBatch& one : tried)
    if (!is_within(one) && one.batch > bounds.fits)
      bounds.fails = bounds.fails == 0 ? one.batch : std::min(bounds.fails, one.batch);
  return bounds;
}

std::optional<double> memory_of(std::span<const TriedBatch> tried, std::int64_t batch) {
  for (const TriedBatch& one : tried)
    if (one.batch == batch && one.fits) return one.memory_gib;
  return std::nullopt;
}

// Memory grows in proportion between two sizes, but for the allocator's steps.
std::optional<std::int64_t> next_within_budget(const BatchSearch& search,
                                               std::span<const TriedBatch> tried) {
  if (!search.budget_gib) return std::nullopt;
  const Bounds bounds = bounds_of(tried, [&](const TriedBatch& one) {
    return one.fits && one.memory_gib && *one.memory_gib <= *search.budget_gib;
  });
  const auto low = memory_of(tried, bounds.fits), high = memory_of(tried, bounds.fails);
  if (!low || !high) return std::nullopt;
  const auto gap = static_cast<double>(bounds.fails - bounds.fits);
  const double part = gap * (*search.budget_gib - *low) / (*high - *low);
  const auto least = std::max(1.0, finest_share * static_cast<double>(bounds.fits));
  if (!(part >= least)) return std::nullopt;
  const std::int64_t batch = bounds.fits + static_cast<std::int64_t>(part);
  return batch < bounds.fails ? std::optional(batch) : std::nullopt;
}

std::optional<std::int64_t> next_size(const BatchSearch& search,
                                      std::span<const TriedBatch> tried) {
  if (tried.empty()) return search.first;
  const Bounds bounds = bounds_of(tried, [](const TriedBatch& one) { return one.fits; });
  if (bounds.fails == 0)
    return bounds.fits < search.most ? std::optional(std::min(2 * bounds.fits, search.most))
                                     : std::nullopt;
  if (bounds.fits == 0) return std::nullopt;
  if (search.is_exact && bounds.fails - bounds.fits > 1)
    return bounds.fits + (bounds.fails - bounds.fits) / 2;
  return search.is_exact ? next_within_budget(search, tried) : std::nullopt;
}

}  // namespace

std::optional<NextBatch> next_batch(const BatchSearch& search, std::span<const TriedBatch> tried) {
  if (const auto size = next_size(search, tried)) return NextBatch{*size};
  const TriedBatch* largest = nullptr;
  for (const TriedBatch& one : tried)
    if (one.fits && (largest == nullptr || one.batch > largest->batch ||
                     (one.batch == largest->batch && one.steps > largest->steps)))
      largest = &one;
  if (largest == nullptr || largest->steps >= search.least_steps) return std::nullopt;
  // A verification that failed has its say by the number of tries of that size.
  const auto tries = std::count_if(tried.begin(), tried.end(), [&](const TriedBatch& one) {
    return one.batch == largest->batch;
  });
  return tries > 1 ? std::nullopt : std::optional(NextBatch{largest->batch, true});
}

bool is_lack_of_memory(const results::Result& result) {
  return result.status == results::Status::out_of_memory ||
         (result.status == results::Status::crashed && result.reason &&
          result.reason->key == "runner.engine_killed");
}

}  // namespace wgf::runner
