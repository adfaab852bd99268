// SPDX-License-Identifier: MIT
#pragma once
// A limit of time that passes only while this process runs: what it spends stopped (Ctrl-Z and fg,
// a suspended container) shows as a gap between two looks at the clock, and does not count.

#include <chrono>

#include "base/units.h"

namespace wgf {

class TimeLimit {
 public:
  using Clock = std::chrono::steady_clock;
  // More than a year is a year: the clock's arithmetic must not overflow.
  explicit TimeLimit(Seconds limit, Clock::time_point now = Clock::now());

  // A look: to be taken more often than once a second. A longer gap is time that was not ours.
  bool is_over(Clock::time_point now = Clock::now());
  // No more than so much from now on.
  void shorten(Seconds most, Clock::time_point now = Clock::now());

  Clock::time_point end() const { return end_; }
  Seconds stopped() const { return stopped_; }

 private:
  Clock::time_point end_, last_look_;
  Seconds stopped_;
};

}  // namespace wgf
