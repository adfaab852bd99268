// SPDX-License-Identifier: MIT
// Which cards the published measurements of serving are of, as the build puts them into the
// program: serving_cards OUT data/truth/inference.csv.gz …

#include <fmt/format.h>

#include <exception>
#include <map>
#include <tuple>

#include "advisor/truth/serving_rows.h"
#include "base/files.h"
#include "base/gzip.h"

namespace {

using Key = std::tuple<std::string, std::string, std::string>;

void count_rows(const std::string& truth, std::map<Key, int>& rows) {
  const wgf::advisor::ServingRows read = wgf::advisor::read_serving_rows(
      wgf::unpack_gzip(wgf::read_file(truth)), truth, wgf::catalog::embedded_catalog());
  for (const wgf::advisor::ServingRow& row : read.rows)
    ++rows[{row.gpu->id, std::string(to_text(row.one.software)), row.group}];
}

void write_cards(const std::string& out, const std::map<Key, int>& rows) {
  std::string text = "gpu,software,source,rows\n";
  for (const auto& [key, count] : rows)
    text += fmt::format("{},{},\"{}\",{}\n", std::get<0>(key), std::get<1>(key), std::get<2>(key),
                        count);
  wgf::write_file_atomically(out, text);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw std::runtime_error("needs the file to write and truth files");
    std::map<Key, int> rows;
    for (int i = 2; i < argc; ++i) count_rows(argv[i], rows);
    write_cards(argv[1], rows);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "serving_cards: {}\n", error.what());
    return 1;
  }
}
