// SPDX-License-Identifier: MIT
#pragma once
// Robust statistics of repeated measurements: medians with block-bootstrap intervals, type-7
// quantiles. Samples of a running machine are autocorrelated, so intervals resample blocks, not
// single values.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wgf {

struct Interval {
  double low = 0;
  double high = 0;

  double half_width() const { return (high - low) / 2; }
  bool operator==(const Interval&) const = default;
};

// Quantile q in [0, 1] with linear interpolation between order statistics (Hyndman-Fan type 7,
// as NumPy and R have it). NaN for no samples.
double quantile(std::span<const double> samples, double q);
double median(std::span<const double> samples);
double mean(std::span<const double> samples);
// Sample standard deviation (n - 1); 0 below two samples.
double standard_deviation(std::span<const double> samples);
// Median absolute deviation from the median, unscaled.
double median_absolute_deviation(std::span<const double> samples);
// Lag-k autocorrelation in [-1, 1]; 0 where the samples do not vary.
double autocorrelation(std::span<const double> samples, std::size_t lag);

// Block length for the bootstrap: the first lag at which the autocorrelation falls below 2/sqrt(n),
// at least n^(1/3) (Künsch 1989 rate) and at most n/4.
std::size_t bootstrap_block_length(std::span<const double> samples);

struct BootstrapOptions {
  std::size_t resamples = 1000;
  double confidence = 0.95;
  std::uint64_t seed = 1;
};

// Percentile interval of the median by circular block bootstrap; of two to five samples, which no
// resampling can give one, Student's t (95 % whatever the options say). One sample: a zero-width
// interval around it, which callers must treat as "unknown" (see stopping rule: a floor of
// samples).
inline constexpr std::size_t few_samples = 6;
Interval median_interval(std::span<const double> samples, const BootstrapOptions& options = {});

// Interval of median(a) / median(b), both sides resampled in blocks.
Interval median_ratio_interval(std::span<const double> a, std::span<const double> b,
                               const BootstrapOptions& options = {});
// Of mean(a) / mean(b), for times whose sum counts, waits that come in bursts included.
Interval mean_ratio_interval(std::span<const double> a, std::span<const double> b,
                             const BootstrapOptions& options = {});

struct Summary {
  std::size_t count = 0;
  double median = 0, mean = 0, min = 0, max = 0, p05 = 0, p25 = 0, p75 = 0, p95 = 0, p99 = 0,
         standard_deviation = 0;
  Interval median_interval;
};
Summary summarize(std::span<const double> samples, const BootstrapOptions& options = {});

}  // namespace wgf
