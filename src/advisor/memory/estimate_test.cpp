// SPDX-License-Identifier: MIT
#include "advisor/memory/estimate.h"

#include <gtest/gtest.h>

#include "advisor/memory/rank_params.h"
#include "advisor/network/assumed_network.h"
#include "advisor/network/catalog_network.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

Network network(const char* id) {
  return *network_of(*catalog::embedded_catalog().models().find_id(id));
}

MemoryCase fp32_training() {
  MemoryCase one{.precision = Precision::fp32, .recipe = Recipe::fp32};
  one.sequence = 512;
  return one;
}

// The issue's own example: 1 B parameters in fp32 with Adam are 4, 4 and 8 GB.
TEST(Estimate, OneBillionParametersInFp32) {
  const MemoryEstimate estimate = estimate_memory(network_of_size(1'000'000'000), fp32_training());
  EXPECT_NEAR(estimate.of(Component::weights) / 1e9, 4, 0.004);
  EXPECT_NEAR(estimate.of(Component::gradients) / 1e9, 4, 0.004);
  EXPECT_NEAR(estimate.of(Component::optimizer) / 1e9, 8, 0.008);
  EXPECT_TRUE(estimate.is_assumed);
}

TEST(Estimate, FieldsThatAreNotReadWidenTheWeightsToo) {
  Network gpt2 = network("gpt2");
  MemoryCase one;
  one.task = Task::infer;
  const auto spread = [&] {
    for (const Term& term : estimate_memory(gpt2, one).terms)
      if (term.component == Component::weights) return term.spread;
    return 0.0;
  };
  EXPECT_LT(spread(), 0.05);
  gpt2.unread_fields = {"altup_num_inputs"};
  gpt2.is_assumed = true;
  EXPECT_GE(spread(), 0.1);
}

// Gradients exist after the activations they are made from: 0.4978 GB of GPT-2's gradients are
// never alive together with activations.
TEST(Estimate, GradientsAndActivationsPeakApart) {
  MemoryCase one = fp32_training();
  one.batch = 8;
  const MemoryEstimate estimate = estimate_memory(network("gpt2"), one);
  EXPECT_DOUBLE_EQ(estimate.of(Component::not_at_once), -4.0 * 124439808);
  one.accumulates = true;
  EXPECT_DOUBLE_EQ(estimate_memory(network("gpt2"), one).of(Component::not_at_once), 0);
}

// ZeRO's stages on 8 ranks of Llama 3 8B in the mixed recipe: 2 + 2 + 12 bytes a parameter.
TEST(Estimate, ZeroSharesOutOneStateAfterTheOther) {
  MemoryCase one{.recipe = Recipe::mixed};
  one.layout.dp = 8;
  const double params = 8030261248;
  const auto term = [&](int zero, const char* what) {
    one.zero = zero;
    for (const Term& each : estimate_memory(network("llama-3-8b"), one).terms)
      if (each.what == what) return each.bytes;
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(term(0, "moments"), 8 * params);
  EXPECT_DOUBLE_EQ(term(1, "moments"), params);
  EXPECT_DOUBLE_EQ(term(1, "master"), params / 2);
  EXPECT_DOUBLE_EQ(term(1, "gradients"), 2 * params);
  EXPECT_DOUBLE_EQ(term(2, "gradients"), params / 4);
  EXPECT_DOUBLE_EQ(term(2, "weights"), 2 * params);
  EXPECT_DOUBLE_EQ(term(3, "weights"), params / 4);
  one.is_offloaded = true;
  EXPECT_DOUBLE_EQ(term(3, "moments"), 0);
}

// 405 B parameters by 8 tensor ranks and 16 stages: 3.2 B of a stage, and the fullest one more,
// whole in 16 bits.
TEST(Estimate, FullyShardedStagesKeepWhatTheyGather) {
  MemoryCase one{.zero = 3, .is_fsdp = true};
  one.layout = {.tp = 8, .pp = 16, .dp = 128};
  double gathered = 0, gradients = 0;
  for (const Term& each : estimate_memory(network("llama-3.1-405b"), one).terms) {
    if (each.what == "gathered") gathered = each.bytes;
    if (each.what == "gathered_gradients") gradients = each.bytes;
  }
  EXPECT_DOUBLE_EQ(gradients, 2 * gathered);  // summed in fp32
  EXPECT_NEAR(gathered / (2 * 405.85e9 / 8 / 16), 1.05, 0.05);
}

double frozen_bytes_of(const MemoryEstimate& estimate) {
  double bytes = 0;
  for (const Term& term : estimate.terms)
    if (term.what.starts_with("frozen") || term.what == "tables") bytes += term.bytes;
  return bytes;
}

// Whatever the layout, all ranks together hold the network: experts that are split already are
// shared out among the ranks that hold the same ones alone.
TEST(Estimate, ShardedFrozenWeightsAreTheNetworkOnAllRanks) {
  for (const char* id : {"mixtral-8x7b", "qwen3-235b-a22b", "llama-3-8b"}) {
    const Network of = network(id);
    const double params = static_cast<double>(count_parameters(of).total());
    for (const Task task : {Task::lora, Task::qlora}) {
      for (const Layout& layout : {Layout{.dp = 8},
                                   {.ep = 2, .dp = 8},
                                   {.ep = 8, .dp = 8},
                                   {.ep = 8, .dp = 16},
                                   {.tp = 2, .dp = 4},
                                   {.tp = 2, .ep = 8, .dp = 4}}) {
        if (layout.ep > 1 && !of.has_experts()) continue;
        MemoryCase one{.task = task, .zero = 3, .is_fsdp = true, .layout = layout};
        one.sequence = 2048;
        const double all =
            frozen_bytes_of(estimate_memory(of, one)) * static_cast<double>(layout.gpus());
        EXPECT_GT(all, 0.999 * params * (task == Task::lora ? 2 : 4.127 / 8)) << id;
        if (task == Task::lora) {
          EXPECT_LT(all, 1.01 * params * 2) << id;
        }
      }
    }
  }
}

// Mixtral's layer: 42 M numbers of attention and router, an eighth of 1.4 B of its experts.
TEST(Estimate, ExpertsOfARankAloneAreNotGathered) {
  const Network mixtral = network("mixtral-8x7b");
  const auto gathered = [&](const Layout& layout, Task task = Task::lora) {
    MemoryCase one{.task = task, .zero = 3, .is_fsdp = true, .layout = layout};
    one.sequence = 2048;
    for (const Term& term : estimate_memory(mixtral, one).terms)
      if (term.what == "gathered") return term.bytes;
    return 0.0;
  };
  const double expert = 3.0 * 4096 * 14336, tables = 2.0 * 32000 * 4096;
  EXPECT_NEAR(gathered({.ep = 8, .dp = 8}), 2 * (2 * 42e6 + tables), 2e6);
  EXPECT_NEAR(gathered({.ep = 8, .dp = 16}), 2 * (2 * (42e6 + expert) + tables), 2e6);
  EXPECT_NEAR(gathered({.dp = 8}), 2 * (2 * (42e6 + 8 * expert) + tables), 2e6);
  // Autocast's fp32 weights, of which the ones in 16 bits are copies.
  EXPECT_NEAR(gathered({.ep = 8, .dp = 8}, Task::train), 2 * (2 * (42e6 + expert) + tables), 2e6);
}

// 80 layers on 4 stages are 20 each; DeepSeek's 61 on 2 are 31 and 30, the 3 dense ones first.
TEST(RankParams, StagesOfAPipeline) {
  const Stage llama = stage_of(network("llama-2-70b"), {.pp = 4}, 1);
  EXPECT_DOUBLE_EQ(llama.layer_count(), 20);
  EXPECT_FALSE(llama.has_input || llama.has_output);
  const Network deepseek = network("deepseek-v3");
  const Stage first = stage_of(deepseek, {.pp = 2}, 0), last = stage_of(deepseek, {.pp = 2}, 1);
  ASSERT_EQ(first.layers.size(), 2u);
  EXPECT_DOUBLE_EQ(first.layers[0].count, 3);
  EXPECT_DOUBLE_EQ(first.layers[1].count, 28);
  ASSERT_EQ(last.layers.size(), 1u);
  EXPECT_DOUBLE_EQ(last.layers[0].count, 30);
  EXPECT_TRUE(first.has_input && last.has_output);
}

// Mixtral 8x7B, ep 8: an eighth of 32 layers x 8 experts x 3 x 4096 x 14336.
TEST(RankParams, ExpertsAreSplitByExpertParallelism) {
  const Network mixtral = network("mixtral-8x7b");
  const Layout layout{.ep = 8, .dp = 8};
  const RankParams rank = rank_params(mixtral, stage_of(mixtral, layout, 0), layout);
  EXPECT_DOUBLE_EQ(rank.experts, 32 * 3.0 * 4096 * 14336);
  EXPECT_DOUBLE_EQ(expert_replicas(layout), 1);
  EXPECT_DOUBLE_EQ(expert_replicas({.ep = 4, .dp = 8}), 2);
}

// Llama 3 8B served in bf16: 16.06 GB of weights, 131,072 B of cache a token.
TEST(Estimate, Serving) {
  MemoryCase one{.task = Task::infer};
  one.sequence = 8192;
  one.batch = 4;
  const MemoryEstimate estimate = estimate_memory(network("llama-3-8b"), one);
  EXPECT_DOUBLE_EQ(estimate.of(Component::weights), 2.0 * 8030261248);
  EXPECT_DOUBLE_EQ(estimate.of(Component::cache), 131072.0 * 4 * 8192);
  EXPECT_DOUBLE_EQ(estimate.of(Component::gradients), 0);
  EXPECT_GT(estimate.of(Component::graphs), 0);
}

// QLoRA of Llama 2 7B: 6.476 B parameters of layers at 4.127 bits, 0.262 B of tables in 16.
TEST(Estimate, QloraWeights) {
  MemoryCase one{.task = Task::qlora, .recipe = Recipe::pure};
  one.sequence = 512;
  const Network llama = network("llama-2-7b");
  double frozen = 0;
  for (const Term& term : estimate_memory(llama, one).terms)
    if (term.what == "frozen" || term.what == "tables") frozen += term.bytes;
  const double tables = 2 * 32000.0 * 4096 + 4096, layers = 6738415616 - tables;
  EXPECT_NEAR(frozen, layers * 4.127 / 8 + 2 * tables, 1e3);
}

// ResNet-50 on an H200, batch 256 in bf16 with momentum: 11.0045 GiB allocated (measured by this
// program, 2026-11-21); batch 128 in TF32: 10.6195 GiB.
TEST(Estimate, ConvolutionalNetworksFromTheirRecord) {
  const catalog::Model& record = *catalog::embedded_catalog().models().find_id("resnet50");
  const NetworkTotals totals{static_cast<double>(*record.params_total),
                             record.activation_bytes_per_sample};
  MemoryCase one{.recipe = Recipe::autocast, .optimizer = Optimizer::momentum};
  one.batch = 256;
  EXPECT_NEAR(estimate_memory(totals, one).allocated() / gibi, 11.0045, 0.02 * 11);
  one.batch = 128;
  one.precision = Precision::tf32;
  one.recipe = Recipe::fp32;
  EXPECT_NEAR(estimate_memory(totals, one).allocated() / gibi, 10.6195, 0.02 * 11);
}

// Independent errors add in quadrature.
TEST(Estimate, HalfWidth) {
  MemoryEstimate estimate;
  estimate.terms = {{.bytes = 30, .spread = 0.1}, {.bytes = 40, .spread = 0.1}};
  EXPECT_DOUBLE_EQ(estimate.total(), 70);
  EXPECT_DOUBLE_EQ(estimate.half_width(), 5);
}

TEST(Estimate, AnAssumedShapeHasAWiderInterval) {
  MemoryCase one = fp32_training();
  one.batch = 128;
  Network network = network_of_size(7'000'000'000);
  const double assumed = estimate_memory(network, one).half_width();
  network.is_assumed = false;
  EXPECT_GT(assumed, 1.5 * estimate_memory(network, one).half_width());
}

}  // namespace
}  // namespace wgf::advisor
