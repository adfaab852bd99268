// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "report/result_table.h"

namespace wgf::report {
namespace {

std::string label(const char* benchmark, results::Parameters parameters) {
  return case_label({.benchmark = benchmark, .parameters = std::move(parameters)});
}

TEST(CaseLabel, LeavesTheUsualTokensOfATurnOut) {
  const auto n = [](std::int64_t value) { return results::Value(value); };
  EXPECT_EQ(label("llm_load", {{"model", "gpt2"}, {"rate", 2.5}, {"turn_tokens", n(512)}}),
            "llm_load gpt2 rate=2.5");
}

TEST(CaseLabel, LeavesOutWhatLinksTake) {
  EXPECT_EQ(label("train_decoder", {{"model", "gpt2"},
                                    {"emulated_rank", results::Value(std::int64_t{3})},
                                    {"data_links", "all_reduce@2 1024=10 2048=11"}}),
            "train_decoder gpt2 emulated_rank=3");
}

TEST(CaseLabel, WritesShapesAsTheyAreRead) {
  const auto n = [](std::int64_t value) { return results::Value(value); };
  EXPECT_EQ(label("matmul",
                  {{"m", n(4)}, {"n", n(5)}, {"k", n(6)}, {"precision", "fp8"}, {"cache", "cold"}}),
            "matmul 4x5x6 fp8 cold");
  EXPECT_EQ(label("conv", {{"pass", "dgrad"},
                           {"batch", n(32)},
                           {"channels", n(64)},
                           {"height", n(56)},
                           {"width", n(28)},
                           {"filters", n(128)},
                           {"filter_height", n(3)},
                           {"filter_width", n(1)},
                           {"stride", n(2)},
                           {"padding", n(1)},
                           {"groups", n(1)},
                           {"precision", "bf16"},
                           {"memory_format", "channels_last"},
                           {"cache", "hot"}}),
            "conv dgrad b32 64x56x28 128@3x1 stride 2 bf16");
  EXPECT_EQ(label("llm", {{"model", "llama-3.1-8b"},
                          {"batch_size", n(8)},
                          {"prompt_tokens", n(512)},
                          {"new_tokens", n(128)},
                          {"precision", "bf16"},
                          {"depth", n(4096)}}),
            "llm llama-3.1-8b b8 512+128 bf16 @ d4096");
}

TEST(CaseLabel, LeavesOutWhatPeopleExpect) {
  const auto n = [](std::int64_t value) { return results::Value(value); };
  EXPECT_EQ(label("attention", {{"phase", "prefill"},
                                {"pass", "forward"},
                                {"batch", n(8)},
                                {"heads", n(32)},
                                {"kv_heads", n(8)},
                                {"sequence_length", n(4096)},
                                {"head_size", n(128)},
                                {"causal", true},
                                {"backend", "auto"},
                                {"precision", "bf16"},
                                {"cache", "hot"}}),
            "attention prefill forward b8 h32 kv8 sequence_length=4096 d128 causal bf16");
  EXPECT_EQ(label("attention", {{"causal", false}, {"backend", "cudnn"}}),
            "attention all pairs cudnn");
}

}  // namespace
}  // namespace wgf::report
