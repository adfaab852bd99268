// SPDX-License-Identifier: MIT
#include "truth/error_summary.h"

#include <algorithm>
#include <cmath>

#include "base/statistics.h"

namespace wgf::truth {
namespace {

constexpr double tolerated_median = 0.002;  // growth of an error, absolute
constexpr double tolerated_p90 = 0.005;
constexpr double tolerated_coverage = 0.01;

// As a committed table has it: what is rounded further is the same wherever it is shown.
double as_written(double figure) {
  constexpr double digits = 1e6;
  return std::round(figure * digits) / digits;
}

ErrorSummary as_written(ErrorSummary one) {
  for (double* figure : {&one.median, &one.mean, &one.p90, &one.max, &one.inside, &one.width})
    *figure = as_written(*figure);
  return one;
}

}  // namespace

ErrorSummary summary_of(const std::vector<const Prediction*>& predictions) {
  ErrorSummary summary;
  std::vector<double> errors, widths;
  for (const Prediction* one : predictions) {
    errors.push_back(std::abs(one->error()));
    widths.push_back((one->high - one->low) / 2 / one->predicted);
    summary.mean += errors.back();
    summary.inside += one->is_inside();
  }
  summary.rows = errors.size();
  if (errors.empty()) return summary;
  summary.mean /= static_cast<double>(errors.size());
  summary.inside /= static_cast<double>(errors.size());
  summary.median = quantile(errors, 0.5);
  summary.p90 = quantile(errors, 0.9);
  summary.max = *std::max_element(errors.begin(), errors.end());
  summary.width = quantile(widths, 0.5);
  return as_written(summary);
}

std::string worse_figure(const ErrorSummary& now, const ErrorSummary& then) {
  if (now.rows < then.rows) return "rows";
  if (now.median > then.median + tolerated_median) return "median";
  if (now.p90 > then.p90 + tolerated_p90) return "p90";
  if (now.inside < then.inside - tolerated_coverage) return "inside";
  return "";
}

}  // namespace wgf::truth
