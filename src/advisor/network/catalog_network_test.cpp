// SPDX-License-Identifier: MIT
#include "advisor/network/catalog_network.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

const catalog::ModelCatalog& models() {
  return catalog::embedded_catalog().models();
}

Network network(std::string_view id) {
  return *network_of(*models().find_id(id));
}

// Counts that the description cannot give, and why.
const std::map<std::string, std::string> exceptions{
    {"opt-350m", "its tables are 512 wide with projections to and from the layers' 1024"},
};
constexpr double tolerance = 0.005;

double error(double counted, std::int64_t published) {
  return std::abs(counted / static_cast<double>(published) - 1);
}

TEST(CatalogNetwork, CountsAreThePublishedOnesOfEveryRecordWithLayers) {
  int checked = 0;
  for (const catalog::Model& model : models().models) {
    const std::optional<Network> one = network_of(model);
    if (!one) continue;
    const auto counted = static_cast<double>(count_parameters(*one).total());
    const double off = error(counted, *model.params_total);
    if (exceptions.contains(model.id)) {
      EXPECT_GT(off, tolerance) << model.id << " needs no exception";
      continue;
    }
    EXPECT_LE(off, tolerance) << model.id << ": " << counted << " for " << *model.params_total;
    ++checked;
  }
  EXPECT_GE(checked, 110);
}

TEST(CatalogNetwork, ActiveCountsAreThePublishedOnesOfEveryMixture) {
  for (const catalog::Model& model : models().models) {
    const std::optional<Network> one = network_of(model);
    if (!one || !model.mixture || !model.params_active) continue;
    const NetworkParams params = count_parameters(*one);
    const auto counted = static_cast<double>(params.active_layers + params.embedding + params.head +
                                             params.final_norm + params.other);
    EXPECT_LE(error(counted, *model.params_active), tolerance) << model.id << ": " << counted;
  }
}

// What their cards and names say, which shapes read wrong would miss by more; 10^9 parameters.
TEST(CatalogNetwork, SizesOfModelsOf2026AreThoseOfTheirNames) {
  struct Published {
    const char* id;
    double billions;
  };
  constexpr Published published[] = {
      {"qwen3.5-35b-a3b", 35},    {"qwen3.5-122b-a10b", 122},
      {"qwen3-next-80b-a3b", 80}, {"qwen3-vl-235b-a22b", 235},
      {"deepseek-v3.2", 671},     {"glm-5", 744},
      {"glm-5.2", 743},           {"glm-4.7", 355},
      {"glm-4.5-air", 106},       {"glm-4.7-flash", 29.9},
      {"minimax-m3", 428},        {"nemotron-h-56b", 56.3},
      {"ministral-3-14b", 13.5},  {"llama-30b", 32.5},
      {"llama-65b", 65.2},        {"deepseek-r1-distill-qwen-1.5b", 1.78},
  };
  constexpr double most = 0.03;
  for (const auto& [id, billions] : published) {
    const auto counted = static_cast<double>(count_parameters(network(id)).total());
    EXPECT_LE(std::abs(counted / (1e9 * billions) - 1), most) << id << ": " << counted;
  }
}

// As model cards and technical reports have them, to three digits; 10^9 parameters.
TEST(CatalogNetwork, SizesArePublishedOnes) {
  struct Published {
    const char* id;
    double billions;
  };
  constexpr Published published[] = {
      {"code-llama-7b", 6.74},
      {"code-llama-13b", 13.0},
      {"code-llama-70b", 69.0},
      {"qwen1.5-7b", 7.72},
      {"qwen1.5-14b", 14.2},
      {"qwen1.5-32b", 32.5},
      {"qwen1.5-72b", 72.3},
      {"qwen2-57b-a14b", 57.4},
      {"codestral-22b", 22.2},
      {"ministral-8b", 8.02},
      {"command-r", 35.0},
      {"command-r-plus", 104},
      {"aya-23-8b", 8.03},
      {"starcoder2-3b", 3.03},
      {"starcoder2-7b", 7.17},
      {"starcoder2-15b", 16.0},
      {"mpt-7b", 6.65},
      {"mpt-30b", 30.0},
      {"dbrx", 132},
      {"olmo-2-7b", 7.3},
      {"olmo-2-13b", 13.7},
      {"olmo-2-32b", 32.2},
      {"smollm2-135m", 0.135},
      {"smollm2-360m", 0.362},
      {"smollm2-1.7b", 1.71},
      {"smollm3-3b", 3.08},
      {"granite-3.3-2b", 2.53},
      {"granite-3.3-8b", 8.17},
      {"solar-10.7b", 10.73},
      {"grok-1", 314},
      {"deepseek-coder-6.7b", 6.7},
      {"deepseek-coder-33b", 33.3},
      {"seed-oss-36b", 36},
      {"exaone-3.5-7.8b", 7.8},
      {"exaone-3.5-32b", 32.0},
      {"ernie-4.5-21b-a3b", 21.8},
      {"ling-1t", 999.7},
      {"ernie-4.5-300b-a47b", 300},
  };
  constexpr double most = 0.0075;
  for (const auto& [id, billions] : published)
    EXPECT_LE(error(static_cast<double>(count_parameters(network(id)).total()),
                    static_cast<std::int64_t>(1e9 * billions)),
              most)
        << id;
}

TEST(CatalogNetwork, NetworksWithoutEqualLayersHaveTotalsOnly) {
  for (const char* id : {"resnet50", "swin-base", "unet", "sdxl-unet"})
    EXPECT_FALSE(network_of(*models().find_id(id))) << id;
}

// Gemma 3 27B: 62 layers, every sixth sees everything: 10, the other 52 see 1024 tokens.
TEST(CatalogNetwork, WindowedLayersAreThoseTheRecordSays) {
  const Network gemma = network("gemma-3-27b");
  ASSERT_EQ(gemma.layers.size(), 2u);
  EXPECT_EQ(gemma.layers[0].count, 52);
  EXPECT_EQ(gemma.layers[0].attention.window, 1024);
  EXPECT_EQ(gemma.layers[1].count, 10);
  EXPECT_FALSE(gemma.layers[1].attention.window);
}

// DeepSeek V3: 3 dense layers first, then 58 of experts; keys of 128 + 64, values of 128.
TEST(CatalogNetwork, DeepSeekHasLeadingDenseLayersAndLatentAttention) {
  const Network deepseek = network("deepseek-v3");
  ASSERT_EQ(deepseek.layers.size(), 2u);
  EXPECT_TRUE(deepseek.layers[0].is_leading);
  EXPECT_EQ(deepseek.layers[0].count, 3);
  EXPECT_EQ(deepseek.layers[0].feed_forward.experts, 0);
  EXPECT_EQ(deepseek.layers[1].count, 58);
  EXPECT_EQ(deepseek.layers[1].feed_forward.shared_hidden, 2048);
  EXPECT_EQ(deepseek.layers[1].attention.key_dim, 192);
  EXPECT_EQ(deepseek.layers[1].attention.value_dim, 128);
  EXPECT_EQ(deepseek.layers[1].attention.query_rank, 1536);
  EXPECT_EQ(deepseek.prediction_layers, 1);
}

// Qwen3.6 27B: 16 of 64 layers keep keys and values: 2 x 4 x 256 numbers a token each.
TEST(CatalogNetwork, HybridsKeepACacheInTheirAttentionLayersAlone) {
  const Network qwen = network("qwen3.6-27b");
  std::int64_t numbers = 0;
  for (const LayerGroup& group : qwen.layers)
    numbers += group.count * cache_numbers_per_token(group.attention);
  EXPECT_EQ(numbers, 16 * 2 * 4 * 256);
  EXPECT_EQ(qwen.layer_count(), 64);
}

TEST(CatalogNetwork, ATwinHasTheLayersOfTheRecordAndItsOwnContext) {
  const Network twin =
      *network_of(catalog::one_model(models(), "Qwen/Qwen3-30B-A3B-Instruct-2507"));
  EXPECT_EQ(twin.max_sequence, 262144);
  EXPECT_EQ(network_of(catalog::one_model(models(), "Qwen3-30B-A3B"))->max_sequence, 40960);
  EXPECT_EQ(count_parameters(twin).total(), count_parameters(network("qwen3-30b-a3b")).total());
}

// T5: the decoder's layers attend twice, so that t5-large's count is the published one.
TEST(CatalogNetwork, EncoderDecodersHaveBothHalves) {
  const Network t5 = network("t5-large");
  EXPECT_EQ(t5.layer_count(), 48);
  EXPECT_TRUE(t5.layers.back().has_cross_attention);
}

}  // namespace
}  // namespace wgf::advisor
