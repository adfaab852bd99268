// SPDX-License-Identifier: MIT
#include "results/comparison_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/distributions.h"

namespace wgf::results {
namespace {

// A process is cut into so many stretches, fewer where each would have less than five samples: of
// two or three, one slow step (the first, often) sets the median.
constexpr std::array<std::size_t, 3> stretch_counts{10, 5, 3};
constexpr std::size_t samples_per_stretch = 5;
// Fewer samples cannot even be halved.
constexpr std::size_t fewest_samples = 4;
// Too few samples to see any wandering: taken as 2 %.
constexpr double unknown_wander = 0.02 * 0.02;

// Two processes of a quiet case differ by about 0.3 % (H200, GPU-bound cases: at most 0.4 %; MLPerf
// training v4.1, same machine: 0.03 to 0.4 %); the rest scales with how much each one wanders.
constexpr double quiet_variance = 0.003 * 0.003;

// Variance between processes ÷ (quiet_variance + wander), where nothing measured tells: on an H200
// processes differed by 1.6 times what they wander (root mean square of 13 cases), 2.5 = 1.6².
constexpr double stated_ratio = 2.5;
constexpr double stated_degrees = 3;

// No two processes agree to better than this; equal readings of a coarse clock would say so.
constexpr double least_variance = 1e-4 * 1e-4;

// Fewer cases do not show how variances are distributed.
constexpr std::size_t smallest_family = 10;
// Cases of one process may all be fast or slow together, so that many cases know less than they
// seem to.
constexpr double most_family_degrees = 6;
// A case whose processes differ more than those of so few per cent of its like stands alone.
constexpr double outlier_tail = 0.05;

struct Prior {
  double ratio = stated_ratio;
  double degrees = stated_degrees;
};

double mean_log_center(std::span<const ProcessSummary> side) {
  double sum = 0;
  for (const ProcessSummary& process : side) sum += process.log_center;
  return sum / static_cast<double>(side.size());
}

// As median() of base, but in linear time and in place: this is most of what a comparison costs.
double log_median_of(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return std::log(*middle);
  return std::log((*middle + *std::max_element(values.begin(), middle)) / 2);
}

double log_center_of(std::span<double> values, Center center) {
  return center == Center::median ? log_median_of(values) : std::log(mean(values));
}

// Of the logarithms of the centers of so many consecutive stretches.
double variance_of_stretches(std::span<const double> samples, std::size_t count, Center center,
                             std::vector<double>& buffer) {
  std::array<double, stretch_counts.front()> centers{};
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = [&](std::size_t stretch) {
      return samples.begin() + static_cast<std::ptrdiff_t>(stretch * samples.size() / count);
    };
    buffer.assign(at(i), at(i + 1));
    centers[i] = log_center_of(buffer, center);
  }
  const double deviation = standard_deviation(std::span(centers).first(count));
  return deviation * deviation;
}

double squared_deviations(std::span<const ProcessSummary> side) {
  const double center = mean_log_center(side);
  double sum = 0;
  for (const ProcessSummary& process : side)
    sum += (process.log_center - center) * (process.log_center - center);
  return sum;
}

// What a case shows of the variance between its processes.
struct Spread {
  double degrees = 0;
  double variance = 0;  // pooled over both sides, never below the floor
  double floor = 0;     // what the samples of a process alone cause
  double scale = 0;     // what the prior's ratio multiplies
  double weight = 0;    // 1/n_a + 1/n_b: variance of the difference ÷ variance between processes
  bool has_single = false;
};

Spread spread_of(const CaseSamples& samples) {
  const double a = static_cast<double>(samples.a.size()), b = static_cast<double>(samples.b.size());
  Spread spread{.degrees = a + b - 2, .scale = quiet_variance, .weight = 1 / a + 1 / b};
  spread.has_single = samples.a.size() == 1 || samples.b.size() == 1;
  std::array<double, stretch_counts.size()> floors{};
  for (const std::vector<ProcessSummary>* side : {&samples.a, &samples.b})
    for (const ProcessSummary& process : *side) {
      spread.scale += process.wander / (a + b);
      for (std::size_t i = 0; i < floors.size(); ++i)
        floors[i] += process.center_variance[i] / (a + b);
    }
  spread.floor = std::max(least_variance, *std::max_element(floors.begin(), floors.end()));
  spread.variance = spread.floor;
  if (spread.degrees > 0)
    spread.variance =
        std::max(spread.floor,
                 (squared_deviations(samples.a) + squared_deviations(samples.b)) / spread.degrees);
  return spread;
}

// The scaled inverse chi-square that the variances of a family look drawn from (Smyth 2004, the
// moments of log variances). Nothing where there are too few.
std::optional<Prior> fit_prior(std::span<const Spread> spreads) {
  std::vector<double> logs, sampling;
  for (const Spread& spread : spreads) {
    if (spread.has_single || spread.degrees < 2) continue;
    const double half = spread.degrees / 2;
    logs.push_back(std::log(spread.variance / spread.scale) - digamma(half) + std::log(half));
    sampling.push_back(trigamma(half));
  }
  if (logs.size() < smallest_family) return std::nullopt;
  const double deviation = standard_deviation(logs);
  const double excess = deviation * deviation - mean(sampling);
  Prior prior{.degrees = most_family_degrees};
  if (excess > 0) prior.degrees = std::min(2 * trigamma_inverse(excess), most_family_degrees);
  const double half = prior.degrees / 2;
  prior.ratio = std::exp(mean(logs) + digamma(half) - std::log(half));
  return prior;
}

Difference with_variance(double log_ratio, const Spread& spread, double variance, double degrees,
                         VarianceSource source) {
  Difference difference{.change = std::expm1(log_ratio), .degrees = degrees, .source = source};
  difference.standard_error = std::sqrt(variance * spread.weight);
  difference.p_value = student_t_two_sided(log_ratio / difference.standard_error, degrees);
  return difference;
}

Difference with_prior(double log_ratio, const Spread& spread, const Prior& prior,
                      VarianceSource source) {
  const double degrees = prior.degrees + spread.degrees;
  const double expected = prior.ratio * spread.scale;
  const double variance = (prior.degrees * expected + spread.degrees * spread.variance) / degrees;
  return with_variance(log_ratio, spread, std::max(variance, spread.floor), degrees, source);
}

Difference difference_of(const CaseSamples& samples, const Spread& spread,
                         const std::optional<Prior>& family) {
  const double log_ratio = mean_log_center(samples.b) - mean_log_center(samples.a);
  const auto alone = [&] {
    return with_variance(log_ratio, spread, spread.variance, spread.degrees,
                         VarianceSource::processes);
  };
  if (spread.has_single) {
    const Prior stated;
    Difference widened = with_prior(log_ratio, spread, stated, VarianceSource::stated);
    // The prior may only widen: where the other side's processes differ by more, they count alone.
    if (spread.degrees > 0 && spread.variance > stated.ratio * spread.scale &&
        alone().p_value > widened.p_value) {
      widened = alone();
      widened.source = VarianceSource::stated;
    }
    return widened;
  }
  if (!family) return alone();
  const double excess = spread.variance / (family->ratio * spread.scale);
  if (fisher_f_upper(excess, spread.degrees, family->degrees) < outlier_tail) return alone();
  return with_prior(log_ratio, spread, *family, VarianceSource::family);
}

}  // namespace

ProcessSummary summarize_process(std::span<const double> samples, Center center) {
  std::vector<double> buffer(samples.begin(), samples.end());
  ProcessSummary summary{.log_center = log_center_of(buffer, center), .samples = samples.size()};
  summary.wander = unknown_wander;
  summary.center_variance.fill(unknown_wander);
  if (samples.size() < fewest_samples) return summary;
  // Two short halves that happen to agree say little: never below what is taken for too few.
  const bool has_few = samples.size() < 2 * samples_per_stretch;
  for (std::size_t i = 0; i < stretch_counts.size(); ++i) {
    const std::size_t count =
        std::clamp<std::size_t>(samples.size() / samples_per_stretch, 2, stretch_counts[i]);
    const double variance = std::max(variance_of_stretches(samples, count, center, buffer),
                                     has_few ? unknown_wander : 0.0);
    summary.center_variance[i] = variance / static_cast<double>(count);
    if (i == 0) summary.wander = variance;
  }
  return summary;
}

std::optional<CaseSamples> in_cycles(const CaseSamples& samples) {
  CaseSamples cycles = samples;
  for (std::vector<ProcessSummary>* side : {&cycles.a, &cycles.b})
    for (ProcessSummary& process : *side) {
      if (!process.log_clock) return std::nullopt;
      process.log_center += *process.log_clock;
    }
  return cycles;
}

Interval Difference::interval(double probability) const {
  const double half = student_t_critical(probability, degrees) * standard_error;
  const double center = std::log1p(change);
  return {std::expm1(center - half), std::expm1(center + half)};
}

std::vector<Difference> estimate_differences(std::span<const CaseSamples> cases) {
  std::vector<Spread> spreads;
  for (const CaseSamples& samples : cases) spreads.push_back(spread_of(samples));
  const std::optional<Prior> family = fit_prior(spreads);
  std::vector<Difference> differences;
  for (std::size_t i = 0; i < cases.size(); ++i)
    differences.push_back(difference_of(cases[i], spreads[i], family));
  return differences;
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return p_values[x] < p_values[y]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double factor = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, factor * p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace wgf::results
