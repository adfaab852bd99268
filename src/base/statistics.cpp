// SPDX-License-Identifier: MIT
#include "base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace wgf {
namespace {

// splitmix64 (Steele, Lea, Flood 2014): small, fast, the same on every platform.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }

 private:
  std::uint64_t state_;
};

double sorted_quantile(std::span<const double> sorted, double q) {
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double fraction = position - static_cast<double>(below);
  return sorted[below] + (sorted[above] - sorted[below]) * fraction;
}

// Median of a buffer that may be reordered: nth_element is linear where a sort is not.
double median_in_place(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

void resample_blocks(std::span<const double> samples, std::size_t block, SplitMix64& random,
                     std::vector<double>& out) {
  out.clear();
  while (out.size() < samples.size()) {
    const std::size_t start = random.below(samples.size());
    for (std::size_t i = 0; i < block && out.size() < samples.size(); ++i)
      out.push_back(samples[(start + i) % samples.size()]);
  }
}

Interval percentile_interval(std::vector<double> estimates, double confidence) {
  std::sort(estimates.begin(), estimates.end());
  const double tail = (1 - confidence) / 2;
  return {sorted_quantile(estimates, tail), sorted_quantile(estimates, 1 - tail)};
}

}  // namespace

// Two order statistics: finding them is linear where a sort is not, which a report of 100 MB of
// samples feels.
double quantile(std::span<const double> samples, double q) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values(samples.begin(), samples.end());
  const double position = q * static_cast<double>(values.size() - 1);
  const auto below = values.begin() + static_cast<std::ptrdiff_t>(position);
  std::nth_element(values.begin(), below, values.end());
  if (below + 1 != values.end())
    std::iter_swap(below + 1, std::min_element(below + 1, values.end()));
  return sorted_quantile(values, q);  // the two it reads are in their places
}

double median(std::span<const double> samples) {
  return quantile(samples, 0.5);
}

double mean(std::span<const double> samples) {
  if (samples.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

double standard_deviation(std::span<const double> samples) {
  if (samples.size() < 2) return 0;
  const double center = mean(samples);
  double sum = 0;
  for (double x : samples) sum += (x - center) * (x - center);
  return std::sqrt(sum / static_cast<double>(samples.size() - 1));
}

double median_absolute_deviation(std::span<const double> samples) {
  const double center = median(samples);
  std::vector<double> deviations;
  deviations.reserve(samples.size());
  for (double x : samples) deviations.push_back(std::abs(x - center));
  return median(deviations);
}

double autocorrelation(std::span<const double> samples, std::size_t lag) {
  if (samples.size() <= lag) return 0;
  const double center = mean(samples);
  double variance = 0, covariance = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    variance += (samples[i] - center) * (samples[i] - center);
    if (i + lag < samples.size()) covariance += (samples[i] - center) * (samples[i + lag] - center);
  }
  return variance > 0 ? covariance / variance : 0;
}

std::size_t bootstrap_block_length(std::span<const double> samples) {
  const std::size_t n = samples.size();
  if (n < 4) return 1;
  const std::size_t longest = n / 4;
  const auto shortest = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(n))));
  const double noise = 2 / std::sqrt(static_cast<double>(n));
  std::size_t lag = 1;
  while (lag < longest && autocorrelation(samples, lag) > noise) ++lag;
  return std::clamp(lag, std::min(shortest, longest), longest);
}

// Of fewer than six samples not even [min, max] holds the median with 95 %: 1 - 2^(1 - n).
// Student's t for the mean of n normal samples, put around the median; never below 0 where no
// sample is.
Interval interval_of_few(std::span<const double> samples) {
  constexpr double student[] = {12.706, 4.303, 3.182, 2.776};  // 97.5 %, 1 to 4 degrees of freedom
  static_assert(std::size(student) == few_samples - 2);
  const std::size_t n = samples.size();
  const double half =
      student[n - 2] * standard_deviation(samples) / std::sqrt(static_cast<double>(n));
  const double center = median(samples);
  const bool is_positive = *std::min_element(samples.begin(), samples.end()) >= 0;
  return {is_positive ? std::max(center - half, 0.0) : center - half, center + half};
}

Interval median_interval(std::span<const double> samples, const BootstrapOptions& options) {
  if (samples.empty())
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  if (samples.size() == 1) return {samples[0], samples[0]};
  if (samples.size() < few_samples) return interval_of_few(samples);
  SplitMix64 random(options.seed);
  const std::size_t block = bootstrap_block_length(samples);
  std::vector<double> resample, medians;
  resample.reserve(samples.size());
  medians.reserve(options.resamples);
  for (std::size_t i = 0; i < options.resamples; ++i) {
    resample_blocks(samples, block, random, resample);
    medians.push_back(median_in_place(resample));
  }
  return percentile_interval(std::move(medians), options.confidence);
}

namespace {

template <typename Statistic>
Interval ratio_interval(std::span<const double> a, std::span<const double> b,
                        const BootstrapOptions& options, Statistic statistic) {
  if (a.empty() || b.empty())
    return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  SplitMix64 random(options.seed);
  const std::size_t block_a = bootstrap_block_length(a), block_b = bootstrap_block_length(b);
  std::vector<double> resample, ratios;
  for (std::size_t i = 0; i < options.resamples; ++i) {
    resample_blocks(a, block_a, random, resample);
    const double upper = statistic(resample);
    resample_blocks(b, block_b, random, resample);
    ratios.push_back(upper / statistic(resample));
  }
  return percentile_interval(std::move(ratios), options.confidence);
}

}  // namespace

Interval median_ratio_interval(std::span<const double> a, std::span<const double> b,
                               const BootstrapOptions& options) {
  return ratio_interval(a, b, options,
                        [](std::vector<double>& samples) { return median_in_place(samples); });
}

Interval mean_ratio_interval(std::span<const double> a, std::span<const double> b,
                             const BootstrapOptions& options) {
  return ratio_interval(a, b, options,
                        [](const std::vector<double>& samples) { return mean(samples); });
}

Summary summarize(std::span<const double> samples, const BootstrapOptions& options) {
  Summary summary;
  summary.count = samples.size();
  if (samples.empty()) return summary;
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  summary.median = sorted_quantile(sorted, 0.5);
  summary.mean = mean(samples);
  summary.min = sorted.front();
  summary.max = sorted.back();
  summary.p05 = sorted_quantile(sorted, 0.05);
  summary.p25 = sorted_quantile(sorted, 0.25);
  summary.p75 = sorted_quantile(sorted, 0.75);
  summary.p95 = sorted_quantile(sorted, 0.95);
  summary.p99 = sorted_quantile(sorted, 0.99);
  summary.standard_deviation = standard_deviation(samples);
  summary.median_interval = median_interval(samples, options);
  return summary;
}

}  // namespace wgf
