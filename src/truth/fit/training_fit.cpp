// SPDX-License-Identifier: MIT
#include "truth/fit/training_fit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "advisor/training/step_time.h"
#include "truth/fit/least_squares.h"

namespace wgf::truth::fit {
namespace {

using advisor::CoefficientInfo;
using advisor::TrainingCoefficients;

constexpr double noise = 0.15;       // of one row, log: machines, versions, what rows do not say
constexpr double soft_beyond = 0.1;  // a residual above it counts linearly

TrainingCoefficients set_of(std::span<const double> logs) {
  TrainingCoefficients set;
  std::size_t at = 0;
  for (const CoefficientInfo& one : advisor::coefficient_list(set))
    *one.value = std::exp(logs[at++]);
  return set;
}

}  // namespace

// A group counts by its rows up to rows_in_full, beyond that by the square root of their number.
std::vector<double> row_weights(const std::vector<TrainingRow>& rows) {
  constexpr double rows_in_full = 30;
  std::map<std::string, double> sizes;
  for (const TrainingRow& row : rows) sizes[row.group] += 1;
  std::vector<double> weights;
  for (const TrainingRow& row : rows)
    weights.push_back(std::min(1.0, std::sqrt(rows_in_full / sizes[row.group])));
  return weights;
}

namespace {

struct WeightedRow {
  const TrainingRow* row;
  double weight;
};

std::vector<WeightedRow> weighted(const std::vector<TrainingRow>& rows,
                                  const std::string& left_out) {
  const std::vector<double> weights = row_weights(rows);
  std::vector<WeightedRow> chosen;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].group != left_out) chosen.push_back({&rows[i], std::sqrt(weights[i])});
  return chosen;
}

}  // namespace

std::optional<double> log_error(const TrainingRow& row, const TrainingCoefficients& coefficients) {
  const auto time = advisor::step_time(row.network, row.one, *row.gpu, row.node, coefficients);
  if (!time) return std::nullopt;
  return std::log(time->total().value / row.step_time.value);
}

TrainingCoefficients fit(const std::vector<TrainingRow>& rows, const std::string& left_out) {
  const std::vector<WeightedRow> chosen = weighted(rows, left_out);
  FitProblem problem;
  problem.residuals = chosen.size();
  problem.scale = soft_beyond;
  problem.evaluate = [&](std::span<const double> logs, std::span<double> residuals) {
    const TrainingCoefficients set = set_of(logs);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      residuals[i] = chosen[i].weight * log_error(*chosen[i].row, set).value_or(0);
  };
  TrainingCoefficients set;
  for (const CoefficientInfo& one : advisor::coefficient_list(set)) {
    problem.prior.push_back(std::log(one.prior));
    problem.weight.push_back(noise / one.spread);
  }
  return set_of(fit_parameters(problem, problem.prior));
}

}  // namespace wgf::truth::fit
