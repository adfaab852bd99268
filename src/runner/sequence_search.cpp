// SPDX-License-Identifier: MIT
#include "runner/sequence_search.h"

#include <algorithm>
#include <cmath>

namespace wgf::runner {
namespace {

constexpr std::size_t most_tries = 6;
constexpr double filled = 0.98;  // of the memory: the driver keeps some
constexpr double finest = 0.02;  // of the number that is known to fit

std::int64_t floored(double number) {
  return static_cast<std::int64_t>(std::floor(number));
}

}  // namespace

std::optional<std::int64_t> next_sequences(std::span<const TriedSequences> tried,
                                           double limit_gib) {
  const TriedSequences *largest = nullptr, *failed = nullptr;
  for (const TriedSequences& one : tried) {
    const bool is_better = one.fits && (largest == nullptr || one.sequences > largest->sequences);
    if (is_better) largest = &one;
    if (!one.fits && (failed == nullptr || one.sequences < failed->sequences)) failed = &one;
  }
  if (tried.empty() || tried.size() >= most_tries) return std::nullopt;
  if (largest == nullptr) {
    const std::int64_t fewer = floored(0.85 * static_cast<double>(failed->sequences));
    return fewer >= 1 ? std::optional(fewer) : std::nullopt;
  }
  const double each = largest->cache_gib / static_cast<double>(largest->sequences);
  if (each <= 0) return std::nullopt;
  std::int64_t next =
      largest->sequences + floored((filled * limit_gib - largest->memory_gib) / each);
  if (failed != nullptr) next = std::min(next, (largest->sequences + failed->sequences) / 2);
  const double gained = static_cast<double>(next - largest->sequences);
  const bool is_worth_it =
      gained >= std::max(1.0, finest * static_cast<double>(largest->sequences));
  return is_worth_it ? std::optional(next) : std::nullopt;
}

std::optional<std::int64_t> next_sequences_in_time(std::span<const TriedSequences> tried,
                                                   std::int64_t most, Seconds time) {
  const TriedSequences* largest = nullptr;
  Seconds all;
  for (const TriedSequences& one : tried) {
    if (!one.fits) return std::nullopt;
    if (largest == nullptr || one.sequences > largest->sequences) largest = &one;
    all += one.took;
  }
  if (largest == nullptr || largest->sequences >= most) return std::nullopt;
  const std::int64_t next = std::min(2 * largest->sequences, most);
  all += largest->took * (static_cast<double>(next) / static_cast<double>(largest->sequences));
  return all <= time ? std::optional(next) : std::nullopt;
}

}  // namespace wgf::runner
