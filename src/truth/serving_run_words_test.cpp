// SPDX-License-Identifier: MIT
#include "truth/serving_run_words.h"

#include <gtest/gtest.h>

namespace wgf::truth {
namespace {

TEST(ServingRunWords, ReleasesOfLlamaCppThatUnpackWeights) {
  for (const char* old : {"llama.cpp, may 2024", "2023-11-02", "llama.cpp b2968", "build: 2968",
                          "build: d8fd0cc (2412)", "april 2024", "llama.cpp (2024-03)"})
    EXPECT_TRUE(is_before_june_2024(old)) << old;
  for (const char* since : {"june 2024", "2024-11-05", "llama.cpp b6060", "build: 9c35706 (6060)",
                            "2025", "llama 8b 2048 tokens", "qwen3-235b-a22b-2507", ""})
    EXPECT_FALSE(is_before_june_2024(since)) << since;
}

TEST(ServingRunWords, RunsOfBitsandbytes) {
  for (const char* words : {"vllm; bitsandbytes; ", "transformers; nf4; ", "x; ; load_in_8bit"})
    EXPECT_TRUE(runs_bitsandbytes(words, "", false)) << words;
  EXPECT_FALSE(runs_bitsandbytes("vllm; bf16; no bitsandbytes", "bf16", false));
  for (const char* format : {"int8", "8bit", "4-bit", "int4", "fp4"}) {
    EXPECT_TRUE(runs_bitsandbytes(format, format, true)) << format;
    EXPECT_FALSE(runs_bitsandbytes(format, format, false)) << format;
  }
  for (const char* format : {"bf16", "awq 4-bit", "gptq int4", "torchao int4"})
    EXPECT_FALSE(runs_bitsandbytes(format, format, true)) << format;
}

TEST(ServingRunWords, TokensBeforeThoseThatAreTimed) {
  for (const char* notes : {"depth 4096", "llama-bench -d 4096", "-d 4096", "n_depth=4096"})
    EXPECT_EQ(depth_of(notes), 4096) << notes;
  for (const char* notes : {"", "depth 0", "depth reduced", "gpt-d 4096"})
    EXPECT_EQ(depth_of(notes), 0) << notes;
}

TEST(ServingRunWords, FusedAttention) {
  for (const char* fused : {"flash attention", "-fa 1", "fa=1", "fa on", "flash-attn"})
    EXPECT_TRUE(fuses_attention(fused)) << fused;
  for (const char* written : {"", "no flash attention", "fa 0", "without flash attention"})
    EXPECT_FALSE(fuses_attention(written)) << written;
}

TEST(ServingRunWords, NotesThatChangeWhatWasMeasured) {
  for (const char* notes : {"p99", "95th percentile", "p99 latency"})
    EXPECT_TRUE(names_percentile(notes)) << notes;
  for (const char* notes : {"", "mean; p99 was 12 ms", "median", "not the p99"})
    EXPECT_FALSE(names_percentile(notes)) << notes;
  for (const char* notes :
       {"input + output tokens", "total tokens (prompt + generated)", "incl. prompt tokens",
        "total token throughput", "counts input and output", "in + out", "prompt tokens included"})
    EXPECT_TRUE(counts_prompts(notes)) << notes;
  for (const char* notes :
       {"output tokens only", "excludes prompt tokens", "not counting input tokens",
        "total 1406 tok/s; output 498 tok/s", "1024 input + 1024 output tokens per request",
        "separate prefill and decode workers", "prompt tokens not included"})
    EXPECT_FALSE(counts_prompts(notes)) << notes;
}

TEST(ServingRunWords, RequestsOfARun) {
  for (const char* notes :
       {"200 requests", "sharegpt, 200 requests", "sharegpt, 200 prompts, poisson arrivals",
        "num_prompts 200", "--num-prompts=200", "vllm bench serve; num-prompts 200; mean lengths",
        "200 requests sent at once", "tp2, 64 requests in flight; 200 requests",
        "200 requests with concurrency 16", "achieved 2 requests/s; 200 requests"})
    EXPECT_EQ(requests_in(notes), 200) << notes;
  EXPECT_EQ(requests_in("sharegpt, 1,000 requests"), 1000);
  for (const char* notes : {"", "2 requests/s", "64 requests in flight", "64 concurrent requests",
                            "8 requests per user", "v2 prompts", "10 runs", "1k requests",
                            "0 requests", "requests of 1024 tokens"})
    EXPECT_FALSE(requests_in(notes)) << notes;
}

}  // namespace
}  // namespace wgf::truth
