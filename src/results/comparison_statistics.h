// SPDX-License-Identifier: MIT
#pragma once
// What times of two sides say about their difference. The unit is the engine process: samples
// inside one are autocorrelated, and processes differ by more than their samples show. Method and
// its reasons: docs/method/comparison.md.

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/statistics.h"

namespace wgf::results {

// What stands for many samples. The mean where their sum counts: waits come in bursts that a median
// does not see.
enum class Center { median, mean };

// What one process contributes, on a logarithmic scale, so that a difference is a ratio.
struct ProcessSummary {
  double log_center = 0;
  // How far the process wanders from itself: variance of the centers of its stretches.
  double wander = 0;
  // Sampling variance of log_center as ten, five and three stretches tell it. They agree where
  // samples forget each other within a stretch; the longer ones see slower changes.
  std::array<double, 3> center_variance{};
  std::size_t samples = 0;
  // Of the device's clock while it was measured; absent where it was not read.
  std::optional<double> log_clock;
};

// Samples in the order taken, at least one, all finite and above zero.
ProcessSummary summarize_process(std::span<const double> samples, Center center = Center::median);

// One case on both sides.
struct CaseSamples {
  std::vector<ProcessSummary> a, b;
};

// The same in clock cycles instead of time; nothing where a clock was not read.
std::optional<CaseSamples> in_cycles(const CaseSamples& samples);

// How the variance between processes became known.
enum class VarianceSource {
  processes,  // from the processes of this case alone
  family,     // from them and from those of the other cases
  stated,     // a side is one process: a stated prior takes part
};

struct Difference {
  double change = 0;          // B / A - 1
  double standard_error = 0;  // of log(B / A), as it went into the interval
  double degrees = 0;         // of freedom
  double p_value = 1;         // of no difference, this case alone
  VarianceSource source = VarianceSource::processes;

  // B / A - 1 with that probability of lying outside.
  Interval interval(double probability) const;
};

// One for each case, in order. Cases of one pair of files belong into one call: they tell of each
// other's variance.
std::vector<Difference> estimate_differences(std::span<const CaseSamples> cases);

// Holm 1979: p-values that hold for all of them together.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace wgf::results
