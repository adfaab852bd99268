// SPDX-License-Identifier: MIT
#include "cli/predict_basis.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "catalog/csv.h"
#include "embedded/training_cards.h"

namespace wgf::cli {
namespace {

struct CardRows {
  std::string gpu;
  SourceRows of_source;
};

std::vector<CardRows> read_card_rows() {
  std::vector<CardRows> rows;
  for (const EmbeddedFile& file : embedded::training_cards()) {
    const catalog::CsvTable table = catalog::parse_csv(file.text, std::string(file.name));
    const auto gpu = table.require("gpu"), source = table.require("source"),
               count = table.require("rows");
    constexpr double most = 1e9;
    for (const catalog::CsvRow& row : table.rows) {
      const catalog::CsvRecord record(table, row);
      rows.push_back({std::string(record.required(gpu)),
                      {std::string(record.required(source)),
                       static_cast<int>(record.number(count, 1, most).value_or(1))}});
    }
  }
  return rows;
}

const std::vector<CardRows>& card_rows() {
  static const std::vector<CardRows> rows = read_card_rows();
  return rows;
}

template <typename IsOne>
TrainingBasis counted(advisor::Familiarity familiarity, IsOne is_one) {
  std::map<std::string, int> by_source;
  TrainingBasis basis{familiarity, {}, 0};
  for (const CardRows& row : card_rows()) {
    if (!is_one(row)) continue;
    by_source[row.of_source.source] += row.of_source.rows;
    basis.rows += row.of_source.rows;
  }
  for (const auto& [source, rows] : by_source) basis.sources.push_back({source, rows});
  std::stable_sort(basis.sources.begin(), basis.sources.end(),
                   [](const auto& a, const auto& b) { return a.rows > b.rows; });
  return basis;
}

}  // namespace

TrainingBasis training_basis(const catalog::Gpu& gpu, const catalog::GpuCatalog& gpus) {
  TrainingBasis of_card =
      counted(advisor::Familiarity::card, [&](const CardRows& row) { return row.gpu == gpu.id; });
  if (of_card.rows > 0) return of_card;
  const auto generation = advisor::generation_of(gpu);
  TrainingBasis of_generation = counted(advisor::Familiarity::generation, [&](const CardRows& row) {
    const catalog::Gpu* card = gpus.find_id(row.gpu);
    return generation && card != nullptr && advisor::generation_of(*card) == generation;
  });
  if (of_generation.rows > 0) return of_generation;
  return {};
}

}  // namespace wgf::cli
