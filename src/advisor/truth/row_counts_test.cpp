// SPDX-License-Identifier: MIT
#include "advisor/truth/row_counts.h"

#include <gtest/gtest.h>

#include <string>

namespace wgf::advisor {
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

std::optional<BatchCell> global_batch(const std::string& cell, bool is_global = true) {
  return read_cell("batch", cell,
                   [&](const Cells& cells) { return batch_of(cells, "batch", is_global); });
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
  EXPECT_THROW(gpus("16x8"), Unreadable);
}

TEST(RowCounts, Batches) {
  EXPECT_EQ(global_batch("1,024")->count, 1024);
  EXPECT_EQ(parse_separated_number("~1,024.5"), 1024.5);
  for (const char* cell :
       {"32", "32 (sequences)", "32 seqs", "32 (global)", "32 samples/step", "gbs 32", "BS=32"}) {
    EXPECT_EQ(global_batch(cell)->count, 32) << cell;
    EXPECT_FALSE(global_batch(cell)->is_tokens) << cell;
  }
  for (const char* cell : {"4M tokens", "4M", "4,000,000 tokens", "4000k tok"}) {
    EXPECT_EQ(global_batch(cell)->count, 4e6) << cell;
    EXPECT_TRUE(global_batch(cell)->is_tokens) << cell;
  }
  EXPECT_FALSE(global_batch("-"));
  EXPECT_EQ(global_batch("mbs 2", false)->count, 2);
  EXPECT_THROW(global_batch("mbs 2"), Unreadable);
  for (const char* cell : {"2^10", "32 (per GPU)", "0", "-4", "32-64", "auto", "16x32"})
    EXPECT_THROW(global_batch(cell), Unreadable) << cell;
  EXPECT_EQ(global_batch("2 (per GPU)", false)->count, 2);
  EXPECT_THROW(global_batch("512 (global)", false), Unreadable);
}

TEST(RowCounts, Sequences) {
  const auto sequence = [](const std::string& cell) {
    return read_cell("seq_len", cell, [](const Cells& cells) { return sequence_of(cells); });
  };
  for (const char* cell : {"8192", "8,192", "8k", "8K tokens", "8192 (packed)"})
    EXPECT_EQ(sequence(cell), 8192) << cell;
  for (const char* cell : {"", "up to 8k", "8k-32k", "variable"})
    EXPECT_FALSE(sequence(cell)) << cell;
}

}  // namespace
}  // namespace wgf::advisor
