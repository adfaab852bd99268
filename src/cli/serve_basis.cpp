// SPDX-License-Identifier: MIT
#include "cli/serve_basis.h"

#include <algorithm>
#include <map>

#include "catalog/csv.h"
#include "embedded/serving_cards.h"

namespace wgf::cli {
namespace {

using advisor::Familiarity;

struct CardRows {
  std::string gpu, software;
  SourceRows of_source;
};

std::vector<CardRows> read_card_rows() {
  std::vector<CardRows> rows;
  constexpr double most = 1e9;
  for (const EmbeddedFile& file : embedded::serving_cards()) {
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

const std::vector<CardRows>& card_rows() {
  static const std::vector<CardRows> rows = read_card_rows();
  return rows;
}

template <typename IsOne>
ServiceBasis counted(Familiarity familiarity, IsOne is_one) {
  std::map<std::string, int> by_source;
  ServiceBasis basis{familiarity, {}, 0, true};
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

ServiceBasis service_basis(const catalog::Gpu& gpu, advisor::ServingSoftware software,
                           const catalog::GpuCatalog& gpus) {
  ServiceBasis of_card = counted(Familiarity::card, [&](const CardRows& row) {
    return row.gpu == gpu.id && row.software == to_text(software);
  });
  if (of_card.rows > 0) return of_card;
  const auto is_of_vendor = [&](const CardRows& row) {
    const catalog::Gpu* card = gpus.find_id(row.gpu);
    return card != nullptr && card->vendor == gpu.vendor;
  };
  const bool is_vendor_known = std::any_of(card_rows().begin(), card_rows().end(), is_of_vendor);
  ServiceBasis others = counted(Familiarity::generation, [&](const CardRows& row) {
    const catalog::Gpu* card = gpus.find_id(row.gpu);
    return card != nullptr && card->architecture == gpu.architecture;
  });
  if (others.rows == 0) others.familiarity = Familiarity::none;
  others.is_vendor_known = is_vendor_known;
  return others;
}

}  // namespace wgf::cli
