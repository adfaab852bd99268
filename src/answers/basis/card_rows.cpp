// SPDX-License-Identifier: MIT
#include "answers/basis/card_rows.h"

#include <algorithm>
#include <map>

#include "catalog/csv.h"

namespace wgf::answers {

std::vector<CardRows> read_card_rows(std::span<const EmbeddedFile> files) {
  std::vector<CardRows> rows;
  constexpr double most = 1e9;
  for (const EmbeddedFile& file : files) {
    const catalog::CsvTable table = catalog::parse_csv(file.text, std::string(file.name));
    const auto gpu = table.require("gpu"), software = table.require("software"),
               source = table.require("source"), count = table.require("rows");
    for (const catalog::CsvRow& row : table.rows) {
      const catalog::CsvRecord record(table, row);
      rows.push_back({std::string(record.required(gpu)),
                      std::string(record.required(software)),
                      {std::string(record.required(source)),
                       static_cast<int>(record.number(count, 1, most).value_or(1))}});
    }
  }
  return rows;
}

ForecastBasis summed(advisor::Familiarity familiarity, const std::vector<const CardRows*>& rows) {
  std::map<std::string, int> by_source;
  ForecastBasis basis{familiarity, {}, 0};
  for (const CardRows* row : rows) {
    by_source[row->of_source.source] += row->of_source.rows;
    basis.rows += row->of_source.rows;
  }
  for (const auto& [source, count] : by_source) basis.sources.push_back({source, count});
  std::stable_sort(basis.sources.begin(), basis.sources.end(),
                   [](const auto& a, const auto& b) { return a.rows > b.rows; });
  return basis;
}

}  // namespace wgf::answers
