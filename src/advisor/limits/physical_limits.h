// SPDX-License-Identifier: MIT
#pragma once
// No result may beat physics: rates above the device's dense peak or bandwidth make it invalid,
// with the limit and the excess in its reason. Where the peak is known, utilisation is filled in.

#include <optional>
#include <span>

#include "advisor/limits/peak_rates.h"
#include "catalog/gpu.h"
#include "results/result.h"

namespace wgf::advisor {

// A measured rate may exceed a limit by so much: clocks are read to 15 MHz and timers to
// microseconds.
inline constexpr double limit_tolerance = 0.01;
// Device and wall clock of one step may differ by so much before it is reported.
inline constexpr double clock_tolerance = 0.02;

// Peaks of the card's record, and the same at the highest clock the driver allows where that is
// known.
PeakRates card_peaks(const catalog::Gpu& gpu, std::optional<double> highest_clock_mhz);

// What bounds the arithmetic of the result: of formats that it mixes, each for its share of the
// operations. Unknown of one is unknown of all.
std::optional<FlopsPerSecond> rate_of(const PeakRates::ByMathMode& rates,
                                      const results::Result& result);

// What devices reach together; unknown of one is unknown of all.
PeakRates sum_of(std::span<const PeakRates> devices);

// Sets status invalid with its reason, adds mfu and bandwidth_utilization. Only results that are ok
// change. False where no limit on what it measured is known.
bool apply_physical_limits(results::Result& result, const PeakRates& peaks);

// What a reader should know before trusting the numbers: throttled, clocks disagree, not converged,
// burst.
void add_quality_warnings(results::Result& result);

}  // namespace wgf::advisor
