// SPDX-License-Identifier: MIT
#include "advisor/memory/activations.h"

#include <gtest/gtest.h>

#include <utility>

#include "advisor/network/catalog_network.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

// A GPT layer with dropout, as Korthikanti et al. count it (arXiv 2205.05198).
Network gpt(int layers, int hidden, int heads) {
  LayerGroup group{layers, {}, {}};
  group.attention = {.heads = heads, .kv_heads = heads};
  group.attention.key_dim = group.attention.value_dim = hidden / heads;
  group.feed_forward = {.gated = false, .hidden = 4 * hidden};
  Network network;
  network.hidden = hidden;
  network.vocab = 51200;
  network.has_dropout = network.has_joint_qkv = true;
  network.layers = {group};
  return network;
}

MemoryCase megatron(int tp, bool has_sequence_parallel, bool has_flash) {
  MemoryCase one{.precision = Precision::fp16, .recipe = Recipe::megatron};
  one.layout.tp = tp;
  one.has_sequence_parallel = has_sequence_parallel;
  one.has_flash_attention = has_flash;
  one.sequence = 2048;
  return one;
}

double layer_bytes(const Network& network, const MemoryCase& one) {
  return total_bytes(kept_by_layer(network, network.layers[0], one, one.sequence));
}

// Equation 1, per token: h (34 + 5 a s / h). 22B: h 6144, a 64, s 2048.
TEST(Activations, AreThoseOfThePaperWithoutParallelism) {
  EXPECT_DOUBLE_EQ(layer_bytes(gpt(48, 6144, 64), megatron(1, true, false)),
                   6144 * 34.0 + 5 * 64 * 2048.0);
}

// Table 2: tensor parallelism alone h (10 + 24/t + 5as/(ht)), with sequence parallelism all / t.
TEST(Activations, TensorParallelismSplitsWhatLiesInsideTheMatrices) {
  const Network network = gpt(48, 6144, 64);
  EXPECT_NEAR(layer_bytes(network, megatron(8, false, false)),
              6144 * (10 + 24 / 8.0) + 5 * 64 * 2048 / 8.0, 1);
  EXPECT_NEAR(layer_bytes(network, megatron(8, true, false)), (6144 * 34.0 + 5 * 64 * 2048.0) / 8,
              1);
}

// Flash attention keeps no scores: 34h and 4 bytes of logarithm a head.
TEST(Activations, FlashAttentionKeepsNoScores) {
  EXPECT_DOUBLE_EQ(layer_bytes(gpt(48, 6144, 64), megatron(1, true, true)), 6144 * 34.0 + 4 * 64);
}

// Llama 3 8B in Megatron's kernels, bytes a token: norms' inputs and matrices' inputs 4 x 2 x 4096,
// queries, keys and values 2 x 6144, attention's output 2 x 4096 and 4 x 32, gate, up and product
// 3 x 2 x 14336.
TEST(Activations, LlamaLayer) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  MemoryCase one = megatron(1, true, true);
  one.precision = Precision::bf16;
  const double fused = 8.0 * 4096 + 2 * 6144 + 2 * 4096 + 4 * 32 + 6 * 14336;
  EXPECT_DOUBLE_EQ(layer_bytes(llama, one), fused);
  // PyTorch's own kernels keep SiLU's output and a copy of attention's beside them.
  one.recipe = Recipe::pure;
  EXPECT_DOUBLE_EQ(layer_bytes(llama, one), fused + 2 * 14336 + 2 * 4096);
  // Autocast: an fp32 residual stream, and an input of its own for q, k, v and for gate and up.
  one.recipe = Recipe::autocast;
  EXPECT_DOUBLE_EQ(layer_bytes(llama, one),
                   fused + 2 * 14336 + 2 * 4096 + 4.0 * 4096 + 2 * (2 + 1) * 4096);
}

// Frozen matrices need no input: LoRA on attention keeps neither the feed-forward's nor its
// product's.
TEST(Activations, FrozenMatricesKeepNoInput) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  MemoryCase one = megatron(1, true, true);
  const double trained = layer_bytes(llama, one);
  one.task = Task::lora;
  one.lora_everywhere = false;
  EXPECT_DOUBLE_EQ(layer_bytes(llama, one), trained - 2 * 4096 - 2 * 14336);
  one.lora_everywhere = true;
  EXPECT_DOUBLE_EQ(layer_bytes(llama, one), trained);
}

// 1F1B: the first of 8 stages holds 8 micro-batches, the last one. Interleaved with 3 chunks:
// (2 x 7 + 2 x 8 + 1) / 3 = 31 / 3, the paper's p (1 + (p - 1) / (p v)) = 8 (1 + 7 / 24).
TEST(Activations, MicroBatchesInFlight) {
  EXPECT_DOUBLE_EQ(micro_batches_in_flight({.pp = 8}, 0, 64), 8);
  EXPECT_DOUBLE_EQ(micro_batches_in_flight({.pp = 8}, 7, 64), 1);
  EXPECT_DOUBLE_EQ(micro_batches_in_flight({.pp = 8}, 0, 4), 4);
  EXPECT_NEAR(micro_batches_in_flight({.pp = 8, .virtual_stages = 3}, 0, 64), 31 / 3.0, 1e-9);
  EXPECT_NEAR(31 / 3.0, 8 * (1 + 7 / 24.0), 1e-9);
}

// Full recomputation keeps 2h a token and layer, and one layer whole while it is run again.
TEST(Activations, FullRecomputationKeepsTheLayersInputs) {
  const Network network = gpt(48, 6144, 64);
  MemoryCase one = megatron(1, true, false);
  one.recompute = Recompute::full;
  one.batch = 4;
  const Stage stage = stage_of(network, one.layout, 0);
  const StageActivations all =
      stage_activations(network, stage, 0, one, layer_activations(network, one));
  EXPECT_DOUBLE_EQ(all.tokens, 4 * 2048);
  EXPECT_DOUBLE_EQ(all.per_token, 48 * 2.0 * 6144 + 4 * 6144);  // and the last norm's
  EXPECT_DOUBLE_EQ(all.recomputed, 4 * 2048 * layer_bytes(network, one));
}

// What is not kept of a layer is there again while the way back goes through it.
TEST(Activations, WhatRunsAgainIsThereForOneLayerAtATime) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  const auto again = [&](Recompute recompute, bool has_flash) {
    MemoryCase one = megatron(1, true, has_flash);
    one.recompute = recompute;
    const Stage stage = stage_of(llama, one.layout, 0);
    const auto layers = layer_activations(llama, one);
    const StageActivations all = stage_activations(llama, stage, 0, one, layers);
    return std::pair(all.recomputed, all.tokens * (layers[0].whole - layers[0].kept));
  };
  for (const bool has_flash : {true, false}) {
    EXPECT_DOUBLE_EQ(again(Recompute::none, has_flash).first, 0);
    for (const Recompute recompute : {Recompute::attention, Recompute::per_operator})
      EXPECT_DOUBLE_EQ(again(recompute, has_flash).first, again(recompute, has_flash).second);
    EXPECT_GT(again(Recompute::per_operator, has_flash).first, 0);
  }
  EXPECT_DOUBLE_EQ(again(Recompute::attention, true).first, 0);
  EXPECT_DOUBLE_EQ(again(Recompute::attention, false).first, 2048 * 32 * (2.0 * 2048 - 4));
}

// Llama 3 8B, bytes a token and layer in 16 bits. Per operator: the layer's input and attention's
// output, 4096 numbers each, and half of the products: queries, keys and values 6144, output 4096,
// gate and up 2 x 14336, down 4096. Of attention alone only the scores are freed, which flash
// attention never keeps; the recipe says nothing of which it is.
TEST(Activations, SelectiveRecomputationIsOneOfTwoSchemes) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  const auto kept = [&](Recompute recompute, Recipe recipe, bool has_flash) {
    MemoryCase one = megatron(1, true, has_flash);
    one.recipe = recipe;
    one.recompute = recompute;
    return layer_activations(llama, one)[0].kept;
  };
  const double per_operator = 2.0 * (2 * 4096 + (6144 + 4096 + 2 * 14336 + 4096) / 2.0);
  for (const Recipe recipe : {Recipe::autocast, Recipe::megatron}) {
    const double all = kept(Recompute::none, recipe, true);
    EXPECT_DOUBLE_EQ(kept(Recompute::per_operator, recipe, true), per_operator);
    EXPECT_DOUBLE_EQ(kept(Recompute::attention, recipe, true), all);
    EXPECT_DOUBLE_EQ(kept(Recompute::attention, recipe, false), all);
    // Without flash attention its output is one of the operators that run again.
    EXPECT_DOUBLE_EQ(kept(Recompute::per_operator, recipe, false), per_operator - 2.0 * 4096);
  }
}

TEST(Recomputation, SelectiveIsWhatTheSoftwareRunsAgain) {
  const Recompute selective = *parse_recompute("selective");
  EXPECT_EQ(as_run_by(selective, true), Recompute::attention);
  EXPECT_EQ(as_run_by(selective, false), Recompute::per_operator);
  for (const Recompute same : {Recompute::none, Recompute::full})
    EXPECT_EQ(as_run_by(same, false), same);
  EXPECT_EQ(to_text(Recompute::per_operator), to_text(Recompute::attention));
  EXPECT_EQ(parse_recompute("per-operator"), Recompute::per_operator);
  EXPECT_EQ(parse_recompute("attention"), Recompute::attention);
}

// Logits: 4 tokens x 51,200 words x 4 B of the fused loss.
TEST(Activations, LogitsOnTheLastStage) {
  const Network network = gpt(48, 6144, 64);
  MemoryCase one = megatron(1, true, true);
  one.sequence = 4;
  const Stage stage = stage_of(network, one.layout, 0);
  const double head = 2.0 * 6144 * 51200;  // and the dummy gradient of the output matrix
  EXPECT_DOUBLE_EQ(
      stage_activations(network, stage, 0, one, layer_activations(network, one)).logits,
      4 * 51200 * 4.0 + head);
  one.has_chunked_loss = true;
  one.sequence = 4096;
  EXPECT_DOUBLE_EQ(
      stage_activations(network, stage, 0, one, layer_activations(network, one)).logits,
      2048 * 51200 * 4.0 + head);
  one.recipe = Recipe::autocast;
  one.has_chunked_loss = false;
  EXPECT_DOUBLE_EQ(
      stage_activations(network, stage, 0, one, layer_activations(network, one)).logits,
      4096 * 51200 * 10.0);
}

}  // namespace
}  // namespace wgf::advisor
