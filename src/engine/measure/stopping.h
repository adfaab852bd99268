// SPDX-License-Identifier: MIT
#pragma once
// When measuring ends: as soon as the interval of the median is narrow enough, between the floors
// and the caps of the case's StoppingRule.

#include <cstddef>
#include <optional>
#include <span>

#include "base/statistics.h"
#include "base/units.h"
#include "results/result.h"

namespace wgf::engine {

// Half-width of the 95 % interval of the median over the median.
double relative_precision(const Interval& interval, double median);

// The rule of a part of a case that gets this share of the case's time.
results::StoppingRule share_of(results::StoppingRule rule, double share);

class StoppingCheck {
 public:
  explicit StoppingCheck(const results::StoppingRule& rule) : rule_(rule) {}

  // Steps that may still be queued; no limit but the rule's: nothing.
  std::optional<std::int64_t> fixed_count() const { return rule_.iterations; }
  // Whether decide() would look: the interval is worked out again only after a tenth more samples,
  // so that its cost stays small beside the measuring.
  bool is_due(std::size_t samples, Seconds elapsed) const;
  // Nothing: go on.
  std::optional<results::StopReason> decide(std::span<const double> samples, Seconds elapsed);

 private:
  results::StoppingRule rule_;
  std::size_t next_check_ = 0;
};

}  // namespace wgf::engine
