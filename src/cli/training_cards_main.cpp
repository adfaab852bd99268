// SPDX-License-Identifier: MIT
// Which cards the published trainings are of, as the build puts them into the program:
// training_cards data/truth/training.csv OUT

#include <fmt/format.h>

#include <exception>
#include <map>

#include "advisor/truth/training_rows.h"
#include "base/files.h"

namespace {

void write_cards(const std::string& truth, const std::string& out) {
  const wgf::advisor::TrainingRows read = wgf::advisor::read_training_rows(
      wgf::read_file(truth), truth, wgf::catalog::embedded_catalog());
  std::map<std::pair<std::string, std::string>, int> rows;
  for (const wgf::advisor::TrainingRow& row : read.rows) ++rows[{row.gpu->id, row.group}];
  std::string text = "gpu,source,rows\n";
  for (const auto& [key, count] : rows)
    text += fmt::format("{},\"{}\",{}\n", key.first, key.second, count);
  wgf::write_file_atomically(out, text);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::runtime_error("needs the truth file and the file to write");
    write_cards(argv[1], argv[2]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "training_cards: {}\n", error.what());
    return 1;
  }
}
