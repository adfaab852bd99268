// SPDX-License-Identifier: MIT
#pragma once
// data/efficiency/operators.toml as the fit writes it.

#include <string>

#include "operator_fit.h"

namespace wgf::accuracy {

// A table that holds the generations alone: those that data/truth/operators has cards of, and those
// of which a sustained rate is published.
advisor::OperatorTable measured_generations();

class CoefficientFile {
 public:
  void add(const TruthKind& kind, const KindFit& fit);
  std::string text() const;

 private:
  std::string bands_, records_;
};

// Values of the shipped file that are further from the fit than rounding, each named on a line.
int stale_coefficients(const std::string& fitted, const std::string& shipped);

}  // namespace wgf::accuracy
