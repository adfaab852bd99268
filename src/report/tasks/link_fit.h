// SPDX-License-Identifier: MIT
#pragma once
// Latency and bandwidth of a link: time = latency + bytes / bandwidth (Hockney 1994).

#include <optional>
#include <span>

namespace wgf::report {

struct SizedTime {
  double bytes = 0, seconds = 0;
};

struct LinkFit {
  double latency_s = 0, bytes_per_s = 0;
  double median_error = 0;  // of the times, relative
};

// By least squares of relative errors. Nothing of fewer than three sizes, or where larger ones do
// not take longer.
std::optional<LinkFit> fit_link(std::span<const SizedTime> times);

}  // namespace wgf::report
