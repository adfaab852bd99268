// SPDX-License-Identifier: MIT
#pragma once
// Rows of a CSV file by column name, and the errors of predictions by group.

#include <map>
#include <string>
#include <vector>

namespace wgf::accuracy {

using Row = std::map<std::string, std::string>;

std::vector<Row> read_csv(const std::string& path);

struct Summary {
  std::size_t rows = 0;
  double median = 0, mean = 0, p90 = 0, max = 0;  // of |predicted / true - 1|
  double inside = 0;                              // share of true values within the interval
};
struct Prediction {
  std::string id, group;
  double truth = 0, predicted = 0;
  double low = 0, high = 0;  // 90 % interval of the prediction
  double error() const { return predicted / truth - 1; }
};
Summary summary_of(const std::vector<const Prediction*>& predictions);

}  // namespace wgf::accuracy
