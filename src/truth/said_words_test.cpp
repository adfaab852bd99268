// SPDX-License-Identifier: MIT
#include "truth/said_words.h"

#include <gtest/gtest.h>

namespace wgf::truth {
namespace {

TEST(SaidWords, AffirmedOrDenied) {
  for (const char* said : {"fsdp", "fsdp2, no recompute", "no offload; fsdp", "none (fsdp)",
                           "fsdp without offload", "no compile. fsdp on", "fsdp = 8", "fsdp: full"})
    EXPECT_TRUE(says_any(said, {"fsdp"})) << said;
  for (const char* denied :
       {"no fsdp", "without fsdp", "w/o fsdp", "fsdp off", "fsdp: no", "fsdp2 disabled", "fsdp=0",
        "fsdp=false", "not using fsdp", "ddp (no fsdp)", "non-fsdp", "offload"})
    EXPECT_FALSE(says_any(denied, {"fsdp"})) << denied;
  EXPECT_TRUE(says_any("no fsdp, then fsdp", {"fsdp"}));
  EXPECT_FALSE(says_any("activation checkpointing: none", {"checkpoint"}));
  EXPECT_FALSE(says_any("no activation checkpointing", {"checkpoint"}));
}

TEST(SaidWords, WordsOfTheirOwn) {
  EXPECT_TRUE(says_word("with lora", {"lora"}));
  EXPECT_FALSE(says_word("an exploration", {"lora"}));
  EXPECT_FALSE(says_word("lora not used", {"lora"}));
  EXPECT_TRUE(says_word("lora, not full", {"lora"}));
  EXPECT_EQ(flat_words("ZeRO-Stage_3"), "zero stage 3");
  EXPECT_EQ(number_before("in 5 chunks", "chunk"), 5);
  EXPECT_FALSE(number_before("chunks 5", "chunk"));
}

TEST(SaidWords, NumbersOfLabels) {
  for (const char* text :
       {"tp 4", "tp4", "tp=4", "dp 2; tp: 4", "x_tp_4", "tp-4, pp 2", "tp n/a tp4"})
    EXPECT_EQ(labelled_number(text, "tp"), 4) << text;
  for (const char* text : {"http 4", "tp", "tp n/a", "tp x"})
    EXPECT_FALSE(labelled_number(text, "tp")) << text;
  EXPECT_EQ(labelled_number("mfu 0.55.", "mfu"), 0.55);
}

TEST(SaidWords, WholeWords) {
  EXPECT_TRUE(says_alone("300 w cap; x", {"cap"}));
  EXPECT_TRUE(says_alone("power-limit: 300", {"limit"}));
  for (const char* text : {"capacity", "no cap", "recap", "cap: none", ""})
    EXPECT_FALSE(says_alone(text, {"cap"})) << text;
}

}  // namespace
}  // namespace wgf::truth
