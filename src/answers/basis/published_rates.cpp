// SPDX-License-Identifier: MIT
#include "answers/basis/published_rates.h"

#include <map>
#include <string>
#include <tuple>

#include "catalog/csv.h"
#include "embedded/classic_rates.h"

namespace wgf::answers {
namespace {

using Case = std::tuple<std::string, std::string, bool, int>;  // card, network, mixed, cards

std::map<Case, PublishedRates> read_rates() {
  constexpr double most = 1e12;
  std::map<Case, PublishedRates> rates;
  for (const EmbeddedFile& file : embedded::classic_rates()) {
    const catalog::CsvTable table = catalog::parse_csv(file.text, std::string(file.name));
    const auto gpu = table.require("gpu"), network = table.require("network"),
               mixed = table.require("mixed"), gpus = table.require("gpus"),
               low = table.require("low"), high = table.require("high"),
               rows = table.require("rows");
    for (const catalog::CsvRow& row : table.rows) {
      const catalog::CsvRecord record(table, row);
      const auto number = [&](catalog::CsvColumn column) {
        return record.number(column, 0, most).value_or(0);
      };
      rates[{std::string(record.required(gpu)), std::string(record.required(network)),
             number(mixed) > 0, static_cast<int>(number(gpus))}] = {number(low), number(high),
                                                                    static_cast<int>(number(rows))};
    }
  }
  return rates;
}

}  // namespace

std::optional<PublishedRates> published_rates(const catalog::Gpu& gpu,
                                              const advisor::ClassicCase& one) {
  static const std::map<Case, PublishedRates> rates = read_rates();
  const auto known =
      rates.find({gpu.id, std::string(to_text(one.network)), one.is_mixed, one.gpus});
  return known == rates.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace wgf::answers
