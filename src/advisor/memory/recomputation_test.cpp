// SPDX-License-Identifier: MIT
#include "advisor/memory/recomputation.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "advisor/network/catalog_network.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

Network record(const char* id) {
  return *network_of(*catalog::embedded_catalog().models().find_id(id));
}

const LayerGroup& group_with(const Network& network, Attention::Kind kind) {
  for (const LayerGroup& group : network.layers)
    if (group.attention.kind == kind) return group;
  throw std::out_of_range(network.name);
}

// Llama 3 8B: queries, keys and values 6144, output 4096, gate and up 2 x 14336, down 4096.
TEST(Products, OfADenseLayer) {
  const Network llama = record("llama-3-8b");
  EXPECT_DOUBLE_EQ(products_of_layer(llama, llama.layers[0]), 6144 + 4096 + 2 * 14336 + 4096);
}

// Mixtral 8x7B: each of a token's two experts has an output of its own; the router's 8.
TEST(Products, OfEachExpertOfAToken) {
  const Network mixtral = record("mixtral-8x7b");
  EXPECT_DOUBLE_EQ(products_of_layer(mixtral, mixtral.layers[0]),
                   6144 + 4096 + 8 + 2 * (2 * 14336 + 4096));
}

// DeepSeek-V3: queries by 1536 numbers to 128 x 192, keys and values by 512 + 64 to 128 x (128 +
// 128), output 7168; its first layers are dense, gate and up 2 x 18432.
TEST(Products, OfLatentAttention) {
  const Network deepseek = record("deepseek-v3");
  EXPECT_DOUBLE_EQ(products_of_layer(deepseek, deepseek.layers[0]),
                   1536 + 128 * 192 + 576 + 128 * 256 + 7168 + 2 * 18432 + 7168);
}

// Nemotron 3 Nano, width 2688: Mamba's first matrix puts out 10,304 numbers, of which two thirds
// of the parameters say 9,608; a layer of feed-forward alone has no attention's output.
TEST(Products, OfHybridLayers) {
  const Network nemotron = record("nemotron-3-nano-30b-a3b");
  const LayerGroup& mamba = group_with(nemotron, Attention::Kind::recurrent);
  EXPECT_NEAR(products_of_layer(nemotron, mamba), 10304 + 2688, 700);
  const FeedForward& ffn = group_with(nemotron, Attention::Kind::none).feed_forward;
  EXPECT_DOUBLE_EQ(
      products_of_layer(nemotron, group_with(nemotron, Attention::Kind::none)),
      ffn.experts + ffn.experts_per_token * (ffn.hidden + 2688.0) + ffn.shared_hidden + 2688);
}

// A decoder's second attention is an attention more, its kernel's output too.
TEST(Products, OfCrossAttention) {
  const Network t5 = record("t5-3b");
  const LayerGroup* decoder = nullptr;
  for (const LayerGroup& group : t5.layers)
    if (group.has_cross_attention) decoder = &group;
  ASSERT_NE(decoder, nullptr);
  LayerGroup alone = *decoder;
  alone.has_cross_attention = false;
  const Attention& a = decoder->attention;
  const double more = 3.0 * a.heads * a.key_dim + t5.hidden;
  EXPECT_DOUBLE_EQ(products_of_layer(t5, *decoder) - products_of_layer(t5, alone), more);
  MemoryCase one{.precision = Precision::bf16};
  one.recompute = Recompute::per_operator;
  one.has_flash_attention = true;
  const double whole = 1e9;
  EXPECT_DOUBLE_EQ(
      bytes_until_backward(t5, *decoder, one, whole) - bytes_until_backward(t5, alone, one, whole),
      2 * (more / 2 + a.heads * a.value_dim));
}

}  // namespace
}  // namespace wgf::advisor
