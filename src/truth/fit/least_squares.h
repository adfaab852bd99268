// SPDX-License-Identifier: MIT
#pragma once
// Robust least squares with priors: Levenberg-Marquardt on soft-L1 residuals (as SciPy's
// least_squares has them), numeric derivatives, a few parameters.

#include <functional>
#include <span>
#include <vector>

namespace wgf::truth::fit {

struct FitProblem {
  // Fills the residuals, as many as `residuals`, at these parameters.
  std::function<void(std::span<const double> parameters, std::span<double> residuals)> evaluate;
  std::size_t residuals = 0;
  double scale = 0.08;         // beyond it a residual counts linearly
  std::vector<double> prior;   // each parameter is drawn there…
  std::vector<double> weight;  // …with weight x (parameter - prior) as one more residual
};

std::vector<double> fit_parameters(const FitProblem& problem, std::vector<double> start);

}  // namespace wgf::truth::fit
