// SPDX-License-Identifier: MIT
#pragma once
// What exchanges take, as a parameter of cases says it: by latency and bandwidth,
// "all_reduce 46.1:334; send_recv 20:50", microseconds and GB/s; or as measured among so many
// ranks, "all_reduce@2 1048576=23.8 16777216=82.7", bytes and microseconds.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace wgf::results {

struct MeasuredLink {
  int ranks = 2;
  // By bytes, of one size at least. Between two the logarithms are on a line; smaller ones take as
  // long as the first, larger ones go on as the last two do.
  std::map<double, Seconds> times;
};

struct LinkTime {
  Seconds latency;
  double bytes_per_s = 0;                // bus bandwidth, as nccl-tests defines it
  std::optional<MeasuredLink> measured;  // in place of both
};

// By operation, as `comm` names them.
using LinkTimes = std::map<std::string, LinkTime, std::less<>>;

std::string to_text(const LinkTimes& times);
// Throws Error(results.bad_link_times).
LinkTimes parse_link_times(std::string_view text);

// bytes: the larger of a rank's two buffers. What was measured among other ranks or is another
// operation's counts by the bytes over each link: an operation that is not known is as the first
// that is. Nothing of one rank or of no times at all.
Seconds exchange_time(const LinkTimes& times, std::string_view operation, double bytes, int ranks);
// Of what all ranks' buffers hold, the part that goes over each link: nccl-tests' factors.
double bus_factor(std::string_view operation, int ranks);

}  // namespace wgf::results
