// SPDX-License-Identifier: MIT
#pragma once
// How busy the device was while a loader fed it: the GPU by its sensor, or where there is none the
// training thread, which waits for its next batch when it is not busy.

#include <chrono>
#include <span>

#include "base/units.h"
#include "results/result.h"

namespace wgf::engine {

struct HostSpan {
  std::chrono::steady_clock::time_point begin, end;
};

// Adds the mean of each whole interval to the sensor readings, and of these their mean, standard
// deviation and the share of idle ones; and how much of the time the training thread waited.
void add_busy_share(results::Result& result, std::span<const HostSpan> waits, Seconds interval);

}  // namespace wgf::engine
