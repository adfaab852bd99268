// SPDX-License-Identifier: MIT
#include "base/time_limit.h"

#include <algorithm>

namespace wgf {
namespace {

// A busy machine delays a look by tenths of a second.
constexpr Seconds longest_gap{2};

TimeLimit::Clock::duration duration_of(Seconds time) {
  return std::chrono::duration_cast<TimeLimit::Clock::duration>(
      std::chrono::duration<double>(std::clamp(time.value, 0.0, 365.0 * 86400)));
}

}  // namespace

TimeLimit::TimeLimit(Seconds limit, Clock::time_point now)
    : end_(now + duration_of(limit)), last_look_(now) {}

bool TimeLimit::is_over(Clock::time_point now) {
  const Clock::duration gap = now - last_look_;
  last_look_ = now;
  const Seconds seconds(std::chrono::duration<double>(gap).count());
  if (seconds > longest_gap) {
    end_ += gap;
    stopped_ += seconds;
  }
  return now >= end_;
}

void TimeLimit::shorten(Seconds most, Clock::time_point now) {
  end_ = std::min(end_, now + duration_of(most));
}

}  // namespace wgf
