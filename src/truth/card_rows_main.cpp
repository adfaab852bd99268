// SPDX-License-Identifier: MIT
// How many published measurements the fits could read, by card, software and source, as the build
// puts them into the program: card_rows training|classic|serving OUT TRUTH.csv[.gz]…
// And the published rates of each classic case: card_rows classic_rates OUT TRUTH.csv

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <stdexcept>
#include <tuple>

#include "base/files.h"
#include "base/gzip.h"
#include "truth/classic_rows.h"
#include "truth/serving_rows.h"
#include "truth/training_rows.h"

namespace {

using Counts = std::map<std::tuple<std::string, std::string, std::string>, int>;

template <typename Rows>
void add(const Rows& read, Counts& counts) {
  for (const auto& row : read.rows)
    ++counts[{row.gpu->id, std::string(to_text(row.one.software)), row.group}];
}

// Calls with each published rate of a classic network that can be read, and its cells.
template <typename Call>
void for_classic_rows(const std::string& text, const std::string& file,
                      const wgf::catalog::Catalog& catalog, const Call& call) {
  const wgf::catalog::CsvTable table = wgf::catalog::parse_csv(text, file);
  for (const wgf::catalog::CsvRow& line : table.rows) try {
      const wgf::truth::Cells cells(table, line);
      call(read_classic_row(cells, catalog.gpus()), cells);
    } catch (const wgf::truth::Unreadable&) {
      continue;  // validate lists them
    }
}

// Of classic networks the name of the network stands in the place of the software.
void add_classic(const std::string& text, const std::string& file,
                 const wgf::catalog::Catalog& catalog, Counts& counts) {
  for_classic_rows(text, file, catalog, [&](const auto& row, const auto& cells) {
    ++counts[{row.gpu->id, std::string(to_text(row.one.network)),
              wgf::truth::group_of_source(cells.text("source"))}];
  });
}

// The slowest and the fastest published rate of each case of a classic network.
void write_classic_rates(const std::string& out, const std::string& file) {
  struct Rates {
    double low = 0, high = 0;
    int rows = 0;
  };
  std::map<std::tuple<std::string, std::string, bool, int>, Rates> rates;
  for_classic_rows(wgf::read_file(file), file, wgf::catalog::embedded_catalog(),
                   [&](const auto& row, const auto&) {
                     Rates& one = rates[{row.gpu->id, std::string(to_text(row.one.network)),
                                         row.one.is_mixed, row.one.gpus}];
                     one.low = one.rows == 0 ? row.rate : std::min(one.low, row.rate);
                     one.high = std::max(one.high, row.rate);
                     ++one.rows;
                   });
  std::string text = "gpu,network,mixed,gpus,low,high,rows\n";
  for (const auto& [key, one] : rates)
    text += fmt::format("{},{},{:d},{},{},{},{}\n", std::get<0>(key), std::get<1>(key),
                        std::get<2>(key), std::get<3>(key), one.low, one.high, one.rows);
  wgf::write_file_atomically(out, text);
}

void count_rows(const std::string& kind, const std::string& file, Counts& counts) {
  std::string text = wgf::read_file(file);
  if (file.ends_with(".gz")) text = wgf::unpack_gzip(text);
  const wgf::catalog::Catalog& catalog = wgf::catalog::embedded_catalog();
  if (kind == "training")
    add(wgf::truth::read_training_rows(text, file, catalog), counts);
  else if (kind == "classic")
    add_classic(text, file, catalog, counts);
  else if (kind == "serving")
    add(wgf::truth::read_serving_rows(text, file, catalog), counts);
  else
    throw std::runtime_error("the kind is training, classic or serving, not " + kind);
}

void write_counts(const std::string& out, const Counts& counts) {
  std::string text = "gpu,software,source,rows\n";
  for (const auto& [key, count] : counts)
    text += fmt::format("{},{},\"{}\",{}\n", std::get<0>(key), std::get<1>(key), std::get<2>(key),
                        count);
  wgf::write_file_atomically(out, text);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw std::runtime_error("needs a kind, the file to write and truth files");
    if (argv[1] == std::string_view("classic_rates")) {
      write_classic_rates(argv[2], argv[3]);
      return 0;
    }
    Counts counts;
    for (int i = 3; i < argc; ++i) count_rows(argv[1], argv[i], counts);
    write_counts(argv[2], counts);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "card_rows: {}\n", error.what());
    return 1;
  }
}
