// SPDX-License-Identifier: MIT
#include "advisor/network/splits.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

Network network_with(int heads, int kv_heads, int experts) {
  Network network;
  LayerGroup group;
  group.count = 2;
  group.attention.heads = heads;
  group.attention.kv_heads = kv_heads;
  group.feed_forward.experts = experts;
  network.layers = {group};
  return network;
}

// Qwen2.5 7B has 28 heads on 4 key-value heads: 7 divides the heads alone.
TEST(Splits, HeadsAndKeyValueHeadsGoInEqualParts) {
  const Network qwen = network_with(28, 4, 0);
  for (const int tp : {1, 2, 4, 28}) EXPECT_TRUE(splits_heads(qwen, tp)) << tp;
  for (const int tp : {3, 7, 8, 14}) EXPECT_FALSE(splits_heads(qwen, tp)) << tp;
  EXPECT_TRUE(splits_heads(network_with(64, 8, 0), 16));  // each of the 8 on two GPUs
}

TEST(Splits, LatentAttentionHasNoKeyValueHeadsToSplit) {
  Network network = network_with(28, 4, 0);
  network.layers[0].attention.kind = Attention::Kind::latent;
  EXPECT_TRUE(splits_heads(network, 7));
  network.layers[0].attention.kind = Attention::Kind::none;
  EXPECT_TRUE(splits_heads(network, 3));
}

TEST(Splits, ExpertsLieOnTheRanksOfExpertElseOfTensorParallelism) {
  EXPECT_EQ(expert_ranks(4, 1), 4);
  EXPECT_EQ(expert_ranks(4, 8), 8);
  EXPECT_EQ(expert_ranks(1, 1), 1);
  EXPECT_EQ(expert_parts(4, 1), 4);
  EXPECT_EQ(expert_parts(4, 8), 1);  // an expert is whole on its rank
}

TEST(Splits, ExpertsGoInEqualParts) {
  Network network = network_with(32, 8, 8);
  EXPECT_TRUE(splits_experts(network, 4));
  EXPECT_FALSE(splits_experts(network, 3));
  EXPECT_EQ(most_experts(network), 8);
  EXPECT_TRUE(splits_experts(network_with(32, 8, 0), 3));
  EXPECT_EQ(most_experts(network_with(32, 8, 0)), 1);
}

}  // namespace
}  // namespace wgf::advisor
