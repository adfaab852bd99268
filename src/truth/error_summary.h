// SPDX-License-Identifier: MIT
#pragma once
// How far predictions are from what was measured: the errors of a group of them and how many lie in
// their intervals.

#include <cstddef>
#include <string>
#include <vector>

namespace wgf::truth {

struct Prediction {
  std::string id, group;
  double truth = 0, predicted = 0;
  double low = 0, high = 0;  // 90 % interval of the prediction
  double error() const { return predicted / truth - 1; }
  bool is_inside() const { return low <= truth && truth <= high; }
};

struct ErrorSummary {
  std::size_t rows = 0;
  double median = 0, mean = 0, p90 = 0, max = 0;  // of |predicted / true - 1|
  double inside = 0;                              // share of true values within the interval
  double width = 0;  // half of the interval over the prediction, the row in the middle
};
ErrorSummary summary_of(const std::vector<const Prediction*>& predictions);

// Where `now` is worse than `then` by more than rounding: "median", "p90", "inside", "rows"; empty
// where it is not.
std::string worse_figure(const ErrorSummary& now, const ErrorSummary& then);

}  // namespace wgf::truth
