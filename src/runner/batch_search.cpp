// SPDX-License-Identifier: MIT
#include "runner/batch_search.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace wgf::runner {
namespace {

// Sizes within the budget are told apart no finer than this share of them.
constexpr double finest_share = 0.01;
// Of a size beside the measured ones: operations counted twice, one of warm-up.
constexpr double other_steps = 3;
// A size beyond the budget hardly fits: memory runs out in its first steps.
constexpr double failing_steps = 2;

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

// Time grows in proportion from the largest that ran.
Seconds step_of(std::span<const TriedBatch> tried, std::int64_t batch) {
  const TriedBatch* largest = nullptr;
  for (const TriedBatch& one : tried)
    if (one.fits && (largest == nullptr || one.batch > largest->batch)) largest = &one;
  if (largest == nullptr) return {};
  return largest->step * (static_cast<double>(batch) / static_cast<double>(largest->batch));
}

// Memory grows in proportion from the two largest that ran.
std::optional<double> memory_at(std::span<const TriedBatch> tried, std::int64_t batch) {
  std::vector<TriedBatch> known;
  for (const TriedBatch& one : tried)
    if (one.fits && one.memory_gib) known.push_back(one);
  std::sort(known.begin(), known.end(),
            [](const TriedBatch& a, const TriedBatch& b) { return a.batch > b.batch; });
  if (known.size() < 2 || known[0].batch == known[1].batch) return std::nullopt;
  const double slope = (*known[0].memory_gib - *known[1].memory_gib) /
                       static_cast<double>(known[0].batch - known[1].batch);
  return *known[0].memory_gib + slope * static_cast<double>(batch - known[0].batch);
}

bool ends_in_time(const BatchSearch& search, std::span<const TriedBatch> tried,
                  const NextBatch& next) {
  if (!search.time) return true;
  const auto memory = memory_at(tried, next.batch);
  const bool hardly_fits = memory && search.budget_gib && *memory > *search.budget_gib;
  Seconds all = next.step * (hardly_fits ? failing_steps
                                         : other_steps + static_cast<double>(search.least_steps));
  for (const TriedBatch& one : tried) all += one.took;
  return all <= *search.time;
}

std::optional<NextBatch> next_in_any_time(const BatchSearch& search,
                                          std::span<const TriedBatch> tried) {
  if (const auto size = next_size(search, tried))
    return NextBatch{*size, false, step_of(tried, *size)};
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
  return tries > 1 ? std::nullopt : std::optional(NextBatch{largest->batch, true, largest->step});
}

}  // namespace

std::optional<NextBatch> next_batch(const BatchSearch& search, std::span<const TriedBatch> tried) {
  const auto next = next_in_any_time(search, tried);
  return next && ends_in_time(search, tried, *next) ? next : std::nullopt;
}

std::optional<NextBatch> left_for_time(BatchSearch search, std::span<const TriedBatch> tried) {
  if (!search.time || next_batch(search, tried)) return std::nullopt;
  search.time.reset();
  const auto next = next_batch(search, tried);
  return next && !next->is_verified ? next : std::nullopt;
}

bool is_lack_of_memory(const results::Result& result) {
  return result.status == results::Status::out_of_memory ||
         (result.status == results::Status::crashed && result.reason &&
          result.reason->key == "runner.engine_killed");
}

}  // namespace wgf::runner
