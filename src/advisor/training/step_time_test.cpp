// SPDX-License-Identifier: MIT
#include "advisor/training/step_time.h"

#include <gtest/gtest.h>

#include <cmath>

#include "advisor/network/catalog_network.h"
#include "advisor/training/interval.h"
#include "advisor/training/layer_time.h"
#include "advisor/training/matrix_speed.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& gpu(const char* name) {
  return *catalog::one_gpu(catalog::embedded_catalog().gpus(), name).gpu;
}

Network network(const char* name) {
  return *network_of(*catalog::one_model(catalog::embedded_catalog().models(), name).model);
}

TrainingCase megatron_case(int tp, int pp, int dp, double micro_steps) {
  TrainingCase one;
  one.software = Software::transformer_engine;
  one.work.layout = {.tp = tp, .pp = pp, .dp = dp};
  one.work.sequence = 4096;
  one.work.zero = 1;
  one.global_batch = micro_steps * dp;
  return one;
}

double seconds(const TrainingCase& one, const char* model, const char* card) {
  const auto time =
      step_time(network(model), one, gpu(card), usual_node(gpu(card)), prior_coefficients());
  return time ? time->total().value : 0;
}

TEST(StepTime, WhatACardLacksIsNamed) {
  EXPECT_EQ(speed_gap(gpu("h100-sxm")), SpeedGap::none);
  EXPECT_EQ(speed_gap(gpu("t4")), SpeedGap::generation);
  EXPECT_EQ(speed_gap(gpu("gb10")), SpeedGap::peak);
  catalog::Gpu card = gpu("h100-sxm");
  card.tdp.reset();
  EXPECT_EQ(speed_gap(card), SpeedGap::figure);
}

TEST(StepTime, AttentionIn8BitsIsFasterOnBlackwell) {
  TrainingCase one = megatron_case(1, 1, 1, 1);
  one.matrices = ComputeType::fp8;
  TrainingCase narrow = one;
  narrow.has_narrow_attention = true;
  const auto rate = [](const TrainingCase& of, const char* card) {
    return card_speed(gpu(card), of, prior_coefficients())->attention_rate.value;
  };
  EXPECT_DOUBLE_EQ(rate(narrow, "b200") / rate(one, "b200"), 2);
  EXPECT_DOUBLE_EQ(rate(narrow, "h100-sxm"), rate(one, "h100-sxm"));
}

// Llama 3 8B: queries, keys and values 4096 x 6144, output 4096 x 4096, 2 x 14336 gated, 14336.
TEST(LayerWork, MatricesOfALlamaLayer) {
  const Network llama = network("llama-3-8b");
  const LayerWork work = layer_work(llama, llama.layers[0], megatron_case(1, 1, 1, 1), 8);
  double flops = 0;
  for (const MatrixProduct& product : work.matrices()) flops += product.flops();
  const double params = 4096.0 * (6144 + 4096) + 3 * 4096.0 * 14336;
  EXPECT_DOUBLE_EQ(flops, 2 * 4096 * params);
  // 4 x 4096 x 128 FLOPs a head and pair, half of the pairs
  EXPECT_NEAR(work.attention_flops, 32 * 4.0 * 128 * 4096 * 4097 / 2, 1);
}

TEST(LayerWork, TensorParallelismCutsWhatItCuts) {
  const Network llama = network("llama-3-8b");
  const LayerWork whole = layer_work(llama, llama.layers[0], megatron_case(1, 1, 1, 1), 8);
  const LayerWork half = layer_work(llama, llama.layers[0], megatron_case(2, 1, 1, 1), 8);
  EXPECT_DOUBLE_EQ(half.attention_flops, whole.attention_flops / 2);
  EXPECT_EQ(whole.tensor_bytes, 0);
  EXPECT_DOUBLE_EQ(half.tensor_bytes, 2 * 0.5 * 4096 * 4096 * 2);  // gather and scatter, 16 bits
}

TEST(LayerWork, ATokenCrossesTheNetworkOnceForEachNode) {
  const Network deepseek = network("deepseek-v3");
  TrainingCase one = megatron_case(1, 1, 64, 1);
  one.work.layout.ep = 64;
  const LayerWork work = layer_work(deepseek, deepseek.layers.back(), one, 8);
  const double token_bytes = 4096.0 * 7168 * 2;
  EXPECT_NEAR(work.expert_exchange_bytes, 63.0 / 64 * 8 * token_bytes, 1);
  // 8 experts of 64 ranks on 8 nodes reach 8 (1 - (7/8)^8) = 5.251 of them, 7/8 of those elsewhere
  EXPECT_NEAR(work.expert_network_bytes / token_bytes, 5.251 * 7 / 8, 0.001);
}

TEST(StepTime, EachMicroStepAddsItsGradientsToTheSum) {
  const Network llama = network("llama-3-8b");
  const catalog::Gpu& card = gpu("a100-sxm-80gb");
  TrainingCase one = megatron_case(1, 1, 1, 4);
  TrainingCoefficients c = prior_coefficients();
  const auto matrices = [&](double gradient_bytes) {
    c.gradient_bytes = gradient_bytes;
    return (*step_time(llama, one, card, usual_node(card), c))[StepPart::matrices];
  };
  const double params = 32 * (4096.0 * (6144 + 4096) + 3 * 4096.0 * 14336);
  const double seconds = 4 * 8 * params / (card.memory_bandwidth.value * 0.85);
  EXPECT_NEAR(matrices(8) - matrices(0), seconds, 1e-6 * seconds);
  one.software = Software::native;  // in two bytes
  EXPECT_NEAR(matrices(8) - matrices(0), seconds / 2, 1e-6 * seconds);
  one.work.task = Task::lora;  // frozen weights have none
  EXPECT_EQ(matrices(8), matrices(0));
}

TEST(StepTime, RecipesThatOverlapTensorParallelismWaitLess) {
  const TrainingCoefficients c = prior_coefficients();
  TrainingCase one = megatron_case(8, 1, 1, 8);
  const auto tensor = [&](Recipe recipe) {
    one.work.recipe = recipe;
    return (*step_time(network("llama-3-70b"), one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")),
                       c))[StepPart::tensor];
  };
  EXPECT_NEAR(tensor(Recipe::megatron_16) / tensor(Recipe::megatron),
              c.tensor_overlapped / c.tensor_exposed, 1e-9);
}

TEST(StepTime, ContextParallelismCutsAttentionIntoPieces) {
  const TrainingCoefficients c = prior_coefficients();
  TrainingCase one = megatron_case(1, 1, 1, 1);
  const auto parts = [&](int cp) {
    one.work.layout.cp = cp;
    return *step_time(network("llama-3-8b"), one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")), c);
  };
  const StepTime whole = parts(1), cut = parts(8);
  const double slower = (1 + c.short_sequence / 512) / (1 + c.short_sequence / 4096);
  EXPECT_NEAR(cut[StepPart::attention] / whole[StepPart::attention], slower / 8, 1e-6);
  // 32 layers, keys and values go round three times, seven steps each
  EXPECT_GT(cut[StepPart::context], 32 * 3 * 7 * c.collective_latency);
}

TEST(StepTime, ExpertsOfFewRanksShareFewNetworkCards) {
  const Network experts = network("gpt-oss-120b");
  const catalog::Gpu& card = gpu("b200");
  TrainingCase one = megatron_case(1, 1, 64, 20);
  const auto seconds = [&](int ep, StepPart part) {
    one.work.layout.ep = ep;
    return (*step_time(experts, one, card, usual_node(card), prior_coefficients()))[part];
  };
  // Expert ranks that fill a node: one of a group in each, on one network card instead of eight.
  const double whole = seconds(1, StepPart::data);
  EXPECT_NEAR(seconds(8, StepPart::data) / whole, 8.0 / 8 * 7 / 8 * 64 / 63, 0.03);
  // ZeRO shares their optimizer among the 8 ranks that have the same ones: as many as without.
  EXPECT_NEAR(seconds(8, StepPart::optimizer) / seconds(1, StepPart::optimizer), 1, 1e-6);
}

TEST(StepTime, PureRecipesUpdateHalfTheBytes) {
  TrainingCase one = megatron_case(1, 1, 1, 1);
  const auto optimizer = [&](Recipe recipe) {
    one.work.recipe = recipe;
    return (*step_time(network("llama-3-8b"), one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")),
                       prior_coefficients()))[StepPart::optimizer];
  };
  EXPECT_NEAR(optimizer(Recipe::pure), optimizer(Recipe::autocast) / 2, 1e-9);
}

TEST(StepTime, PipelinesWaitInTheIdealBubble) {
  TrainingCoefficients ideal = prior_coefficients();
  ideal.step_constant = 0;
  const Network llama = network("llama-3-70b");
  const auto time = [&](const TrainingCase& one) {
    return *step_time(llama, one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")), ideal);
  };
  TrainingCase one = megatron_case(4, 4, 1, 16);
  const StepTime plain = time(one);
  double busy = 0;
  for (const StepPart part : {StepPart::matrices, StepPart::attention, StepPart::between,
                              StepPart::head, StepPart::launch, StepPart::tensor})
    busy += plain[part];
  EXPECT_NEAR(plain[StepPart::pipeline] / busy, 3.0 / 16, 0.02);  // (p - 1) / m
  one.work.layout.virtual_stages = 4;
  EXPECT_NEAR(time(one)[StepPart::pipeline] / busy, 3.0 / 64, 0.02);
}

TEST(StepTime, RecomputingEverythingCostsAForwardPass) {
  TrainingCase one = megatron_case(1, 1, 8, 16);
  const double without = seconds(one, "llama-3-8b", "h100-sxm");
  one.work.recompute = Recompute::full;
  EXPECT_NEAR(seconds(one, "llama-3-8b", "h100-sxm") / without, 1.3, 0.06);
}

// Attention alone is a few hundredths of a step of short sequences; half of the forward products
// and all between them, a sixth to a fifth. Full: above.
TEST(StepTime, SelectiveRecomputationCostsWhatItsSchemeRunsAgain) {
  const auto share = [](Recompute recompute) {
    TrainingCase one = megatron_case(1, 1, 8, 16);
    one.software = Software::pytorch;
    one.work.recompute = recompute;
    const Network llama = network("llama-3-8b");
    const StepTime time =
        *step_time(llama, one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")), prior_coefficients());
    return time[StepPart::recompute] / (time[StepPart::matrices] + time[StepPart::between]);
  };
  EXPECT_LT(share(Recompute::attention), 0.08);
  EXPECT_GT(share(Recompute::per_operator), 0.15);
  EXPECT_LT(share(Recompute::per_operator), share(Recompute::full) * 0.8);
}

TEST(StepTime, PowerLimitsWhatTensorUnitsReach) {
  const TrainingCoefficients c = prior_coefficients();
  const TrainingCase one = megatron_case(1, 1, 1, 1);
  const auto share = [&](const char* name) {
    const CardSpeed card = *card_speed(gpu(name), one, c);
    return card.matrix_rate.value / card.bf16_peak.value;
  };
  // Watts a dense bf16 TFLOP/s: 2.7, 1.3, 0.7, 0.4
  EXPECT_GT(share("rtx-4090"), share("a100-sxm-80gb"));
  EXPECT_GT(share("a100-sxm-80gb"), share("h100-sxm"));
  EXPECT_GT(share("h100-sxm"), share("b200"));
}

TEST(StepTime, AttentionNotWrittenForTheCardIsSlowerThere) {
  const TrainingCoefficients c = prior_coefficients();
  TrainingCase old = megatron_case(1, 1, 1, 1);
  old.software = Software::pytorch;
  TrainingCase newest = old;
  newest.has_newest_attention = true;
  const auto gain = [&](const char* name) {
    return card_speed(gpu(name), newest, c)->attention_rate.value /
           card_speed(gpu(name), old, c)->attention_rate.value;
  };
  EXPECT_DOUBLE_EQ(gain("a100-sxm-80gb"), 1);
  EXPECT_NEAR(gain("h100-sxm"), 1 / c.portable_attention, 1e-9);
  EXPECT_NEAR(gain("mi300x"), 1 / c.portable_attention, 1e-9);
}

TEST(StepTime, OptimizerStatesOfTheHostTakeItsTime) {
  TrainingCase one = megatron_case(1, 1, 8, 8);
  const double without = seconds(one, "llama-3-8b", "h100-sxm");
  one.work.is_offloaded = true;
  const double host = 8.03e9 / 8 * prior_coefficients().host_update;
  EXPECT_NEAR(seconds(one, "llama-3-8b", "h100-sxm") - without, host, 0.07 * host);
}

TEST(StepTime, TheStageWithMostLayersSetsThePace) {
  Network llama = network("llama-3-8b");
  llama.vocab = 32'000;  // an output matrix of less than the layer that the last stage lacks
  const auto pipeline = [&](int layers) {
    llama.layers[0].count = layers;
    return (*step_time(llama, megatron_case(1, 4, 1, 64), gpu("h100-sxm"),
                       usual_node(gpu("h100-sxm")), prior_coefficients()))
        .total()
        .value;
  };
  EXPECT_NEAR(pipeline(34) / pipeline(33), 1, 0.015);  // nine layers on a stage, both
}

TEST(StepTimeInterval, IsOfTheKindOfCase) {
  FittedTraining fitted;
  TrainingCase one = megatron_case(1, 1, 8, 8);
  auto& spreads = fitted.spreads[static_cast<std::size_t>(Software::transformer_engine)];
  spreads = {0.2, 0.4, 0.1};
  EXPECT_NEAR(step_time_interval(network("llama-3-8b"), one, fitted).high, std::exp(0.2), 1e-12);
  EXPECT_NEAR(step_time_interval(network("deepseek-v3"), one, fitted).low, std::exp(-0.4), 1e-12);
  one.work.task = Task::lora;
  EXPECT_NEAR(step_time_interval(network("llama-3-8b"), one, fitted).high, std::exp(0.1), 1e-12);
}

TEST(StepTime, NothingIsSaidOfUnknownGenerations) {
  const TrainingCase one = megatron_case(1, 1, 1, 1);
  EXPECT_EQ(seconds(one, "llama-3-8b", "t4"), 0);
}

TEST(Coefficients, TheFileHoldsThemAll) {
  FittedTraining fitted;
  fitted.coefficients = prior_coefficients();
  double spread = 0;
  for (const SpreadInfo& one : spread_list(fitted)) *one.value = spread += 0.01;
  fitted.fitted_on = "2026-11-22";
  fitted.rows = 721;
  const FittedTraining read =
      read_fitted_training(catalog::parse_toml(to_toml(fitted), "training.toml"));
  const auto native = static_cast<std::size_t>(Software::native);
  EXPECT_NEAR(read.spreads[0][0], 0.01, 1e-4);
  EXPECT_NEAR(read.spreads[native][2], 0.18, 1e-4);  // the last of eighteen
  TrainingCoefficients there = read.coefficients;
  for (const CoefficientInfo& one : coefficient_list(there))
    EXPECT_NEAR(*one.value / one.prior, 1, 1e-4) << one.name;
  EXPECT_EQ(read.rows, 721);
}

// Stages keep the weights that they gathered for all micro-steps.
TEST(StepTime, FullyShardedStagesGatherOnceAStep) {
  TrainingCase one = megatron_case(8, 8, 8, 32);
  one.software = Software::compiled;
  one.work.zero = 3;
  const auto sharding = [&](int stages, double micro_steps) {
    TrainingCase other = one;
    other.work.layout.pp = stages;
    other.global_batch = micro_steps * other.work.layout.dp;
    const auto time = step_time(network("llama-3.1-405b"), other, gpu("h100-sxm"),
                                usual_node(gpu("h100-sxm")), prior_coefficients());
    return (*time)[StepPart::sharding];
  };
  EXPECT_LT(sharding(8, 64), 1.5 * sharding(8, 32));
  EXPECT_NEAR(sharding(1, 64), 2 * sharding(1, 32), 1e-6);
}

// Trained weights: a gather in 2 bytes and a scatter in 4. Frozen ones: the gather.
// Each gather goes from node to node.
TEST(StepTime, ShardingOverThousandsOfRanksTakesLonger) {
  const auto sharding = [](int ranks) {
    TrainingCase one = megatron_case(1, 1, ranks, 1);
    one.software = Software::pytorch;
    one.work.zero = 3;
    const catalog::Gpu& h100 = gpu("h100-sxm");
    return (*step_time(network("llama-3.1-70b"), one, h100, usual_node(h100),
                       prior_coefficients()))[StepPart::sharding];
  };
  EXPECT_LT(sharding(512), 1.1 * sharding(128));
  EXPECT_GT(sharding(16384), 1.5 * sharding(512));
}

// Every gradient there and back, where ZeRO brings 2 bytes of weights back instead.
TEST(StepTime, PlainDataParallelismSumsThereAndBack) {
  const auto data = [](int zero) {
    TrainingCase one = megatron_case(1, 1, 64, 1);
    one.work.zero = zero;
    const catalog::Gpu& h100 = gpu("h100-sxm");
    return (*step_time(network("llama-3.2-1b"), one, h100, usual_node(h100),
                       prior_coefficients()))[StepPart::data];
  };
  EXPECT_NEAR(data(0) / data(1), 8.0 / 6.0, 1e-9);  // sums in 4 bytes
}

// Tensor parallelism of 8 and context parallelism of 8 are eight nodes: what goes round lies beside
// attention until it takes longer.
TEST(StepTime, ContextGoesThroughTheNetworkBetweenNodes) {
  const auto context = [](int tp, int cp, int sequence) {
    TrainingCase one = megatron_case(tp, 1, 1, 1);
    one.work.layout.cp = cp;
    one.work.sequence = sequence;
    const catalog::Gpu& h100 = gpu("h100-sxm");
    return (*step_time(network("llama-2-7b"), one, h100, usual_node(h100),
                       prior_coefficients()))[StepPart::context];
  };
  // An eighth of the heads each: without the network an eighth of the bytes.
  EXPECT_GT(context(8, 8, 8192), 2 * context(1, 8, 8192) / 8);
  EXPECT_LT(context(8, 8, 524288), 2 * context(1, 8, 524288) / 8);
}

// Where no ranks share experts out, tensor parallelism cuts each: the same weights as memory
// counts.
TEST(StepTime, ExpertsAreCutWhereNobodySharesThem) {
  const Network mixtral = network("mixtral-8x22b");
  const StepParams cut = step_params(mixtral, {.tp = 8}),
                   shared = step_params(mixtral, {.tp = 8, .ep = 8});
  EXPECT_DOUBLE_EQ(cut.experts, shared.experts);
  const LayerWork of_cut = layer_work(mixtral, mixtral.layers[0], megatron_case(8, 1, 1, 1), 8);
  TrainingCase one = megatron_case(8, 1, 1, 1);
  one.work.layout.ep = 8;
  const LayerWork of_shared = layer_work(mixtral, mixtral.layers[0], one, 8);
  EXPECT_DOUBLE_EQ(of_cut.expert_width, of_shared.expert_width / 8);
  const auto flops = [](const LayerWork& work) {
    double sum = 0;
    for (const MatrixProduct& product : work.matrices()) sum += product.flops();
    return sum;
  };
  EXPECT_DOUBLE_EQ(flops(of_cut), flops(of_shared));
  EXPECT_DOUBLE_EQ(of_cut.expert_bytes, 8 * of_shared.expert_bytes);
}

TEST(StepTime, FrozenWeightsOfStagesAreGatheredOnce) {
  TrainingCase one = megatron_case(8, 8, 8, 256);
  one.software = Software::compiled;
  one.work.zero = 3;
  TrainingCoefficients c = prior_coefficients();
  const auto wire = [&](Task task) {
    one.work.task = task;
    c.sharding_exposed = 1e6;  // of the smaller of wire and computation, which is the wire
    const auto time =
        step_time(network("llama-3.1-405b"), one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")), c);
    return (*time)[StepPart::sharding];
  };
  EXPECT_NEAR(wire(Task::train) / wire(Task::lora), 3, 0.01);
}

// Gemma's 256,000 words on the last of equal stages; where it has a layer less than the others, a
// small vocabulary takes that layer's place.
TEST(StepTime, TheOutputMatrixMakesTheLastStageLonger) {
  const auto pipeline = [](Network of, double vocabulary) {
    of.vocab = static_cast<int>(vocabulary);
    const TrainingCase one = megatron_case(1, 4, 1, 64);
    const auto time =
        step_time(of, one, gpu("h100-sxm"), usual_node(gpu("h100-sxm")), prior_coefficients());
    return (*time)[StepPart::pipeline] / time->total().value;
  };
  const Network llama = network("llama-3-8b");  // 32 layers
  EXPECT_GT(pipeline(llama, 256'000), pipeline(llama, 32'000) + 0.05);
}

}  // namespace
}  // namespace wgf::advisor
