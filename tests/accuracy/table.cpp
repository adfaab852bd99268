// SPDX-License-Identifier: MIT
#include "table.h"

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "base/statistics.h"
#include "catalog/csv.h"

namespace wgf::accuracy {

std::vector<Row> read_csv(const std::string& path) {
  const catalog::CsvTable table = catalog::parse_csv(read_file(path), path);
  std::vector<Row> rows;
  for (const catalog::CsvRow& line : table.rows) {
    Row& row = rows.emplace_back();
    for (std::size_t cell = 0; cell < table.columns.size(); ++cell)
      row[table.columns[cell]] = line.cells[cell];
  }
  return rows;
}

Summary summary_of(const std::vector<const Prediction*>& predictions) {
  Summary summary;
  std::vector<double> errors;
  for (const Prediction* one : predictions) {
    errors.push_back(std::abs(one->error()));
    summary.mean += errors.back();
    summary.inside += one->low <= one->truth && one->truth <= one->high;
  }
  summary.rows = errors.size();
  if (errors.empty()) return summary;
  summary.mean /= static_cast<double>(errors.size());
  summary.inside /= static_cast<double>(errors.size());
  summary.median = quantile(errors, 0.5);
  summary.p90 = quantile(errors, 0.9);
  summary.max = *std::max_element(errors.begin(), errors.end());
  return summary;
}

}  // namespace wgf::accuracy
