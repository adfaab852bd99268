// SPDX-License-Identifier: MIT
#pragma once
// Figures as every answer shows them: as many digits as can be meant, the same unit for the same
// size.

#include <optional>
#include <string>

#include "base/between.h"
#include "base/statistics.h"
#include "base/units.h"

namespace wgf {

// 989.4 as 989.4, not 989.40000000000009: unit conversions leave the last bits dirty.
double without_dirt(double value);

// Four digits without trailing zeros: "989.4", "80", "10066".
std::string compact_number(double value);

std::string rate_text(double rate);             // "70,120", "12.3": four digits
std::string range_text(const Interval& range);  // of rates: "56,604 … 80,502"
std::string percent_text(double share);         // "41 %"
std::string mfu_text(double share);             // the same, or "0.3 %", "<0.1 %"
std::string open_percent(double share);         // the same, or "<1 %", ">99 %"
std::string gb_text(double bytes);              // "41.0"
std::string long_time(double seconds);          // "3.2 s", "7.9 h", "12.3 d"
// In the unit of another: the ends of an interval beside its middle.
std::string long_time_as(double unit_of, double seconds);

std::string money(double usd);  // "40,000", "1.86"
std::string plain_number(
    double value);  // five digits without trailing zeros: "36", "0.12", "21,900"
std::string small_figure(double value);  // three digits: "0.0123"
std::string count_text(double value);    // "711k", "3.1M", "938"

std::string money_range(const Between<Usd>& range);
std::string figure_range(const Between<double>& range);
// Two digits where the ends differ.
std::string rough_range(const Between<double>& range);
std::string count_range(const Between<double>& range);
// "14-19", "14-never"; behind the last month with a mark.
std::string months_text(const std::optional<double>& low, const std::optional<double>& high,
                        double months, const std::string& never);

}  // namespace wgf
