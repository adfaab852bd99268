// SPDX-License-Identifier: MIT
#include "truth/memory_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

std::string layout_text(const char* words, std::optional<int> gpus = 16) {
  try {
    const RowLayout row = memory_layout_of(words, gpus);
    const advisor::Layout& one = row.layout;
    std::string text =
        std::to_string(one.tp) + " " + std::to_string(one.pp) + " " + std::to_string(one.dp);
    return row.ranks == one.dp ? text : text + " of " + std::to_string(std::lround(row.ranks));
  } catch (const Unreadable& unreadable) {
    return unreadable.reason;
  }
}

TEST(MemoryLayout, InAllTheirSpellings) {
  for (const char* words : {"tp4 pp2 dp2",
                            "tp4 pp2",
                            "tp=4 pp=2 dp=2",
                            "tp 4 pp 2",
                            "tp 4, pp 2",
                            "tp:4 pp:2",
                            "(tp4, pp2)",
                            "tp4/pp2/dp2",
                            "tp4-pp2",
                            "tp4xpp2",
                            "tp4 x pp2 x dp2",
                            "tp4×pp2",
                            "dp2tp4pp2",
                            "4d: tp4 pp2 dp2",
                            "tp_size=4 pp_size=2",
                            "tensor parallel 4, pipeline parallel 2",
                            "tensor-parallel-size 4 pipeline-parallel-size 2",
                            "4-way tp, 2-way pp",
                            "4-way tensor parallelism 2-way pipeline parallelism",
                            "sp tp4 pp2",
                            "(t, p, d) = (4, 2, 2)",
                            "(t,p)=(4,2)",
                            "t=4 p=2 d=2",
                            "tp/pp/dp = 4/2/2",
                            "tensor 4, pipeline 2",
                            "tp4 pp2, pipeline 1f1b",
                            "tp=4, pp=2, dp_shard=2",
                            "tp4 pp2, no cp"})
    EXPECT_EQ(layout_text(words), "4 2 2") << words;
  EXPECT_EQ(memory_layout_of("tp4 pp2 vpp=4", 16).layout.virtual_stages, 4);
  EXPECT_EQ(memory_layout_of("fsdp4 ep4", 4).layout.ep, 4);
  EXPECT_EQ(memory_layout_of("tp4 context parallel 2", 16).layout.cp, 2);
}

TEST(MemoryLayout, ShardsOfPyTorch) {
  for (const char* words : {"fsdp", "fsdp2", "fsdp 16", "fsdp=16", "zero-3", "ddp", "hsdp 16",
                            "dp_shard=16", "data_parallel_shard_degree=16"})
    EXPECT_EQ(layout_text(words), "1 1 16") << words;
  EXPECT_EQ(layout_text("fsdp2 cp4", 8), "1 1 2");
  EXPECT_EQ(layout_text("2-way fsdp", 2), "1 1 2");
  EXPECT_EQ(layout_text("fsdp2 tp4"), "4 1 4");
  for (const char* words : {"hsdp 2x8", "hsdp (2 x 8)", "hsdp: 2 replicas x 8 shards",
                            "dp_replicate 2 dp_shard 8", "dp2 fsdp8", "hsdp 8"})
    EXPECT_EQ(layout_text(words), "1 1 8 of 16") << words;
}

TEST(MemoryLayout, WhatIsNotUnderstoodIsSaid) {
  for (const char* words :
       {"tp", "tp and pp", "mp8", "etp2 tp8", "ulysses 8", "sp8", "tp4 ep", "zero", "deepspeed",
        "sharded", "mics", "gspmd", "3", "8", "2d mesh 4x2", "model parallel 8",
        "8-way model parallel", "naive pipeline"})
    EXPECT_EQ(layout_text(words), "layout not understood") << words;
  EXPECT_EQ(layout_text("tp4 pp3"), "layout does not multiply to the GPUs");
  EXPECT_EQ(layout_text("fsdp", {}), "number of GPUs not stated");
}

}  // namespace
}  // namespace wgf::truth
