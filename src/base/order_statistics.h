// SPDX-License-Identifier: MIT
#pragma once
// Intervals of percentiles that assume nothing of a distribution, and what the largest of several
// normal numbers is.

#include <optional>
#include <span>

#include "base/statistics.h"

namespace wgf {

// 95 % interval of the quantile q in (0, 1) of what independent samples were drawn from: two of the
// samples, by their places in order, between which it lies whatever the distribution. How many of n
// samples are below the quantile has a binomial distribution of n and q; either end is left out by
// 2.5 % of it at most (David and Nagaraja, Order Statistics, 7.1). Nothing where one end would be
// beyond the samples: of P99 below 368.
std::optional<Interval> percentile_interval(std::span<const double> samples, double q);

// The mean of the largest of so many independent normal numbers of mean 0 and deviation 1: 0.5642
// of two (David and Nagaraja, 3.2). 0 of one or none.
double mean_largest_normal(int count);

}  // namespace wgf
