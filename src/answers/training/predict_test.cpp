// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "answers/memory/memory_answer.h"
#include "answers/test_surroundings.h"
#include "answers/training/training_answer.h"

namespace wgf::answers::predict_test {
namespace {

using advisor::Parallelism;
using advisor::Software;
using advisor::StepPart;
using advisor::TrainingForecast;

Outcome<PredictAnswer> outcome(const PredictOptions& options,
                               const Surroundings& surroundings = surroundings_of_tests()) {
  return predict(parse_predict_request(options, catalog_of_tests()), surroundings);
}

PredictAnswer ask(const PredictOptions& options) {
  return *outcome(options).answer;
}

TrainingForecast first(const PredictOptions& options) {
  return ask(options).rows.front().forecast;
}

std::string refusal(const PredictOptions& options, ExitCode code = ExitCode::usage) {
  return refused(
      [&] {
        const Outcome<PredictAnswer> found = outcome(options);
        if (found.refusal) throw Error(*found.refusal);
      },
      code);
}

PredictOptions of_8b(const std::string& gpus = "1") {
  return {.network = {.model = "llama-3.1-8b"}, .gpus = {"h100-sxm"}, .gpu_count = gpus};
}

TEST(Predict, FiguresAgreeWithEachOther) {
  PredictOptions options = of_8b("8");
  options.network.sequence = "4096";
  options.global_batch = "64";
  const TrainingForecast one = first(options);
  const double step = one.step().value;
  EXPECT_NEAR(one.tokens_per_second(), 64 * 4096 / step, 1);
  EXPECT_EQ(one.one.work.layout.gpus(), 8);
  // 6 FLOPs a parameter and token, and 12 x layers x width x tokens / 2 of causal attention.
  const double flops = 4096. * 64 * (6 * 7.50e9 + 6. * 32 * 4096 * 4096);
  EXPECT_NEAR(one.utilisation() / (flops / (8 * 989.4e12 * step)), 1, 0.02);
}

TEST(Predict, HasAPublishedStepInItsInterval) {
  // Megatron-LM, arXiv 2205.05198, table 5: 22B, 8 A100, batch 4, selective recomputation: 1.10 s.
  const Interval step = first({.network = {.params = "22b",
                                           .layers = "48",
                                           .hidden = "6144",
                                           .ffn_hidden = "24576",
                                           .heads = "64",
                                           .kv_heads = "64",
                                           .vocab = "51200",
                                           .sequence = "2048",
                                           .recompute = "selective",
                                           .tp = "8"},
                               .gpus = {"a100-sxm-80gb"},
                               .batch_sizes = {"4"},
                               .gpu_count = "8",
                               .global_batch = "4",
                               .software = "megatron"})
                            .step_interval();
  EXPECT_LT(step.low, 1.10);
  EXPECT_GT(step.high, 1.10);
}

TEST(Predict, IsWiderForCardsWithoutPublishedRuns) {
  PredictOptions options = of_8b();
  const PredictAnswer seen = ask(options);
  options.gpus = {"h100-nvl"};
  const PredictAnswer unseen = ask(options);
  EXPECT_EQ(seen.rows[0].basis.familiarity, advisor::Familiarity::card);
  EXPECT_EQ(unseen.rows[0].basis.familiarity, advisor::Familiarity::generation);
  EXPECT_GT(unseen.rows[0].forecast.spread, 1.1 * seen.rows[0].forecast.spread);
}

TEST(Predict, KeepsAGivenLayoutAndChoosesOneThatFits) {
  PredictOptions options{
      .network = {.model = "llama-3.1-70b", .recompute = "full", .zero = "1", .tp = "8", .pp = "4"},
      .gpus = {"h100-sxm"},
      .gpu_count = "64",
      .software = "transformer-engine"};
  const advisor::MemoryCase kept = first(options).one.work;
  EXPECT_EQ(kept.layout.tp, 8);
  EXPECT_EQ(kept.layout.pp, 4);
  EXPECT_EQ(kept.layout.dp, 2);
  EXPECT_EQ(kept.zero, 1);
  EXPECT_EQ(kept.recompute, advisor::Recompute::full);
  options = {.network = {.model = "llama-3.1-70b"}, .gpus = {"h100-sxm"}, .gpu_count = "64"};
  EXPECT_TRUE(first(options).has_room());
  PredictOptions product = of_8b("");
  product.network.tp = "2";
  product.network.dp = "3";
  EXPECT_EQ(ask(product).request.gpus, 6);
}

TEST(Predict, InterleavesStagesWithMegatronAlone) {
  // Meta's layout of Llama 3.1 405B on 16,384 GPUs (arXiv 2407.21783, table 4).
  PredictOptions options{
      .network = {.model = "llama-3.1-405b", .sequence = "8192", .tp = "8", .pp = "16", .cp = "1"},
      .gpus = {"h100-sxm"},
      .gpu_count = "16384",
      .global_batch = "2048"};
  EXPECT_GT(first(options).one.work.layout.virtual_stages, 1);
  options.network.vpp = "4";
  EXPECT_EQ(first(options).one.work.layout.virtual_stages, 4);
  PredictOptions eager = of_8b("8");
  eager.network.pp = "4";
  eager.software = "pytorch";
  EXPECT_EQ(first(eager).one.work.layout.virtual_stages, 1);
}

TEST(Predict, TakesTheMemoryOfItsCase) {
  for (const char* software : {"pytorch", "compiled", "transformer-engine"}) {
    PredictOptions options = of_8b("8");
    options.software = software;
    options.global_batch = "4";
    options.network.recompute = "full";
    options.network.zero = "1";
    options.network.tp = "2";
    options.network.dp = "4";
    const MemoryRequest same = parse_memory_request({.model = "llama-3.1-8b",
                                                     .recompute = "full",
                                                     .zero = "1",
                                                     .tp = "2",
                                                     .dp = "4",
                                                     .software = software},
                                                    catalog_of_tests());
    const TrainingForecast one = first(options);
    ASSERT_EQ(one.one.micro_steps(), 1);  // else gradients stay between them
    EXPECT_EQ(one.memory.total(), same.estimate(same.one).total()) << software;
  }
}

TEST(Predict, CostsWhatItsRunTakes) {
  PredictOptions options = of_8b("8");
  options.tokens = "2B";
  const PredictAnswer answer = ask(options);
  const Prediction& one = answer.rows.front();
  const RunCost run = *run_cost(answer.request, one);
  EXPECT_NEAR(run.seconds, 2e9 / one.forecast.tokens_per_second(), 1);
  EXPECT_NEAR(*run.usd, run.seconds / 3600 * 8 * one.rent->offer->per_gpu.value, 0.01);
  EXPECT_FALSE(run_cost(ask(of_8b("8")).request, one));
}

TEST(Predict, RentsMachinesThatHoldTheRun) {
  Surroundings surroundings = surroundings_of_tests();
  surroundings.prices = [] {
    return std::make_shared<const Prices>(
        Prices{catalog::read_offers("provider,gpu_name,gpu_id,gpu_count,price_usd_hr\n"
                                    "small,H100,h100-sxm,1,0.01\nsmall,H100,h100-sxm,3,0.03\n"
                                    "whole,H100,h100-sxm,8,0.16\n",
                                    "prices.csv"),
               {}});
  };
  PredictOptions options = of_8b("8");
  options.tokens = "2B";
  PredictAnswer answer = *outcome(options, surroundings).answer;
  EXPECT_EQ(answer.rows[0].rent->offer->offer->provider, "whole");
  EXPECT_TRUE(answer.rows[0].rent->does_hold);
  options.gpu_count = "12";
  answer = *outcome(options, surroundings).answer;
  EXPECT_EQ(answer.rows[0].rent->offer->offer->provider, "small");
  EXPECT_FALSE(answer.rows[0].rent->does_hold);
}

TEST(Predict, KeepsPyTorchAndSaysWhatIsFaster) {
  PredictOptions options{.network = {.model = "llama-2-7b"},
                         .gpus = {"h100-sxm"},
                         .batch_sizes = {"8"},
                         .gpu_count = "8"};
  const PredictAnswer answer = ask(options);
  const Prediction& kept = answer.rows.front();
  ASSERT_TRUE(kept.faster);
  EXPECT_EQ(kept.forecast.one.software, Software::pytorch);
  EXPECT_GT(kept.faster->tokens_per_second(), kept.forecast.tokens_per_second());
  options.software = std::string(to_text(kept.faster->one.software));
  EXPECT_EQ(first(options).step(), kept.faster->step());
}

TEST(Predict, RanksCardsThatFitFirst) {
  PredictOptions options = of_8b("4");
  options.gpus.clear();
  options.has_all_gpus = true;
  const PredictAnswer answer = ask(options);
  EXPECT_TRUE(std::is_sorted(
      answer.rows.begin(), answer.rows.end(), [](const Prediction& a, const Prediction& b) {
        if (a.forecast.does_fit() != b.forecast.does_fit()) return a.forecast.does_fit();
        return a.forecast.tokens_per_second() > b.forecast.tokens_per_second();
      }));
  EXPECT_FALSE(answer.rows.back().forecast.does_fit());
  EXPECT_TRUE(std::any_of(answer.unknown.begin(), answer.unknown.end(),
                          [](const catalog::Gpu* gpu) { return gpu->id == "t4"; }));
}

TEST(Predict, NarrowerTypesAreFasterAndTheLayoutIsThatOfSixteenBits) {
  PredictOptions options = of_8b();
  options.precisions = {"all"};
  const PredictAnswer answer = ask(options);
  ASSERT_EQ(answer.rows.size(), 6u);
  std::map<std::string_view, double> rate;
  for (const Prediction& one : answer.rows) {
    rate[one.precision] = one.forecast.tokens_per_second();
    EXPECT_EQ(one.forecast.one.software, answer.rows[2].forecast.one.software);
  }
  EXPECT_LT(rate["fp32"], rate["tf32"]);
  EXPECT_LT(rate["tf32"], rate["bf16"]);
  EXPECT_LT(rate["bf16"], rate["fp8"]);
}

TEST(Predict, OfATypeTheCardLacksIsOfTheOneItRunsIn) {
  PredictOptions options = of_8b("8");
  options.gpus = {"a100-sxm-80gb"};
  const TrainingForecast wide = first(options);
  for (const char* narrow : {"fp8", "fp4"}) {
    options.precisions = {narrow};
    EXPECT_EQ(first(options).step(), wide.step());
    EXPECT_EQ(first(options).memory.total(), wide.memory.total());
  }
}

TEST(Predict, KneeIsTheSmallestBatchNearTheBestThatIsPossible) {
  PredictOptions options{.network = {.model = "gpt2"},
                         .gpus = {"rtx-4090"},
                         .batch_sizes = {"1", "2", "4", "8", "14", "16", "64"}};
  const PredictAnswer answer = ask(options);
  const advisor::Knee found = knee(answer.rows);
  ASSERT_TRUE(found.at);
  double best = 0;
  for (const Prediction& one : answer.rows)
    if (!is_at_risk(one)) best = std::max(best, one.forecast.tokens_per_second());
  EXPECT_GE(answer.rows[*found.at].forecast.tokens_per_second(), 0.95 * best);
  EXPECT_LT(answer.rows[*found.at - 1].forecast.tokens_per_second(), 0.95 * best);
  options.batch_sizes = {"1", "2"};
  const advisor::Knee rising = knee(ask(options).rows);
  EXPECT_FALSE(rising.at);
  EXPECT_EQ(rising.rising, 1u);
}

TEST(Predict, ScalesThreeWaysSideBySide) {
  PredictOptions options = of_8b("16");
  options.has_scaling = true;
  const PredictAnswer answer = ask(options);
  const ScalingAnswer& scaling = *answer.scaling;
  ASSERT_EQ(scaling.rows.size(), 5u);
  const auto& last = scaling.rows.back();
  EXPECT_EQ(last.gpus, 16);
  EXPECT_FALSE(last.cells[static_cast<std::size_t>(Parallelism::tensor)]);  // a node has eight
  EXPECT_EQ(
      last.cells[static_cast<std::size_t>(Parallelism::pipeline)]->forecast.one.work.layout.pp, 16);
}

TEST(Predict, NamesTheFewestGpusWithRoomAndTightly) {
  PredictOptions options = of_8b("4");
  options.network.model = "llama-3-8b";
  options.has_scaling = true;
  const advisor::FewestGpus data = ask(options).scaling->kinds[0].fewest;
  EXPECT_EQ(data.with_room, 4);
  EXPECT_EQ(data.tight, 2);
  options.network.model = "codellama-34b";
  const advisor::FewestGpus tensor = ask(options).scaling->kinds[1].fewest;
  EXPECT_FALSE(tensor.with_room);
  EXPECT_EQ(tensor.tight, 8);
}

TEST(Predict, GivesWayToALayoutThatFitsWhereSharingDoesNot) {
  const auto layout = [](const char* gpu) {
    return first({.network = {.model = "codellama-34b", .zero = "1"},
                  .gpus = {gpu},
                  .gpu_count = "8",
                  .software = "transformer_engine"})
        .one.work.layout;
  };
  EXPECT_EQ(layout("h100-sxm").dp, 1);
  EXPECT_GT(layout("b200").dp, 1);
}

TEST(Predict, IsBoundsBesideARefusalWherePhysicsIsAllThatIsKnown) {
  const Outcome<PredictAnswer> cnn = outcome(
      {.network = {.model = "resnet101"}, .gpus = {"a100-sxm-80gb"}, .batch_sizes = {"64"}});
  ASSERT_TRUE(cnn.answer && cnn.refusal);
  EXPECT_EQ(cnn.refusal->message().key, "predict.unknown_network");
  EXPECT_EQ(cnn.refusal->exit_code(), ExitCode::not_supported);
  EXPECT_TRUE(cnn.answer->rows.empty());
  // 3 x 15.603 GFLOP an image of ResNet-101, 312 TFLOP/s.
  ASSERT_EQ(cnn.answer->bounds.size(), 1u);
  EXPECT_NEAR(*cnn.answer->bounds[0].bounds.samples_per_second() / (312e12 / (3 * 15.603e9)), 1,
              0.01);
  const Outcome<PredictAnswer> card =
      outcome({.network = {.model = "gpt2"}, .gpus = {"gb10", "gaudi3"}});
  EXPECT_EQ(card.answer->bounds.size(), 2u);
  EXPECT_EQ(card.refusal->message().key, "predict.card_several");
}

TEST(Predict, BoundsReadOfEachCardItsShareOfTheWeights) {
  const auto seconds = [](const char* gpus) {
    return outcome({.network = {.model = "alexnet"}, .gpus = {"a100-sxm-80gb"}, .gpu_count = gpus})
        .answer->bounds.front()
        .bounds.by_bytes.value;
  };
  // 61.1 M parameters of two bytes, of which 41.94 MB may be cached; 2,039 GB/s.
  EXPECT_NEAR(seconds("1"), 3 * (2 * 61.1e6 - 41.94e6) / 2039e9, 3e-7);
  EXPECT_NEAR(seconds("2"), 3 * (61.1e6 - 41.94e6) / 2039e9, 3e-7);
  EXPECT_EQ(seconds("8"), 0);
}

TEST(Predict, NoStepIsFasterThanPhysics) {
  for (const char* card : {"h20", "a100-sxm-80gb", "rtx-4090", "mi308x"}) {
    const Interval step = first({.network = {.model = "gpt2-xl"},
                                 .gpus = {card},
                                 .batch_sizes = {"2"},
                                 .precisions = {"fp32"}})
                              .step_interval();
    EXPECT_GT(step.low, 2. * 3 * 2 * 1024 * 1.5e9 / 200e12) << card;
  }
}

TEST(Predict, AsksForACalibrationWhereItIsToBeUsed) {
  PredictOptions options = of_8b();
  options.is_calibrated = true;
  EXPECT_EQ(refusal(options), "calibration.none");
  EXPECT_EQ(refusal(of_8b()), "");
}

TEST(Predict, RefusesWhatCannotBe) {
  const auto with = [](auto change) {
    PredictOptions options = of_8b("8");
    change(options);
    return refusal(options);
  };
  EXPECT_EQ(with([](auto& one) { one.gpus.clear(); }), "predict.one_of_gpus");
  EXPECT_EQ(with([](auto& one) { one.has_all_gpus = true; }), "predict.both_of_gpus");
  EXPECT_EQ(with([](auto& one) { one.network.tp = "3"; }), "predict.layout_not_divisible");
  EXPECT_EQ(with([](auto& one) {
              one.network.tp = "2";
              one.network.dp = "3";
            }),
            "predict.layout_product");
  EXPECT_EQ(with([](auto& one) { one.gpu_count = "16385"; }), "predict.too_many_gpus");
  EXPECT_EQ(with([](auto& one) {
              one.batch_sizes = {"4"};
              one.global_batch = "10";
            }),
            "predict.global_batch");
  EXPECT_EQ(with([](auto& one) {
              one.has_scaling = true;
              one.batch_sizes = {"1", "2"};
            }),
            "predict.one_comparison");
  EXPECT_EQ(with([](auto& one) { one.network.task = "lora"; }), "predict.no_adapters");
  EXPECT_EQ(with([](auto& one) { one.serving.slo = {"ttft=1s"}; }), "serve.option_of_serving");
}

TEST(Predict, SaysWhichChunksArePossible) {
  const auto with = [](auto change) {
    PredictOptions options{
        .network = {.model = "llama-3.1-405b"}, .gpus = {"h100-sxm"}, .gpu_count = "1024"};
    change(options);
    return refusal(options);
  };
  EXPECT_EQ(with([](auto& one) { one.network.vpp = "200"; }), "predict.vpp_too_many");
  EXPECT_EQ(with([](auto& one) {
              one.network.vpp = "3";
              one.software = "deepspeed";
            }),
            "predict.vpp_software");
  EXPECT_EQ(with([](auto& one) {
              one.network.vpp = "8";
              one.global_batch = "100";
            }),
            "predict.vpp_rounds");
}

}  // namespace
}  // namespace wgf::answers::predict_test
