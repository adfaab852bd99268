// SPDX-License-Identifier: MIT
#include "truth/row_counts.h"

#include <gtest/gtest.h>

#include <string>

namespace wgf::truth {
namespace {

// A row of one column, whose cell is quoted.
template <typename Read>
auto read_cell(const std::string& column, const std::string& cell, const Read& read) {
  const catalog::CsvTable table =
      catalog::parse_csv("id," + column + "\na,\"" + cell + "\"\n", "rows.csv");
  return read(Cells(table, table.rows.at(0)));
}

std::optional<int> tensor_ranks(const std::string& cell) {
  return read_cell("tp", cell, [](const Cells& cells) { return axis_of(cells, "tp"); });
}

TEST(RowCounts, AxesOfTheLayout) {
  for (const char* cell : {"8", "8.0", "TP8", "tp=8", "8 (experts)", "8-way", "8 GPUs", "8 (SP)"})
    EXPECT_EQ(tensor_ranks(cell), 8) << cell;
  EXPECT_EQ(tensor_ranks("1,024"), 1024);
  for (const char* cell : {"", "-", "n/a", "N/A", "not stated"})
    EXPECT_FALSE(tensor_ranks(cell)) << cell;
  for (const char* cell : {"0", "none", "1"}) EXPECT_EQ(tensor_ranks(cell), 1) << cell;
  for (const char* cell : {"8.5", "-8", "16x8", "2^3", "8 nodes", "yes", "1,02", "8 or 16"})
    EXPECT_THROW(tensor_ranks(cell), Unreadable) << cell;
}

TEST(RowCounts, Gpus) {
  const auto gpus = [](const std::string& cell) {
    return read_cell("gpus", cell, [](const Cells& cells) { return gpus_of(cells, "gpus"); });
  };
  EXPECT_EQ(gpus("128 GPUs"), 128);
  EXPECT_EQ(gpus("64 (8 nodes)"), 64);
  EXPECT_FALSE(gpus("0"));
  for (const char* named : {"2 x H100 80G", "2x A100", "2xH100", "2 × L40S", "2 * MI300X"})
    EXPECT_EQ(gpus(named), 2) << named;
  for (const char* open : {"16x8", "2 x 8 H100", "2 x DGX H100", "2x nodes", "x H100"})
    EXPECT_THROW(gpus(open), Unreadable) << open;
}

TEST(RowCounts, Sequences) {
  const auto sequence = [](const std::string& cell) {
    return read_cell("seq_len", cell, [](const Cells& cells) { return sequence_of(cells); });
  };
  for (const char* cell : {"8192", "8,192", "8k", "8K tokens", "8192 (packed)", "seq_len=8192",
                           "seq 8192", "s=8k", "8k context", "8Ki", "8192 tok"})
    EXPECT_EQ(sequence(cell), 8192) << cell;
  for (const char* cell : {"", "up to 8k", "8k-32k", "variable", "8 sequences", "8192+8192"})
    EXPECT_FALSE(sequence(cell)) << cell;
}

}  // namespace
}  // namespace wgf::truth
