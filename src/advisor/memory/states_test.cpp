// SPDX-License-Identifier: MIT
#include "advisor/memory/states.h"

#include <gtest/gtest.h>

#include "advisor/operators/matrix_type.h"

namespace wgf::advisor {
namespace {

double all(const StateBytes& bytes) {
  return bytes.weights + bytes.gradients + bytes.master + bytes.moments + bytes.cast_copy;
}

// The published sums: 16 bytes a parameter in fp32 and in ZeRO's mixed precision, 18 in Megatron.
TEST(StateBytes, AdamWByRecipe) {
  const auto sum = [](Recipe recipe) { return all(state_bytes({.recipe = recipe}, 1024)); };
  EXPECT_DOUBLE_EQ(sum(Recipe::fp32), 16);
  EXPECT_DOUBLE_EQ(sum(Recipe::autocast), 18);  // 16 and the 16-bit copy
  EXPECT_DOUBLE_EQ(sum(Recipe::mixed), 16);
  EXPECT_DOUBLE_EQ(sum(Recipe::megatron), 18);
  EXPECT_DOUBLE_EQ(sum(Recipe::megatron_16), 16);
  EXPECT_DOUBLE_EQ(sum(Recipe::pure), 8);
}

TEST(StateBytes, MomentsByOptimizer) {
  const auto moments = [](Optimizer optimizer) {
    return state_bytes({.recipe = Recipe::fp32, .optimizer = optimizer}, 1024).moments;
  };
  EXPECT_DOUBLE_EQ(moments(Optimizer::adamw), 8);
  EXPECT_DOUBLE_EQ(moments(Optimizer::momentum), 4);
  EXPECT_DOUBLE_EQ(moments(Optimizer::sgd), 0);
  EXPECT_DOUBLE_EQ(moments(Optimizer::adamw_8bit), 2 + 8.0 / 256);
  // A row and a column of 1024 fp32 for 1024 x 1024 numbers.
  EXPECT_DOUBLE_EQ(moments(Optimizer::adafactor), 4 * 2 / 1024.0);
}

Network of_experts(bool has_mxfp4) {
  Network network;
  network.layers = {LayerGroup{}};
  network.layers[0].feed_forward.experts = 8;
  network.has_mxfp4_experts = has_mxfp4;
  return network;
}

TEST(FrozenBytes, QuantisedWeightsKeepTheirTablesIn16Bits) {
  const auto dense = [](const MemoryCase& one) { return frozen_bytes(one, {}); };
  EXPECT_DOUBLE_EQ(dense({.precision = Precision::int8}).layers, 1);
  EXPECT_DOUBLE_EQ(dense({.precision = Precision::int8}).tables, 2);
  EXPECT_DOUBLE_EQ(dense({.task = Task::qlora}).layers, 4.127 / 8);
  EXPECT_DOUBLE_EQ(dense({.precision = Precision::fp32}).tables, 4);
}

TEST(FrozenBytes, EveryFormatOfFourBitsHasOneSize) {
  const auto served = [](Precision precision) {
    return frozen_bytes({.task = Task::infer, .precision = precision}, {});
  };
  EXPECT_DOUBLE_EQ(served(Precision::int4).layers, 0.5 + 2.5 / 128);
  EXPECT_DOUBLE_EQ(served(Precision::fp4).layers, 0.5 + 1.0 / 16);
  EXPECT_DOUBLE_EQ(served(Precision::nf4).layers, 4.127 / 8);
  EXPECT_DOUBLE_EQ(served(Precision::int4).attention, 0.5 + 2.5 / 128);
  EXPECT_DOUBLE_EQ(served(Precision::int4).layers, facts_of(MatrixType::int4_weights).weight_bytes);
  EXPECT_DOUBLE_EQ(served(Precision::fp4).layers, facts_of(MatrixType::fp4).weight_bytes);
}

TEST(FrozenBytes, ExpertsInFourBitsStandBesideWideAttention) {
  const MemoryCase served{.task = Task::infer, .precision = Precision::int4};
  EXPECT_DOUBLE_EQ(frozen_bytes(served, of_experts(false)).attention, 2);
  EXPECT_DOUBLE_EQ(frozen_bytes(served, of_experts(false)).experts, 0.5 + 2.5 / 128);
}

// Whatever precision a service is asked for; unpacked where they are trained.
TEST(FrozenBytes, PublishedMxfp4ExpertsStay) {
  for (const Precision precision : {Precision::bf16, Precision::fp8, Precision::int4}) {
    const FrozenBytes bytes =
        frozen_bytes({.task = Task::infer, .precision = precision}, of_experts(true));
    EXPECT_DOUBLE_EQ(bytes.experts, 0.53125);
    EXPECT_DOUBLE_EQ(bytes.layers, 2);
    EXPECT_DOUBLE_EQ(bytes.attention, 2);
  }
  EXPECT_DOUBLE_EQ(frozen_bytes({.task = Task::lora}, of_experts(true)).experts, 2);
}

// Llama 2 7B, rank 8 on the query and value matrices' layer alone: q, k, v, o of 4096 x 4096 are
// 8 x 4 x 8192 = 262,144; with gate, up and down of 4096 x 11008 8 x 3 x 15104 more.
TEST(Adapters, RankTimesBothEndsOfEveryMatrix) {
  LayerGroup group;
  group.attention = {.heads = 32, .kv_heads = 32, .key_dim = 128, .value_dim = 128};
  group.feed_forward.hidden = 11008;
  Network network;
  network.hidden = 4096;
  EXPECT_DOUBLE_EQ(adapter_params(network, group, 8, false), 262'144);
  EXPECT_DOUBLE_EQ(adapter_params(network, group, 8, true), 262'144 + 8 * 3 * 15104.0);
}

}  // namespace
}  // namespace wgf::advisor
