// SPDX-License-Identifier: MIT
#include "advisor/memory/cache.h"

#include <gtest/gtest.h>

#include "advisor/network/catalog_network.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

double cache_gib(const char* model, const MemoryCase& one) {
  const Network network = *network_of(*catalog::embedded_catalog().models().find_id(model));
  return stage_cache_bytes(stage_of(network, one.layout, 0), one) / static_cast<double>(gibi);
}

MemoryCase serving(double sequence, double batch = 1) {
  MemoryCase one{.task = Task::infer};
  one.batch = batch;
  one.sequence = sequence;
  return one;
}

// Llama 2 7B: 32 layers x 2 x 4096 x 2 B = 524,288 B a token; 2048 tokens 1 GiB.
TEST(Cache, EveryHeadOfEveryLayer) {
  EXPECT_DOUBLE_EQ(cache_gib("llama-2-7b", serving(2048)), 1);
  EXPECT_DOUBLE_EQ(cache_gib("llama-2-7b", serving(2048, 4)), 4);
}

// Llama 3.1 8B: 8 key-value heads, 131,072 B a token; 41,408 tokens are the 5.0547 GiB a vLLM log
// prints (LLMServingSim, RTX 4090).
TEST(Cache, GroupedHeads) {
  EXPECT_NEAR(cache_gib("llama-3.1-8b", serving(41408)), 5.0547, 0.0001);
}

// 128 query heads share 8: with tp 16 each rank keeps one whole head of the eight.
TEST(Cache, AHeadIsNeverSplit) {
  MemoryCase one = serving(1024);
  const double alone = cache_gib("llama-3.1-405b", one);
  one.layout.tp = 8;
  EXPECT_DOUBLE_EQ(cache_gib("llama-3.1-405b", one), alone / 8);
  one.layout.tp = 16;
  EXPECT_DOUBLE_EQ(cache_gib("llama-3.1-405b", one), alone / 8);
}

// DeepSeek R1: 61 layers x 576 numbers. q8_0 has 34 bytes for 32 numbers: the 1,166.6 MiB of the
// ik_llama.cpp log are 32,768 x 61 x 576 x 34 / 32.
TEST(Cache, LatentIsOneVectorOnEveryRank) {
  MemoryCase one = serving(32768);
  one.cache_precision = Precision::int8;
  EXPECT_NEAR(cache_gib("deepseek-r1", one) * 34 / 32, 1.13928, 0.0001);
  one.layout.tp = 8;
  EXPECT_NEAR(cache_gib("deepseek-r1", one) * 34 / 32, 1.13928, 0.0001);
}

// Qwen3.6 27B at 262,144 tokens: 16 GiB in its 16 attention layers (LM Studio bug 1862), and 4
// sequences x 48 layers x 817,152 fp32 numbers of state, 0.584473 GiB there.
TEST(Cache, HybridsKeepAStateOfFixedSize) {
  const double with_states = cache_gib("qwen3.6-27b", serving(262144));
  EXPECT_NEAR(with_states, 16 + 0.584473 / 4, 0.0001);
  EXPECT_NEAR(cache_gib("qwen3.6-27b", serving(0, 4)), 0.584473, 0.0001);
}

// GPT-OSS 20B, 8 key-value heads of 64: 12 layers keep 131,072 tokens, 12 their last 128.
TEST(Cache, WindowedLayersKeepTheirWindow) {
  const double numbers = 12.0 * 1024 * (131072 + 128);
  EXPECT_DOUBLE_EQ(cache_gib("gpt-oss-20b", serving(131072)), numbers * 2 / (1024.0 * mebi));
}

TEST(Cache, PipelineStagesKeepTheirLayers) {
  MemoryCase one = serving(2048);
  one.layout.pp = 4;
  EXPECT_DOUBLE_EQ(cache_gib("llama-2-7b", one), 0.25);
}

}  // namespace
}  // namespace wgf::advisor
