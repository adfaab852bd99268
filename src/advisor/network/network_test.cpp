// SPDX-License-Identifier: MIT
#include "advisor/network/network.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

// Small enough to work by hand: width 8, 2 layers, 2 heads of 4, 1 key-value head, 10 words.
Network tiny() {
  LayerGroup group{2, {}, {}};
  group.attention.heads = 2;
  group.attention.kv_heads = 1;
  group.attention.key_dim = group.attention.value_dim = 4;
  group.feed_forward.hidden = 16;
  Network network;
  network.hidden = 8;
  network.vocab = 10;
  network.layers = {group};
  return network;
}

// Attention 8 x (8 + 4 + 4) + 8 x 8 = 192; feed-forward 3 x 8 x 16 = 384; norms 2 x 8 = 16.
TEST(Network, CountsOfADenseLayer) {
  const Network network = tiny();
  const LayerParams layer = layer_params(network, network.layers[0]);
  EXPECT_EQ(layer.attention, 192);
  EXPECT_EQ(layer.dense, 384);
  EXPECT_EQ(layer.norms, 16);
  EXPECT_EQ(layer.total(), 592);
  const NetworkParams all = count_parameters(network);
  EXPECT_EQ(all.total(), 2 * 592 + 80 + 80 + 8);  // both tables and the last norm
  EXPECT_EQ(all.active, 2 * 592 + 80 + 8);
}

// q + k + v 16 and output 8 biases; two matrices 2 x 8 x 16 with 16 + 8 biases; norms twice.
TEST(Network, BiasesAreCounted) {
  Network network = tiny();
  LayerGroup& group = network.layers[0];
  group.attention.has_qkv_bias = group.attention.has_output_bias = true;
  group.feed_forward.gated = false;
  group.feed_forward.has_bias = network.norm_has_bias = true;
  const LayerParams layer = layer_params(network, group);
  EXPECT_EQ(layer.attention, 192 + 16 + 8);
  EXPECT_EQ(layer.dense, 256 + 24);
  EXPECT_EQ(layer.norms, 32);
}

// Four experts 8 wide, two a token, and a shared one: 3 x 8 x 8 = 192 each, router 8 x 4.
TEST(Network, ExpertsCountTwice) {
  Network network = tiny();
  FeedForward& ffn = network.layers[0].feed_forward;
  ffn.hidden = ffn.shared_hidden = 8;
  ffn.experts = 4;
  ffn.experts_per_token = 2;
  const LayerParams layer = layer_params(network, network.layers[0]);
  EXPECT_EQ(layer.experts, 4 * 192);
  EXPECT_EQ(layer.active_experts, 2 * 192);
  EXPECT_EQ(layer.shared, 192);
  EXPECT_EQ(layer.router, 32);
}

// Queries to 6 and up to 2 x (3 + 1); keys to 5 + 1 down, 5 up to 2 x (3 + 4); output 8 x 8.
TEST(Network, LatentAttention) {
  Network network = tiny();
  Attention& a = network.layers[0].attention;
  a.kind = Attention::Kind::latent;
  a.query_rank = 6;
  a.kv_rank = 5;
  a.rope_dim = 1;
  const std::int64_t query = 8 * 6 + 6 + 6 * 8, down = 8 * 6 + 5, up = 5 * 2 * 7, output = 8 * 8;
  EXPECT_EQ(layer_params(network, network.layers[0]).attention, query + down + up + output);
  EXPECT_EQ(cache_numbers_per_token(a), 6);
}

TEST(Network, CacheNumbers) {
  EXPECT_EQ(cache_numbers_per_token(tiny().layers[0].attention), 8);
  Attention recurrent;
  recurrent.kind = Attention::Kind::recurrent;
  EXPECT_EQ(cache_numbers_per_token(recurrent), 0);
}

// Four tokens: causal 1+2+3+4, after two others 3+4+5+6, in a window of two 1+2+2+2.
TEST(Network, AttendedPairs) {
  EXPECT_DOUBLE_EQ(attended_pairs(4, 0, std::nullopt, true), 10);
  EXPECT_DOUBLE_EQ(attended_pairs(4, 2, std::nullopt, true), 18);
  EXPECT_DOUBLE_EQ(attended_pairs(4, 0, 2, true), 7);
  EXPECT_DOUBLE_EQ(attended_pairs(4, 0, std::nullopt, false), 16);
}

// 3 tokens: matrices 2 x 3 x 2 layers x 576; attention 2 x 2 layers x 2 heads x 8 x 6 pairs.
TEST(Network, ForwardFlops) {
  const ForwardFlops flops = forward_flops(tiny(), 3);
  EXPECT_DOUBLE_EQ(flops.matrices, 2.0 * 3 * 2 * 576);
  EXPECT_DOUBLE_EQ(flops.attention, 2.0 * 2 * 2 * 8 * 6);
  EXPECT_DOUBLE_EQ(flops.head, 2.0 * 3 * 8 * 10);
}

}  // namespace
}  // namespace wgf::advisor
