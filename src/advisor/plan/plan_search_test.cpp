// SPDX-License-Identifier: MIT
#include "advisor/plan/plan_search.h"

#include <gmock/gmock.h>

#include <cmath>

#include "advisor/memory/advice.h"
#include "advisor/memory/terms.h"
#include "advisor/network/catalog_network.h"
#include "advisor/predict/training_forecast.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& gpu(const char* name) {
  return *catalog::one_gpu(catalog::embedded_catalog().gpus(), name).gpu;
}

Network network_of(const char* name) {
  return *advisor::network_of(
      *catalog::one_model(catalog::embedded_catalog().models(), name).model);
}

PlanQuestion question_of(const Network& network, const char* card, int gpus, double global_batch,
                         double sequence) {
  TrainingCase one;
  one.software = Software::transformer_engine;
  one.global_batch = global_batch;
  one.work.sequence = sequence;
  return {network, one, gpu(card), *even_node(usual_node(gpu(card)), gpus), gpus};
}

double needed_by_all_stages(const Network& network, const MemoryCase& one) {
  double most = 0;
  const auto groups = layer_activations(network, one);
  for (int index = 0; index < one.layout.pp; ++index) {
    const StageShape shape = stage_shape(network, one.layout, index);
    MemoryEstimate estimate;
    describe_stage(estimate, {network, one, shape, groups});
    most = std::max(most, bytes_at_risk(estimate));
  }
  return most;
}

// Every combination of small numbers, tested one by one, each computed anew.
class BruteForce {
 public:
  explicit BruteForce(const PlanQuestion& question) : question_(question) {}

  void run() {
    const int most = question_.gpus;
    for (int tp = 1; tp <= most; ++tp)
      for (int pp = 1; pp <= most; ++pp)
        for (int cp = 1; cp <= most; ++cp)
          for (int ep = 1; ep <= most; ++ep)
            if (most % (tp * pp * cp) == 0) layout({tp, pp, cp, ep, most / (tp * pp * cp)});
  }

  std::vector<Plan> fitting;
  std::int64_t too_large = 0;

 private:
  void layout(const Layout& layout) {
    for (const LayerGroup& group : question_.network.layers) {
      const int keys = group.attention.kv_heads;
      if (group.attention.heads % layout.tp != 0 || group.feed_forward.experts % layout.ep != 0)
        return;
      if (keys % layout.tp != 0 && layout.tp % keys != 0) return;
      if (group.feed_forward.experts == 0 && layout.ep > 1) return;
    }
    const bool is_power = (layout.cp & (layout.cp - 1)) == 0;
    if (layout.cp > 1 && (!is_power || std::fmod(question_.one.work.sequence, 2 * layout.cp) != 0))
      return;
    if (std::min(question_.gpus, question_.node.gpus) % layout.tp != 0) return;
    if ((question_.gpus / layout.pp) % layout.ep != 0) return;
    const int layers = question_.network.layer_count();
    for (int chunks = 1; chunks <= layers; ++chunks) {
      if (chunks > 1 && (layout.pp == 1 || layout.pp * chunks > layers + 2)) continue;
      Layout with_chunks = layout;
      with_chunks.virtual_stages = chunks;
      for (double batch = 1; batch <= 64; batch *= 2) batches(with_chunks, batch);
    }
  }

  void batches(const Layout& layout, double batch) {
    const double steps = question_.one.global_batch / layout.dp / batch;
    if (steps != std::floor(steps) || steps < 1) return;
    if (layout.virtual_stages > 1 && std::fmod(steps, layout.pp) != 0) return;
    const bool has_shards = layout.dp * layout.cp > 1;
    for (const Recompute recompute : {Recompute::none, Recompute::attention, Recompute::full})
      for (int zero = has_shards ? 1 : 0; zero <= (has_shards && layout.pp == 1 ? 3 : 1); ++zero) {
        if (!has_shards && zero > 0) continue;
        TrainingCase one = question_.one;
        one.work.layout = layout;
        one.work.batch = batch;
        one.work.recompute = recompute;
        one.work.zero = zero;
        one.work.is_fsdp = zero == 3;
        complete_case(one, true);
        add(one);
      }
  }

  void add(const TrainingCase& one) {
    const double bytes = needed_by_all_stages(question_.network, one.work);
    if (bytes > static_cast<double>(usable_memory(question_.gpu).value)) {
      ++too_large;
      return;
    }
    const auto time = step_time(question_.network, one, question_.gpu, question_.node,
                                fitted_training().coefficients);
    fitting.push_back({one, time->total().value, bytes});
  }

  const PlanQuestion& question_;
};

PlanResult search(const PlanQuestion& question, const PlanLimits& limits = {},
                  std::vector<ComputeType> types = {ComputeType::bf16}) {
  const PlanSpace space = plan_space(question.network, question.one.work.sequence, question.gpus,
                                     question.node, std::move(types), limits);
  return search_plans(question, space, fitted_training().coefficients, 10);
}

void expect_same_as_brute_force(const PlanQuestion& question) {
  BruteForce all(question);
  all.run();
  const PlanResult found = search(question);
  EXPECT_EQ(found.counts.evaluated, static_cast<std::int64_t>(all.fitting.size()));
  EXPECT_EQ(found.counts.pruned, all.too_large);
  ASSERT_FALSE(all.fitting.empty());
  ASSERT_FALSE(found.best.empty());
  double fastest = INFINITY;
  std::vector<std::pair<double, double>> best_of_both;
  for (const Plan& plan : all.fitting) {
    fastest = std::min(fastest, plan.seconds);
    const bool is_beaten =
        std::any_of(all.fitting.begin(), all.fitting.end(), [&](const Plan& other) {
          return other.seconds <= plan.seconds && other.bytes <= plan.bytes &&
                 (other.seconds < plan.seconds || other.bytes < plan.bytes);
        });
    if (!is_beaten) best_of_both.emplace_back(plan.seconds, plan.bytes);
  }
  EXPECT_NEAR(found.best.front().seconds, fastest, fastest * 1e-12);
  EXPECT_NEAR(found.best.front().bytes, found.front.front().bytes, 1);  // ZeRO 1 and 2 take as long
  std::sort(best_of_both.begin(), best_of_both.end());
  best_of_both.erase(std::unique(best_of_both.begin(), best_of_both.end()), best_of_both.end());
  ASSERT_EQ(found.front.size(), best_of_both.size());
  for (std::size_t i = 0; i < best_of_both.size(); ++i) {
    EXPECT_NEAR(found.front[i].seconds, best_of_both[i].first, fastest * 1e-12);
    EXPECT_NEAR(found.front[i].bytes, best_of_both[i].second, 1);
  }
}

TEST(PlanSearch, FindsWhatBruteForceFindsForADenseNetwork) {
  const Network network = network_of("llama-3.1-8b");
  expect_same_as_brute_force(question_of(network, "h100-sxm", 8, 32, 4096));
}

TEST(PlanSearch, FindsWhatBruteForceFindsForExperts) {
  const Network network = network_of("mixtral-8x7b");
  expect_same_as_brute_force(question_of(network, "h200-sxm", 16, 64, 4096));
}

// 26 layers on 12 GPUs, in two machines.
TEST(PlanSearch, FindsWhatBruteForceFindsWhereStagesAndMachinesDivideLittle) {
  const Network network = network_of("gemma-2-2b");
  ASSERT_EQ(network.layer_count(), 26);
  expect_same_as_brute_force(question_of(network, "h100-sxm", 12, 48, 4096));
}

TEST(PlanSpace, StagesHoldALayerAtLeastAndTensorParallelismDividesTheNode) {
  const auto space_of = [](const char* model, const char* card, int gpus) {
    const Network network = network_of(model);
    const PlanQuestion question = question_of(network, card, gpus, 64, 4096);
    return plan_space(network, 4096, gpus, question.node, {ComputeType::bf16}, {});
  };
  EXPECT_EQ(space_of("llama-3.1-70b", "h100-sxm", 96).pp,
            (std::vector<int>{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48}));
  EXPECT_EQ(space_of("gemma-2-27b", "h100-sxm", 64).pp, (std::vector<int>{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(space_of("deepseek-v3", "b200", 2048).pp, (std::vector<int>{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(space_of("llama-3.1-70b", "h100-sxm", 12).tp, (std::vector<int>{1, 2}));
}

// 126 layers, embedding and loss on 8 stages: 16 chunks of one each, as Llama 3.1 405B is trained
// in 64 of two. 61 layers on 16 stages leave room for three of each.
TEST(PlanSpace, ChunksAreAsManyAsLayersEmbeddingAndLossFill) {
  const auto chunks_of_a_stage = [](const char* model, int stages) {
    const Network network = network_of(model);
    const PlanQuestion question = question_of(network, "h100-sxm", 64, 64, 4096);
    return plan_space(network, 4096, 64, question.node, {ComputeType::bf16}, {})
        .virtual_stages(stages);
  };
  const auto up_to_16 = chunks_of_a_stage("llama-3.1-405b", 8);
  EXPECT_EQ(up_to_16.size(), 16U);
  EXPECT_EQ(up_to_16.front(), 1);
  EXPECT_EQ(up_to_16.back(), 16);
  EXPECT_EQ(chunks_of_a_stage("deepseek-v3", 16), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(chunks_of_a_stage("deepseek-v3", 1), std::vector<int>{1});
}

// What was published as the fastest of 1,024 H100: eight chunks on each of eight stages.
TEST(PlanSearch, StagesThatDoNotDivideTheLayersAreInterleavedToo) {
  const Network network = network_of("llama-3.1-405b");
  PlanQuestion question = question_of(network, "h100-sxm", 1024, 512, 8192);
  question.recipe = Recipe::megatron_16;
  PlanLimits published{.tp = 8, .pp = 8, .cp = 2, .virtual_stages = 8};
  const PlanResult found = search(question, published, {ComputeType::fp8});
  ASSERT_FALSE(found.best.empty());
  EXPECT_EQ(found.best.front().one.work.recipe, Recipe::megatron_16);
  published.virtual_stages = 1;
  const PlanResult plain = search(question, published, {ComputeType::fp8});
  EXPECT_LT(found.best.front().seconds, plain.best.front().seconds * 0.95);
  EXPECT_GE(plain.best.front().seconds, search(question, {}, {ComputeType::fp8}).best[0].seconds);
}

// Which A100 multiplies and keeps in 16 bits; asked for both, they are searched once.
TEST(PlanSearch, WhatACardLacksIsPlannedAsTheTypeItRunsIn) {
  const Network network = network_of("llama-3.1-70b");
  const PlanQuestion question = question_of(network, "a100-sxm-80gb", 64, 256, 4096);
  const PlanResult wide = search(question, {}, {ComputeType::bf16});
  ASSERT_FALSE(wide.best.empty());
  for (const auto& types : {std::vector{ComputeType::fp8}, {ComputeType::bf16, ComputeType::fp8}}) {
    const PlanResult narrow = search(question, {}, types);
    EXPECT_EQ(narrow.counts.evaluated, wide.counts.evaluated);
    EXPECT_EQ(narrow.counts.pruned, wide.counts.pruned);
    ASSERT_EQ(narrow.best.size(), wide.best.size());
    for (std::size_t i = 0; i < wide.best.size(); ++i) {
      EXPECT_EQ(narrow.best[i].seconds, wide.best[i].seconds);
      EXPECT_EQ(narrow.best[i].bytes, wide.best[i].bytes);
      EXPECT_EQ(narrow.best[i].one.work.precision, Precision::bf16);
    }
  }
}

TEST(PlanSearch, GradientsIn16BitsFitMoreLayouts) {
  const Network network = network_of("llama-3.1-70b");
  PlanQuestion question = question_of(network, "h100-sxm", 64, 256, 8192);
  const PlanResult wide = search(question);
  question.recipe = Recipe::megatron_16;
  const PlanResult narrow = search(question);
  EXPECT_GT(narrow.counts.evaluated, wide.counts.evaluated);
  EXPECT_EQ(narrow.counts.evaluated + narrow.counts.pruned,
            wide.counts.evaluated + wide.counts.pruned);
  const Plan& best = narrow.best.front();
  EXPECT_NEAR(
      best.seconds,
      step_time(network, best.one, question.gpu, question.node, fitted_training().coefficients)
          ->total()
          .value,
      best.seconds * 1e-12);
}

TEST(EvenNode, SharesOutTheGpus) {
  const Node eight = usual_node(gpu("h100-sxm")), rack = usual_node(gpu("gb200"));
  EXPECT_EQ(even_node(eight, 5)->gpus, 8);
  EXPECT_EQ(even_node(eight, 64)->gpus, 8);
  EXPECT_EQ(even_node(eight, 12)->gpus, 6);
  EXPECT_EQ(even_node(eight, 63)->gpus, 7);
  EXPECT_EQ(even_node(rack, 128)->gpus, 64);
  EXPECT_FALSE(even_node(eight, 13));
}

TEST(PlanSearch, OfEachLayoutTheFastestIsKeptAndTimesAreThoseOfStepTime) {
  const Network network = network_of("llama-3.1-70b");
  const PlanQuestion question = question_of(network, "h100-sxm", 64, 256, 8192);
  const PlanResult found = search(question);
  ASSERT_EQ(found.best.size(), 10U);
  for (std::size_t i = 0; i < found.best.size(); ++i) {
    const Plan& plan = found.best[i];
    const auto time =
        step_time(network, plan.one, question.gpu, question.node, fitted_training().coefficients);
    EXPECT_NEAR(plan.seconds, time->total().value, plan.seconds * 1e-12);
    EXPECT_LE(plan.bytes, static_cast<double>(usable_memory(question.gpu).value));
    EXPECT_EQ(plan.one.work.layout.gpus(), 64);
    EXPECT_GE(plan.seconds, found.best[i > 0 ? i - 1 : 0].seconds);
  }
}

TEST(PlanSearch, LimitsAreKeptAndWhatIsNoneIsSaid) {
  const Network network = network_of("llama-3.1-8b");
  const PlanQuestion question = question_of(network, "h100-sxm", 8, 32, 4096);
  for (const Plan& plan : search(question, {.tp = 2, .recompute = Recompute::full}).best) {
    EXPECT_EQ(plan.one.work.layout.tp, 2);
    EXPECT_EQ(plan.one.work.recompute, Recompute::full);
  }
  try {
    search(question, {.tp = 3});
    FAIL();
  } catch (const Error& fault) {
    EXPECT_EQ(
        fault.message(),
        (Message{"plan.impossible", {{"name", "tp"}, {"value", "3"}, {"possible", "1, 2, 4, 8"}}}));
  }
}

TEST(PlanSearch, WithoutZeroRanksKeepEverythingWhole) {
  const Network network = network_of("gpt2");
  const PlanQuestion question = question_of(network, "h100-sxm", 8, 32, 1024);
  const PlanLimits limits{.tp = 1, .pp = 1, .cp = 1, .zero = 0};
  const PlanResult whole = search(question, limits),
                   shared = search(question, {1, 1, 1, {}, {}, 1});
  ASSERT_FALSE(whole.best.empty());
  EXPECT_EQ(whole.best[0].one.work.layout.dp, 8);
  EXPECT_EQ(whole.best[0].one.work.zero, 0);
  EXPECT_GT(whole.best[0].bytes, shared.best.at(0).bytes);
  const auto time = step_time(network, whole.best[0].one, question.gpu, question.node,
                              fitted_training().coefficients);
  EXPECT_NEAR(whole.best[0].seconds, time->total().value, 1e-9);
}

TEST(PlanSearch, WhereNothingFitsTheSmallestIsNamed) {
  const Network network = network_of("llama-3.1-405b");
  const PlanResult found = search(question_of(network, "rtx4090", 8, 8, 4096));
  EXPECT_TRUE(found.best.empty());
  EXPECT_EQ(found.counts.evaluated, 0);
  ASSERT_TRUE(found.smallest);
  EXPECT_GT(found.smallest->bytes, 24e9);
}

}  // namespace
}  // namespace wgf::advisor
