// SPDX-License-Identifier: MIT
#include "truth/recompute_words.h"

#include <gtest/gtest.h>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

TEST(RecomputeWords, WordsThatMeanAllOfIt) {
  for (const char* cell :
       {"TRUE", "true", "on", "1", "yes", "AC", "all layers", "uniform, 1 layer",
        "full (every layer)", "block", "gradient checkpointing", "100 %", "act ckpt",
        "act. checkpointing", "act_ckpt_reentrant", "act recompute", "AC=full"})
    EXPECT_EQ(recompute_of(cell).recompute, advisor::Recompute::full) << cell;
}

TEST(RecomputeWords, WordsThatDenyIt) {
  for (const char* cell : {"", "-", "none", "FALSE", "off", "full: false", "No", "0",
                           "none (block, 0 layers per run script)", "recompute not used",
                           "AC: none", "AC off", "no full recompute"})
    EXPECT_EQ(recompute_of(cell).recompute, advisor::Recompute::none) << cell;
  for (const char* cell :
       {"selective, not full", "not full, selective", "no full recompute, selective"})
    EXPECT_EQ(recompute_of(cell).recompute, advisor::Recompute::attention) << cell;
}

TEST(RecomputeWords, SingleOperators) {
  for (const char* cell :
       {"recompute-norm", "moe_act", "layernorm+moe_act", "mla_up_proj", "moe_act recompute"}) {
    EXPECT_EQ(recompute_of(cell).recompute, advisor::Recompute::none) << cell;
    EXPECT_FALSE(recompute_of(cell).feed_forward) << cell;
  }
  EXPECT_EQ(recompute_of("--recompute-activations").recompute, advisor::Recompute::attention);
  EXPECT_EQ(recompute_of("op-level selective").recompute, advisor::Recompute::per_operator);
}

TEST(RecomputeWords, SomeOfTheLayers) {
  for (const char* cell : {"half", "50% of layers", "full, 40 of 80 layers", "every 2nd layer",
                           "40/80 layers", "selective 2"}) {
    ASSERT_TRUE(partly_recomputed(cell)) << cell;
    EXPECT_EQ(partly_recomputed(cell)->share, 0.5) << cell;
    EXPECT_THROW(recompute_of(cell), Unreadable) << cell;
  }
  for (const char* cell :
       {"recompute 10 layers per stage", "block, 10 layers", "block 10", "block/10"}) {
    EXPECT_EQ(partly_recomputed(cell).value().layers, 10) << cell;
    EXPECT_TRUE(partly_recomputed(cell)->is_per_stage) << cell;
  }
  for (const char* cell : {"full", "uniform, 1 layer", "none (block, 0 layers)", "selective", ""})
    EXPECT_FALSE(partly_recomputed(cell)) << cell;
  for (const char* cell : {"our own scheme", "full, act offload", "full except last 4 layers"})
    EXPECT_THROW(recompute_of(cell), Unreadable) << cell;
}

TEST(RecomputeWords, OffloadedActivations) {
  for (const char* notes :
       {"activation CPU offload", "CPU offload of activations", "offload_activations=True",
        "cumulative: +activation offloading", "act. offload", "activations offloaded to host"})
    EXPECT_TRUE(offloads_activations(notes)) << notes;
  for (const char* notes :
       {"offload_activations=False", "no activation offloading", "optimizer offload",
        "CPU offload with activation checkpointing", "activation checkpointing, CPU offload"})
    EXPECT_FALSE(offloads_activations(notes)) << notes;
}

TEST(RecomputeWords, WhatNotesSay) {
  EXPECT_EQ(recompute_in_notes("full activation recomputation; BF16"), "full");
  EXPECT_EQ(recompute_in_notes("gradient checkpointing on"), "full");
  EXPECT_EQ(recompute_in_notes("selective recompute"), "selective");
  for (const char* notes : {"recompute not stated", "no activation checkpointing", "BF16"})
    EXPECT_EQ(recompute_in_notes(notes), "") << notes;
}

}  // namespace
}  // namespace wgf::truth
