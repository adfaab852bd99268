// SPDX-License-Identifier: MIT
#include "truth/batch_notes.h"

#include <gtest/gtest.h>

namespace wgf::truth {
namespace {

TEST(BatchNotes, MicroSteps) {
  EXPECT_EQ(accumulation_of("NVIDIA; grad accum 4; median throughput"), 4);
  for (const char* notes :
       {"gradient accumulation 8", "gradient_accumulation_steps=8", "GAS 8", "GA=8", "GA 8",
        "8 gradient accumulation steps", "batch 64, 8 accumulation steps", "8 micro-batches"})
    EXPECT_EQ(accumulation_of(notes), 8) << notes;
  for (const char* notes : {"no accumulation", "no grad accumulation", "biogas 8", "mega 8",
                            "batch size 64 gradient accumulation", "micro-batches of 8"})
    EXPECT_FALSE(accumulation_of(notes)) << notes;
}

TEST(BatchNotes, Tokens) {
  EXPECT_EQ(batch_tokens_of("batch 0.5M tok; GPT-3 paper shapes"), 5e5);
  EXPECT_FALSE(batch_tokens_of("batch 4"));
  for (const char* notes : {"micro-batch 1, batch 4M tokens", "batch size 4M tokens",
                            "4M tokens per step", "global batch 512 sequences; batch 4M tokens"})
    EXPECT_EQ(batch_tokens_of(notes), 4e6) << notes;
  EXPECT_EQ(batch_tokens_of("global batch 524,288 tokens"), 524288);
  EXPECT_EQ(batch_tokens_of("global batch 4M"), 4e6);
  for (const char* notes : {"global batch 512 sequences; 4M tokens", "trained on 300B tokens",
                            "micro-batch 4096 tokens", "batch 8, 4k tokens/s"})
    EXPECT_FALSE(batch_tokens_of(notes)) << notes;
}

TEST(BatchNotes, Sequences) {
  for (const char* notes :
       {"global batch 512 sequences; 4M tokens", "GBS=512", "global batch of 512",
        "effective batch size 512", "total batch size: 512", "global_batch_size=512, bf16"})
    EXPECT_EQ(batch_sequences_of(notes), 512) << notes;
  EXPECT_EQ(batch_sequences_of("GBS 1,024"), 1024);
  EXPECT_EQ(batch_sequences_of("GBS 2k"), 2000);
  for (const char* notes : {"batch 4M tokens", "global batch 4M", "batch 512", "global batch auto"})
    EXPECT_FALSE(batch_sequences_of(notes)) << notes;
}

}  // namespace
}  // namespace wgf::truth
