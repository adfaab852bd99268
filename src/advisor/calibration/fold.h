// SPDX-License-Identifier: MIT
#pragma once
// The most likely factors of a model's coefficients, given results and how far the model's own fit
// lets each coefficient be off. docs/method/calibration.md.

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace wgf::advisor {

// Root mean square of ln(predicted / measured).
struct CalibrationError {
  double before = 0, after = 0;
  std::optional<double> held_out;  // each group left out in turn; nothing: there is only one
};

// One result. `moved` are logarithms of factors, in the order of the priors.
struct Observation {
  std::string group;    // results that are left out together
  double measured = 0;  // ln
  double spread = 0;    // ln, one standard deviation of what no factor explains
  std::function<std::optional<double>(const std::vector<double>& moved)> predicted;  // ln

  double off(const std::vector<double>& moved) const {
    return predicted(moved).value_or(measured) - measured;
  }
};

struct Fold {
  std::vector<double> moved;  // exactly 0 where no result depends on it
  CalibrationError error;
};

// priors: one standard deviation of the logarithm of each factor, around none. There must be
// results.
Fold fold(const std::vector<Observation>& all, const std::vector<double>& priors);

}  // namespace wgf::advisor
