// SPDX-License-Identifier: MIT
#pragma once
// What exchanges take, by latency and bandwidth, as a parameter of cases says it:
// "all_reduce 46.1:334; send_recv 20:50", microseconds and GB/s.

#include <map>
#include <string>
#include <string_view>

#include "base/units.h"

namespace wgf::results {

struct LinkTime {
  Seconds latency;
  double bytes_per_s = 0;  // bus bandwidth, as nccl-tests defines it
};

// By operation, as `comm` names them.
using LinkTimes = std::map<std::string, LinkTime, std::less<>>;

std::string to_text(const LinkTimes& times);
// Throws Error(results.bad_link_times).
LinkTimes parse_link_times(std::string_view text);

// bytes: the larger of a rank's two buffers. An operation that is not known takes as long as
// another one of the same bus bandwidth and latency; nothing of one rank or of no times at all.
Seconds exchange_time(const LinkTimes& times, std::string_view operation, double bytes, int ranks);
// Of what all ranks' buffers hold, the part that goes over each link: nccl-tests' factors.
double bus_factor(std::string_view operation, int ranks);

}  // namespace wgf::results
