// SPDX-License-Identifier: MIT
#pragma once
// The one clock of client and server: monotonic, in nanoseconds, the kernel's CLOCK_MONOTONIC,
// which timers count in as well.

#include <chrono>

namespace wgf::load {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Duration = Clock::duration;

inline double milliseconds(Duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}
inline double seconds(Duration time) {
  return std::chrono::duration<double>(time).count();
}
inline Duration from_seconds(double time) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(time));
}

}  // namespace wgf::load
