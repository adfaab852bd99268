// SPDX-License-Identifier: MIT
#include "truth/sharding_words.h"

#include <gtest/gtest.h>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

TEST(ShardingWords, StagesOfManySpellings) {
  for (const char* cell :
       {"ZeRO-3", "ZeRO Stage-3", "ZeRO stage 3", "stage3", "zero_stage=3", "Z3", "FSDP2", "3",
        "hybrid shard", "HYBRID_SHARD", "Full Shard", "FSDP shard 64", "ZeRO-Infinity",
        "ZeRO-3 + CPU offload (AdamW)", "dp_shard=64", "data_parallel_shard_degree 8",
        "dp_shard=-1", "3.0", "ZeRO-DP O3"})
    EXPECT_EQ(stated_zero_stage(cell), 3) << cell;
  for (const char* cell :
       {"DeepSpeed ZeRO Stage-2", "sharding stage2", "sharding=\"stage2\"", "FSDP (SHARD_GRAD_OP)",
        "ZeRO-Offload", "ZeRO-1 + weight shards + gradient shards"})
    EXPECT_EQ(stated_zero_stage(cell), 2) << cell;
  for (const char* cell :
       {"ZeRO-1 (distributed optimizer)", "distributed-optimizer", "DDP/dist-opt",
        "ZeRO-1 + weight shards", "optimizer state sharding", "shards optimizer states", "1"})
    EXPECT_EQ(stated_zero_stage(cell), 1) << cell;
  for (const char* cell : {"", "-", "none", "no", "DDP", "FSDP: no", "FSDP off", "NO_SHARD",
                           "no ZeRO-3", "TP8 PP8", "ZeRO-0", "dp_shard=1", "no sharding"})
    EXPECT_EQ(stated_zero_stage(cell), 0) << cell;
  for (const char* cell : {"ZeRO++", "ZeRO", "sharded", "some scheme of ours", "8", "2.5",
                           "sharded data parallel", "ShardedDDP", "weight sharding"})
    EXPECT_THROW(stated_zero_stage(cell), Unreadable) << cell;
  EXPECT_TRUE(names_data_parallelism("stage3"));
  EXPECT_FALSE(names_data_parallelism("FSDP off"));
}

TEST(ShardingWords, WhatIsOffloaded) {
  for (const char* words : {"CPU offload", "cpu_offload", "optimizer offloaded to CPU",
                            "offloads optimizer to CPU", "ZeRO-Offload", "offload-opt-m"})
    EXPECT_TRUE(offloads_optimizer(words)) << words;
  for (const char* words : {"no CPU offload", "cpu_offload=False", "activation offloading",
                            "offload-residual", "FSDP without offload", ""})
    EXPECT_FALSE(offloads_optimizer(words)) << words;
  for (const char* words : {"ZeRO-Infinity (NVMe)", "offload_param: cpu", "offload-quants",
                            "FSDP + CPU offload", "ZeRO-3 param offload"})
    EXPECT_TRUE(streams_weights(words)) << words;
  for (const char* words : {"ZeRO-3", "shard-weights offload-residual", "no param offload",
                            "FSDP; CPU offload of the optimizer", "ZeRO-3 + CPU offload"})
    EXPECT_FALSE(streams_weights(words)) << words;
}

}  // namespace
}  // namespace wgf::truth
