// SPDX-License-Identifier: MIT
#include "engine/measure/stopping.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wgf::engine {
namespace {

constexpr double growth_between_checks = 1.1;

}  // namespace

double relative_precision(const Interval& interval, double median) {
  if (median == 0) return std::numeric_limits<double>::infinity();
  return interval.half_width() / std::abs(median);
}

results::StoppingRule share_of(results::StoppingRule rule, double share) {
  rule.min_time = rule.min_time * share;
  rule.max_time = rule.max_time * share;
  return rule;
}

bool StoppingCheck::is_due(std::size_t samples, Seconds elapsed) const {
  if (rule_.iterations) return static_cast<std::int64_t>(samples) >= *rule_.iterations;
  if (elapsed >= rule_.max_time) return true;
  return samples >= next_check_ && static_cast<std::int64_t>(samples) >= rule_.min_samples &&
         elapsed >= rule_.min_time;
}

std::optional<results::StopReason> StoppingCheck::decide(std::span<const double> samples,
                                                         Seconds elapsed) {
  if (!is_due(samples.size(), elapsed)) return std::nullopt;
  if (rule_.iterations) return results::StopReason::fixed_count;
  const bool floors_reached =
      static_cast<std::int64_t>(samples.size()) >= rule_.min_samples && elapsed >= rule_.min_time;
  if (floors_reached &&
      relative_precision(median_interval(samples), median(samples)) <= rule_.precision_target)
    return results::StopReason::precision_reached;
  if (elapsed >= rule_.max_time) return results::StopReason::time_cap;
  next_check_ = std::max(
      samples.size() + 1,
      static_cast<std::size_t>(static_cast<double>(samples.size()) * growth_between_checks));
  return std::nullopt;
}

}  // namespace wgf::engine
