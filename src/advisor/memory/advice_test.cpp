// SPDX-License-Identifier: MIT
#include "advisor/memory/advice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "advisor/network/catalog_network.h"
#include "base/error.h"
#include "catalog/catalog.h"

namespace wgf::advisor {
namespace {

// 1 GB and 2 GB a sequence, 1 MB a token.
MemoryEstimate linear(const MemoryCase& one) {
  MemoryEstimate estimate;
  estimate.terms = {
      {.bytes = 1e9, .spread = 0.1}, {.bytes = 2e9 * one.batch}, {.bytes = 1e6 * one.sequence}};
  return estimate;
}

// As options without software are read: they decide on the recipe where it is open.
Completion with_recipe(bool is_open) {
  return [is_open](Flip& flip) {
    MemoryCase& one = flip.changed;
    if (is_open) one.recipe = usual_recipe(one);
    one.recompute = as_run_by(one.recompute, is_megatron(one));
    return true;
  };
}

TEST(Advice, TheLargestThatFits) {
  EXPECT_DOUBLE_EQ(largest_batch(linear, {}, Bytes(80'000'000'000)), 39);
  EXPECT_DOUBLE_EQ(largest_batch(linear, {}, Bytes(2'000'000'000)), 0);
  // 3 GB without tokens: 7 GB are 7,000 of them, 27 steps of 256.
  EXPECT_DOUBLE_EQ(longest_sequence(linear, {}, Bytes(10'000'000'000), 1e6), 27 * 256);
  // One time in ten 27 take over 9.95 GB.
  EXPECT_DOUBLE_EQ(longest_sequence(linear, {}, Bytes(9'950'000'000), 1e6), 26 * 256);
  EXPECT_DOUBLE_EQ(longest_sequence(linear, {}, Bytes(10'000'000'000), 4096), 4096);
  // A network that takes no other length than its own.
  EXPECT_DOUBLE_EQ(longest_sequence(linear, {}, Bytes(10'000'000'000), 197), 197);
  EXPECT_DOUBLE_EQ(longest_sequence(linear, {}, Bytes(3'100'000'000), 197), 0);
  EXPECT_DOUBLE_EQ(longest_sequence(linear, {}, Bytes(10'000'000'000), 1500), 1500);
}

TEST(Advice, EveryNetworkOfTheCatalogueHasALength) {
  for (const catalog::Model& model : catalog::embedded_catalog().models().models) {
    const std::optional<Network> network = network_of(model);
    if (!network) continue;
    const double most = network->max_sequence.value_or(1 << 20);
    const auto checked = [&](const MemoryCase& one) {
      check_case(*network, one);
      return estimate_memory(*network, one);
    };
    MemoryCase one;
    one.sequence = std::min(2048.0, most);
    EXPECT_LE(longest_sequence(checked, one, Bytes(80'000'000'000), most), most) << model.id;
  }
}

// 3 GB +- 0.1 GB (90 %): at its own size one half, 0.1 GB above it 5 %.
TEST(Advice, RiskOfTheNormalDistribution) {
  const MemoryEstimate estimate = linear({});
  EXPECT_NEAR(out_of_memory_risk(estimate, Bytes(3'000'000'000)), 0.5, 1e-9);
  EXPECT_NEAR(out_of_memory_risk(estimate, Bytes(3'100'000'000)), 0.05, 1e-4);
  EXPECT_NEAR(out_of_memory_risk(estimate, Bytes(2'900'000'000)), 0.95, 1e-4);
}

// Llama 3 8B does not train in 40 GB; LoRA does, and every change offered brings it below.
TEST(Advice, FlipsBringTheCaseBelowTheCapacity) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  const Estimator estimate = [&](const MemoryCase& one) { return estimate_memory(llama, one); };
  MemoryCase one;
  one.sequence = 2048;
  const Bytes capacity(40'000'000'000);
  ASSERT_FALSE(fits(estimate(one), capacity));
  const std::vector<Flip> found = flips(estimate, one, capacity, with_recipe(true));
  ASSERT_FALSE(found.empty());
  for (const Flip& flip : found) EXPECT_LE(flip.total, 40e9) << flip.what;
  EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                          [](const Flip& flip) { return flip.what == "lora"; }));
}

// ZeRO and tensor parallelism have another usual recipe than one GPU; who named one keeps it.
TEST(Advice, ChangesKeepTheRecipeUnlessItIsOpen) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  const Estimator estimate = [&](const MemoryCase& one) { return estimate_memory(llama, one); };
  MemoryCase one;
  one.sequence = 2048;
  one.layout.dp = 8;
  one.recompute = Recompute::per_operator;
  const auto recipe_with = [&](bool is_open, const char* what) -> std::optional<Recipe> {
    for (const Flip& flip : flips(estimate, one, Bytes(1'000'000'000'000), with_recipe(is_open)))
      if (flip.what == what) return flip.changed.recipe;
    return std::nullopt;
  };
  one.recipe = Recipe::autocast;
  EXPECT_EQ(recipe_with(true, "zero_3"), Recipe::mixed);
  EXPECT_EQ(recipe_with(true, "tp_double"), Recipe::megatron);
  EXPECT_EQ(recipe_with(false, "zero_3"), Recipe::autocast);
  EXPECT_EQ(recipe_with(false, "tp_double"), Recipe::autocast);
  one.recipe = Recipe::megatron;
  one.recompute = Recompute::attention;
  for (const Flip& flip : flips(estimate, one, Bytes(1'000'000'000'000), with_recipe(false)))
    EXPECT_EQ(flip.changed.recipe, Recipe::megatron) << flip.what;
}

TEST(Advice, OffersTheSelectiveRecomputationOfTheSoftware) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  const Estimator estimate = [&](const MemoryCase& one) { return estimate_memory(llama, one); };
  const auto offers = [&](Recipe recipe, bool has_flash, const char* what) {
    MemoryCase one;
    one.recipe = recipe;
    one.has_flash_attention = has_flash;
    one.sequence = 8192;
    const std::vector<Flip> found = flips(estimate, one, Bytes(40'000'000'000), with_recipe(false));
    return std::any_of(found.begin(), found.end(),
                       [&](const Flip& flip) { return flip.what == what; });
  };
  EXPECT_TRUE(offers(Recipe::autocast, true, "recompute_selective"));
  EXPECT_FALSE(offers(Recipe::autocast, true, "recompute_attention"));
  EXPECT_FALSE(offers(Recipe::megatron, true, "recompute_selective"));
  EXPECT_FALSE(offers(Recipe::megatron, true, "recompute_attention"));  // it frees nothing
  EXPECT_TRUE(offers(Recipe::megatron, false, "recompute_attention"));
}

TEST(Advice, LeavesOutWhatTheOptionsRefuse) {
  const auto linear_in_tasks = [](const MemoryCase& one) {
    MemoryEstimate estimate = linear(one);
    if (has_adapters(one)) estimate.terms.resize(1);
    return estimate;
  };
  const auto whole_trainings = [](Flip& flip) { return flip.changed.task == Task::train; };
  const std::vector<Flip> all =
      flips(linear_in_tasks, {.batch = 4}, Bytes(5'000'000'000), with_recipe(true));
  EXPECT_EQ(all.size(), 3);  // half the batch, LoRA, QLoRA
  const std::vector<Flip> found =
      flips(linear_in_tasks, {.batch = 4}, Bytes(5'000'000'000), whole_trainings);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found.front().what, "half_batch");
}

TEST(Advice, WhatCannotRunIsAnError) {
  const Network llama = *network_of(*catalog::embedded_catalog().models().find_id("llama-3-8b"));
  const auto exit_code = [&](const MemoryCase& one) {
    try {
      check_case(llama, one);
    } catch (const Error& error) {
      return error.exit_code();
    }
    return ExitCode::ok;
  };
  MemoryCase one;
  one.sequence = 8192;
  EXPECT_EQ(exit_code(one), ExitCode::ok);
  one.layout.tp = 3;
  EXPECT_EQ(exit_code(one), ExitCode::usage);
  one.layout = {.pp = 64};
  EXPECT_EQ(exit_code(one), ExitCode::usage);
  one.layout = {.ep = 8, .dp = 8};  // of experts that it does not have
  EXPECT_EQ(exit_code(one), ExitCode::usage);
  one.layout = {};
  one.sequence = 8193;
  EXPECT_EQ(exit_code(one), ExitCode::not_supported);
}

TEST(Advice, UsableMemoryIsWhatTheDriverReports) {
  catalog::Gpu gpu;
  gpu.memory_gb = 80;
  EXPECT_EQ(usable_memory(gpu), Bytes(80'000'000'000));
  gpu.memory_usable_gib = 79.5;
  EXPECT_EQ(usable_memory(gpu), Bytes(85'362'475'008));
}

}  // namespace
}  // namespace wgf::advisor
