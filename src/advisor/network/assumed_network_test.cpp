// SPDX-License-Identifier: MIT
#include "advisor/network/assumed_network.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "base/error.h"

namespace wgf::advisor {
namespace {

TEST(AssumedNetwork, SizesHaveTheShapesOfPublishedOnes) {
  const Network of_13b = network_of_size(13'000'000'000);
  EXPECT_EQ(of_13b.layers[0].count, 40);  // as Llama 2 13B
  EXPECT_EQ(of_13b.hidden, 5120);
  EXPECT_EQ(of_13b.layers[0].feed_forward.hidden, 13792);
  EXPECT_TRUE(of_13b.is_assumed);
  const Network of_405b = network_of_size(405'000'000'000);
  EXPECT_EQ(of_405b.layers[0].count, 128);  // Llama 3.1 405B has 126
  EXPECT_EQ(of_405b.hidden, 16384);
  EXPECT_EQ(of_405b.layers[0].attention.kv_heads, 8);
}

TEST(AssumedNetwork, TheCountIsTheSizeAskedFor) {
  for (const double size : {1e8, 3.5e8, 1e9, 3e9, 7e10, 1e12}) {
    const Network network = network_of_size(static_cast<std::int64_t>(size));
    const auto counted = static_cast<double>(count_parameters(network).total());
    EXPECT_NEAR(counted / size, 1, 0.00005) << size;
  }
}

// 7b had 33 heads and 13b 41: no tensor parallelism splits them.
TEST(AssumedNetwork, ParallelismSplitsHeadsAndLayers) {
  for (const double billions : {1.0, 1.3, 3.0, 7.0, 8.0, 13.0, 30.0, 70.0, 175.0}) {
    const Network network = network_of_size(static_cast<std::int64_t>(billions * 1e9));
    const LayerGroup& group = network.layers.front();
    EXPECT_EQ(group.attention.heads % 8, 0) << billions;
    EXPECT_EQ(group.attention.heads * 128, network.hidden) << billions;
    EXPECT_EQ(group.attention.kv_heads % 8, 0) << billions;
    EXPECT_EQ(group.count % 4, 0) << billions;
    EXPECT_EQ(group.feed_forward.hidden % 8, 0) << billions;
    const auto counted = static_cast<double>(count_parameters(network).total());
    EXPECT_NEAR(counted / (billions * 1e9), 1, 0.00005) << billions;
  }
  const auto shape = [](double billions) {
    const Network network = network_of_size(static_cast<std::int64_t>(billions * 1e9));
    return std::pair(network.layers.front().count, network.hidden);
  };
  EXPECT_EQ(shape(1), std::pair(16, 2048));    // Llama 3.2 1B
  EXPECT_EQ(shape(1.3), std::pair(24, 2048));  // GPT-3 XL
  EXPECT_EQ(shape(7), std::pair(32, 4096));
  EXPECT_EQ(shape(70), std::pair(80, 8192));
  EXPECT_EQ(shape(175), std::pair(96, 12288));
}

TEST(AssumedNetwork, WhatIsGivenStays) {
  const Network network = network_of_size(6'738'415'616, {.layers = 32,
                                                          .hidden = 4096,
                                                          .ffn_hidden = 11008,
                                                          .heads = 32,
                                                          .kv_heads = 32,
                                                          .vocab = 32000});
  EXPECT_FALSE(network.is_assumed);
  EXPECT_EQ(count_parameters(network).total(), 6'738'415'616);  // Llama 2 7B
}

std::string key_of(std::int64_t size, const KnownShape& known) {
  try {
    network_of_size(size, known);
  } catch (const Error& error) {
    return error.message().key;
  }
  return "";
}

TEST(AssumedNetwork, WhatNoNetworkIsIsAnError) {
  constexpr std::int64_t b = 1'000'000'000;
  EXPECT_EQ(key_of(13 * b, {.hidden = 512, .heads = 40}), "network.heads_of_width");
  EXPECT_EQ(key_of(13 * b, {.hidden = 5120, .heads = 7}), "network.heads_of_width");
  EXPECT_EQ(key_of(13 * b, {.heads = 7, .kv_heads = 3}), "network.heads_of_groups");
  EXPECT_EQ(key_of(70 * b, {.layers = 1}), "network.shape_of_none");
  EXPECT_EQ(key_of(13 * b, {.hidden = 100}), "network.shape_of_none");
  EXPECT_EQ(key_of(70 * b, {.layers = 8, .hidden = 2048, .ffn_hidden = 8192}),
            "network.shape_of_other_size");
  EXPECT_EQ(key_of(13 * b, {.heads = 40}), "");
  EXPECT_EQ(key_of(125'000'000, {.heads = 12}), "");
  // Megatron's 22B has no gate: a third less than the same widths with one.
  EXPECT_EQ(key_of(22 * b, {.layers = 48, .hidden = 6144, .ffn_hidden = 24576, .heads = 64}), "");
}

TEST(AssumedNetwork, PartsBeyondTheSizeAreAnError) {
  EXPECT_THROW(network_of_size(1'000'000, {.layers = 100, .hidden = 8192}), Error);
}

}  // namespace
}  // namespace wgf::advisor
