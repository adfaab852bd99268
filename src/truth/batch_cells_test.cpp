// SPDX-License-Identifier: MIT
#include "truth/batch_cells.h"

#include <gtest/gtest.h>

#include <string>

#include "catalog/catalog.h"
#include "truth/row_cells.h"
#include "truth/training_rows.h"

namespace wgf::truth {
namespace {

constexpr double sequence = 8192;
constexpr int ranks = 8;

BatchWords global_cell(const std::string& cell) {
  return batch_words(cell, BatchColumn::global, sequence, ranks);
}
BatchWords micro_cell(const std::string& cell) {
  return batch_words(cell, BatchColumn::micro, sequence, ranks);
}

TEST(BatchCells, SequencesAndTokens) {
  EXPECT_EQ(global_cell("1,024").global, 1024);
  for (const char* cell :
       {"32", "32 (sequences)", "32 seqs", "32 (global)", "32 samples/step", "gbs 32", "BS=32",
        "~32", "effective 32", "batch size 32", "32x8192", "32 x 8192 tokens", "global: 32"})
    EXPECT_EQ(global_cell(cell).global, 32) << cell;
  for (const char* cell : {"4,000,000 tokens", "4000k tok"})
    EXPECT_EQ(global_cell(cell).global, 488) << cell;  // 4e6 / 8,192
  for (const char* cell : {"4M tokens", "4M"})
    EXPECT_EQ(global_cell(cell).global, 512) << cell;  // powers of two are meant
  EXPECT_EQ(global_cell("3.2M tokens").global, 391);
  for (const char* cell : {"2", "mbs 2", "2 (per GPU)", "2/GPU", "local 2", "per_device=2",
                           "micro-batch size 2", "2x8192", "16384 tokens"})
    EXPECT_EQ(micro_cell(cell).micro, 2) << cell;
  EXPECT_FALSE(global_cell("-").global);
}

TEST(BatchCells, WhatABatchIsMadeOf) {
  for (const char* cell : {"micro batch 2, GA 21", "mbs=2 / gas=21", "2 micro, 21 grad accum",
                           "mbs 2 and 21 micro-batches"}) {
    EXPECT_EQ(global_cell(cell).micro, 2) << cell;
    EXPECT_EQ(micro_cell(cell).steps, 21) << cell;
  }
  EXPECT_EQ(micro_cell("2, GA 21").micro, 2);
  for (const char* cell : {"2 (GBS 336)", "mbs 2 gbs 336", "MBS=2 / GBS=336", "2 (336 global)"}) {
    EXPECT_EQ(micro_cell(cell).micro, 2) << cell;
    EXPECT_EQ(micro_cell(cell).global, 336) << cell;
  }
  EXPECT_EQ(micro_cell("512 (global)").global, 512);
  for (const char* cell :
       {"2 x 21 x 8", "2x21x8", "2 × 21 × 8", "336 (2*21*8)", "8 x 2 x 21", "336 = 2 x 21 x 8"}) {
    const BatchWords read = global_cell(cell);
    EXPECT_EQ(read.global, 336) << cell;
    EXPECT_EQ(read.micro, 2) << cell;
    EXPECT_EQ(read.steps, 21) << cell;
  }
  for (const char* cell : {"42/GPU", "42 per GPU", "42 x 8", "336 (42 per GPU)"})
    EXPECT_EQ(global_cell(cell).rank, 42) << cell;
  EXPECT_EQ(global_cell("336 (2 per GPU)").micro, 2);  // 21 times
  EXPECT_EQ(batch_words("2 x 21", BatchColumn::global, sequence, 1).steps, 21);
}

TEST(BatchCells, WhatIsNotUnderstoodIsListed) {
  for (const char* cell : {"2^10", "0", "-4", "32-64", "auto", "16x32", "2 x 21 x 9", "32 or 64",
                           "1e9", "8 nodes", "2 x 21 x 8 x 3", "global"})
    EXPECT_THROW(global_cell(cell), Unreadable) << cell;
  for (const char* cell : {"336 (2 x 20 x 8)", "32, 64", "gbs 32, global 64"})
    EXPECT_THROW(global_cell(cell), Unreadable) << cell;
  EXPECT_THROW(joined(micro_cell("2 (global 64)"), global_cell("128")), Unreadable);
}

class BatchRows : public ::testing::Test {
 protected:
  static TrainingRows read(const std::string& cells, const std::string& source = "blog") {
    return read_training_rows(
        "id,source,gpu,gpus,model,seq_len,tp,pp,micro_batch,global_batch,"
        "metric,value,unit,notes\na," +
            source + ",H100 SXM 80GB,8,Llama 3.1 8B,8192," + cells + "\n",
        "rows.csv", catalog::embedded_catalog());
  }
  static advisor::TrainingCase one(const std::string& cells, const std::string& source = "blog") {
    return read(cells, source).rows.at(0).one;
  }
  static std::string reason(const std::string& cells) { return read(cells).unread.at(0).reason; }
};

constexpr const char* rate = ",tokens_per_s_per_gpu,6000,,";

TEST_F(BatchRows, CellsAndNotesTogether) {
  const auto sizes = [](const advisor::TrainingCase& one) {
    return std::to_string(one.work.batch) + " of " + std::to_string(one.global_batch);
  };
  const std::string both = sizes(one(std::string("1,1,2,336") + rate));
  for (const char* cells : {"1,1,2,2 x 21 x 8", "1,1,\"2, GA 21\",",
                            "1,1,,\"micro batch 2, GA 21\"", "1,1,2,42/GPU", "1,1,2 (336 global),"})
    EXPECT_EQ(sizes(one(cells + std::string(rate))), both) << cells;
  for (const char* notes : {"GA 21", "GBS 336", "effective batch size 336", "21 micro-batches"})
    EXPECT_EQ(sizes(one(std::string("1,1,2,") + rate + notes)), both) << notes;
  EXPECT_EQ(reason(std::string("2,1,2,42/GPU") + rate), "batch not stated");  // two GPUs a rank
  EXPECT_EQ(reason(std::string("1,1,\"2, GA 8\",336") + rate), "batches contradict each other");
}

TEST_F(BatchRows, PipelinesAreFed) {
  EXPECT_EQ(one(std::string("1,4,1,64") + rate).micro_steps(), 32);
  EXPECT_EQ(one(std::string("1,4,8,") + rate + "GA 1").micro_steps(), 1);  // as it says
  EXPECT_EQ(one(std::string("1,4,8,") + rate, "pytorch/torchtitan").work.batch, 1);
  for (const char* cells : {"1,4,8,", "1,4,8,16"})
    EXPECT_EQ(reason(cells + std::string(rate)), "micro-batches of the pipeline not stated")
        << cells;
}

}  // namespace
}  // namespace wgf::truth
