// SPDX-License-Identifier: MIT
#include "truth/fit/table.h"

#include "base/files.h"
#include "catalog/csv.h"

namespace wgf::truth::fit {

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

}  // namespace wgf::truth::fit
