// SPDX-License-Identifier: MIT
#pragma once
// 95 % intervals over the ends of bars.

#include <optional>
#include <span>

#include "base/statistics.h"
#include "report/charts/chart_parts.h"

namespace wgf::report {

struct RowInterval {
  std::size_t row = 0;
  Interval interval;
};

// The markLine of the bars' series. An end beyond the axis has no cap; an interval that is not a
// number has no line.
Json interval_lines(std::span<const RowInterval> intervals, const RowPanel& axes);

// Intervals of a few noisy samples reach far beyond all bars: the axis then ends at twice the
// longest bar, and they with it. To be called when `largest` is known.
void end_axis(RowPanel& axes, std::span<const RowInterval> intervals);

// Where a bar with its line ends, and its text begins.
double row_end(double value, const std::optional<Interval>& interval, const RowPanel& axes);

}  // namespace wgf::report
