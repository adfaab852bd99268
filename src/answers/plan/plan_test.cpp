// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "advisor/plan/batch_guidance.h"
#include "answers/plan/plan_answer.h"
#include "answers/test_surroundings.h"
#include "answers/training/training_answer.h"

namespace wgf::answers::plan_test {
namespace {

using advisor::ComputeType;
using advisor::TrainingForecast;

Outcome<PlanAnswer> outcome(const PlanOptions& options) {
  return plan(parse_plan_request(options, catalog_of_tests()), surroundings_of_tests());
}

PlanAnswer ask(const PlanOptions& options) {
  return *outcome(options).answer;
}

std::string refusal(const PlanOptions& options) {
  return outcome(options).refusal->message().key;
}

PlanOptions on_hopper() {
  return {.network = {.model = "llama-3.1-70b", .sequence = "8192"},
          .gpus = {"64xh100-sxm"},
          .global_batch = "1024"};
}

PlanOptions of_8b(const std::string& gpus) {
  return {.network = {.model = "llama-3.1-8b"}, .gpus = {gpus}, .global_batch = "64"};
}

double seconds(const PoolPlans& pool) {
  return pool.best.front().step().value;
}

TEST(Plan, TakesWhatWasKeptOfItsCard) {
  PlanOptions options = of_8b("8xh100-sxm");
  const double usual = seconds(ask(options).pools[0]);
  options.is_calibrated = true;
  EXPECT_EQ(refusal(options), "calibration.none");
  Surroundings surroundings = surroundings_of_tests();
  surroundings.calibration = [](const std::string& gpu) {
    KeptCalibration kept{.gpu = gpu, .record = {}, .training = KeptFold{}, .serving = {}};
    kept.training->found.coefficients = {{"energy.hopper", 1.3}, {"attention.hopper", 0.8}};
    return kept;
  };
  const auto slower = plan(parse_plan_request(options, catalog_of_tests()), surroundings);
  EXPECT_GT(seconds(slower.answer->pools[0]), 1.05 * usual);
  options.gpus.push_back("8xb200");
  EXPECT_EQ(refused([&] { parse_plan_request(options, catalog_of_tests()); }),
            "calibration.one_card");
}

TEST(Plan, HasTheFastestFirstWhichMultiplyToTheGpusAndFit) {
  PlanOptions options = on_hopper();
  options.top = "8";
  const PoolPlans pool = ask(options).pools.front();
  ASSERT_EQ(pool.best.size(), 8u);
  EXPECT_GT(pool.result.counts.evaluated, 1000);
  EXPECT_GT(pool.result.counts.pruned, 1000);
  EXPECT_TRUE(std::is_sorted(
      pool.best.begin(), pool.best.end(),
      [](const TrainingForecast& a, const TrainingForecast& b) { return a.step() < b.step(); }));
  const auto usable = static_cast<double>(advisor::usable_memory(*pool.pool.gpu).value);
  for (std::size_t i = 0; i < pool.best.size(); ++i) {
    const TrainingForecast& one = pool.best[i];
    EXPECT_EQ(one.one.work.layout.gpus(), 64);
    EXPECT_EQ(one.one.micro_steps() * one.one.work.batch * one.one.work.layout.dp, 1024);
    EXPECT_LE(pool.result.best[i].bytes, usable);
    EXPECT_LT(one.step_interval().low, one.step().value);
    EXPECT_GT(one.step_interval().high, one.step().value);
  }
}

TEST(Plan, IsAsFastAsItsLayoutIsForecast) {
  PlanOptions options = on_hopper();
  options.precisions = {"bf16"};
  const TrainingForecast best = ask(options).pools.front().best.front();
  const advisor::MemoryCase& work = best.one.work;
  const auto text = [](int value) { return std::to_string(value); };
  const PredictOptions same{.network = {.model = "llama-3.1-70b",
                                        .sequence = "8192",
                                        .recompute = std::string(to_text(work.recompute)),
                                        .zero = text(work.zero),
                                        .tp = text(work.layout.tp),
                                        .pp = text(work.layout.pp),
                                        .vpp = text(work.layout.virtual_stages),
                                        .cp = text(work.layout.cp),
                                        .ep = text(work.layout.ep)},
                            .gpus = {"h100-sxm"},
                            .batch_sizes = {advisor::whole_text(work.batch)},
                            .gpu_count = "64",
                            .global_batch = "1024",
                            .software = "transformer-engine"};
  const auto found =
      predict(parse_predict_request(same, catalog_of_tests()), surroundings_of_tests());
  EXPECT_NEAR(found.answer->rows.front().forecast.step().value / best.step().value, 1, 1e-6);
}

TEST(Plan, OfATypeTheCardLacksIsThatOfTheOneItRunsIn) {
  PlanOptions options = of_8b("8xa100-sxm-80gb");
  options.precisions = {"bf16"};
  const double wide = seconds(ask(options).pools.front());
  options.precisions = {"fp8"};
  EXPECT_EQ(seconds(ask(options).pools.front()), wide);
}

TEST(Plan, SearchesNarrowTypesWhereTheCardHasThem) {
  const PlanRequest request = parse_plan_request(of_8b("8xh100-sxm"), catalog_of_tests());
  EXPECT_EQ(request.types_of(*request.pools.front().gpu),
            (std::vector{ComputeType::bf16, ComputeType::fp8}));
  const PlanRequest ampere = parse_plan_request(of_8b("8xa100-sxm-80gb"), catalog_of_tests());
  EXPECT_EQ(ampere.types_of(*ampere.pools.front().gpu), std::vector{ComputeType::bf16});
}

TEST(Plan, HoldsWhatWasFixed) {
  PlanOptions options = on_hopper();
  options.network.tp = "8";
  options.network.recompute = "full";
  options.precisions = {"bf16"};
  const PoolPlans pool = ask(options).pools.front();
  for (const TrainingForecast& one : pool.best) {
    EXPECT_EQ(one.one.work.layout.tp, 8);
    EXPECT_EQ(one.one.work.recompute, advisor::Recompute::full);
    EXPECT_EQ(one.one.matrices, ComputeType::bf16);
  }
}

TEST(Plan, TakesNoSharingAmongSeveralRanksWhereThatIsAskedFor) {
  PlanOptions options{
      .network =
          {.model = "gpt2", .recompute = "none", .zero = "0", .tp = "1", .pp = "1", .cp = "1"},
      .gpus = {"8xh100-sxm"},
      .precisions = {"bf16"},
      .global_batch = "64",
      .micro_batch = "4"};
  const advisor::MemoryCase work = ask(options).pools.front().best.front().one.work;
  EXPECT_EQ(work.layout.dp, 8);
  EXPECT_EQ(work.zero, 0);
}

TEST(Plan, SpreadsExperts) {
  const PlanAnswer answer =
      ask({.network = {.model = "mixtral-8x7b", .sequence = "4096"}, .gpus = {"64xh100"}});
  EXPECT_TRUE(answer.request.is_batch_assumed);
  const auto& best = answer.pools.front().best;
  EXPECT_TRUE(std::any_of(best.begin(), best.end(),
                          [](const TrainingForecast& one) { return one.one.work.layout.ep > 1; }));
}

TEST(Plan, NoRowOfTheFrontIsBeaten) {
  PlanOptions options = on_hopper();
  options.gpus.emplace_back("32xb200");
  const PlanAnswer answer = ask(options);
  ASSERT_GT(answer.front.size(), 3u);
  std::set<std::size_t> pools;
  for (const FrontRow& row : answer.front) {
    pools.insert(row.pool);
    ASSERT_TRUE(row.usd);
    for (const FrontRow& other : answer.front)
      EXPECT_FALSE(other.plan.seconds < row.plan.seconds && other.free_bytes >= row.free_bytes &&
                   *other.usd <= *row.usd);
  }
  EXPECT_EQ(pools.size(), 2u);
}

TEST(Plan, KeepsItsPricesAndTheirDollars) {
  const PlanAnswer answer = ask(on_hopper());
  const PoolPlans& pool = answer.pools.front();
  ASSERT_TRUE(pool.rent && pool.usd_per_hour);
  EXPECT_NEAR(*pool.usd_per_hour, 64 * pool.rent->offer->per_gpu.value, 1e-9);
  const double usd = *usd_per_billion_tokens(answer.request, pool, seconds(pool));
  EXPECT_NEAR(usd, 1e9 / (1024. * 8192) * seconds(pool) / 3600 * *pool.usd_per_hour, 1e-6);
  EXPECT_FALSE(ask(of_8b("8xh800-sxm")).pools.front().usd_per_hour);  // nobody rents it
}

TEST(Plan, GradientsInSixteenBitsAreAChoice) {
  PlanOptions options{.network = {.model = "llama-3.1-405b", .sequence = "8192"},
                      .gpus = {"1024xh100-sxm"},
                      .global_batch = "512"};
  const PoolPlans usual = ask(options).pools.front();
  EXPECT_EQ(usual.best.front().one.work.recipe, advisor::Recipe::megatron);
  ASSERT_TRUE(usual.narrow);
  EXPECT_LT(usual.narrow->best.front().seconds, seconds(usual));
  options.network.recipe = "megatron-16";
  const PoolPlans asked = ask(options).pools.front();
  EXPECT_FALSE(asked.narrow);
  EXPECT_EQ(asked.result.counts.evaluated, usual.narrow->counts.evaluated);
  EXPECT_EQ(asked.result.best.front().seconds, usual.narrow->best.front().seconds);
  // data/truth/training.csv, mbridge-0262 and others: 292 to 315 tokens/s a GPU, interleaved though
  // the stages do not divide the layers.
  EXPECT_GT(asked.best.front().tokens_per_second() / 1024, 280);
  EXPECT_GT(asked.best.front().one.work.layout.virtual_stages, 1);
}

TEST(Plan, OfImagesCountsImages) {
  const PlanAnswer answer = ask({.network = {.model = "vit-large-16"}, .gpus = {"8xh100-sxm"}});
  EXPECT_EQ(answer.request.global_batch, 4096);
  const TrainingForecast& best = answer.pools.front().best.front();
  EXPECT_NEAR(best.tokens_per_second() / best.samples_per_second(), 197, 1e-6);
}

TEST(Plan, SharesTheBatchThatIsAssumedOutEvenly) {
  const auto batch = [](std::vector<std::string> gpus) {
    return parse_plan_request({.network = {.model = "llama-3.1-8b"}, .gpus = std::move(gpus)},
                              catalog_of_tests())
        .global_batch;
  };
  EXPECT_EQ(batch({"64xh100-sxm"}), 2048);
  EXPECT_EQ(batch({"12xh100-sxm"}), 11 * 192);
  EXPECT_EQ(batch({"12xh100-sxm", "20xb200"}), 9 * 240);
}

TEST(Plan, TwoToThe22TokensAStepAreUsual) {
  EXPECT_EQ(advisor::batch_size_of(512 * 8192), advisor::BatchSize::usual);
  EXPECT_EQ(advisor::batch_size_of(528 * 8192), advisor::BatchSize::large);
}

TEST(Plan, UsesMachinesEvenly) {
  for (const auto& [gpus, each] : {std::pair(12, 6), {63, 7}, {64, 8}}) {
    PlanOptions options = of_8b(std::to_string(gpus) + "xh100-sxm");
    options.global_batch = "";
    EXPECT_EQ(ask(options).pools.front().best.front().node.gpus, each) << gpus;
  }
  EXPECT_EQ(ask(on_hopper()).pools.front().best.front().node.network.value, 5e10);
  EXPECT_EQ(refusal(of_8b("13xh100-sxm")), "plan.uneven_machines");
}

TEST(Plan, NamesTheLimitThatLeavesNothing) {
  PlanOptions options = of_8b("8xh100-sxm");
  options.network.zero = "3";
  options.network.tp = "8";
  EXPECT_EQ(refusal(options), "plan.no_layout_zero");
  options.network.tp = "";
  options.network.pp = "4";
  options.network.vpp = "2";
  options.network.zero = "2";
  EXPECT_EQ(refusal(options), "plan.no_layout_zero");
  options.network.vpp = "40";
  options.network.zero = "1";
  EXPECT_EQ(refusal(options), "plan.no_layout_vpp");
}

TEST(Plan, SaysWhetherGradientsInSixteenBitsWouldFit) {
  EXPECT_EQ(refusal(of_8b("2xh100-sxm")), "plan.nothing_fits_in_fp32");
  const Outcome<PlanAnswer> large =
      outcome({.network = {.model = "llama-3.1-405b"}, .gpus = {"8xrtx4090"}, .global_batch = "8"});
  EXPECT_EQ(large.refusal->message().key, "plan.nothing_fits");
  EXPECT_EQ(large.refusal->exit_code(), ExitCode::error);
}

TEST(Plan, IsRefusedWhereNothingIsKnownOfTheSpeed) {
  EXPECT_EQ(refusal(of_8b("8xgb10")), "plan.card_lack_peak");
  const auto asked = [](const char* model) {
    return refused(
        [&] {
          parse_plan_request({.network = {.model = model}, .gpus = {"8xh100"}}, catalog_of_tests());
        },
        ExitCode::not_supported);
  };
  EXPECT_EQ(asked("resnet50"), "plan.no_layers");
  EXPECT_EQ(asked("t5-large"), "plan.no_layers");
}

TEST(Plan, RefusesWhatCannotBe) {
  const auto key = [](PlanOptions options) {
    return refused([&] { parse_plan_request(options, catalog_of_tests()); });
  };
  PlanOptions options = on_hopper();
  options.network.tp = "8";
  options.network.pp = "16";
  EXPECT_EQ(key(options), "plan.product");
  options = on_hopper();
  options.micro_batch = "3";
  EXPECT_EQ(key(options), "plan.micro_batch");
  options = on_hopper();
  options.top = "101";
  EXPECT_EQ(key(options), "plan.too_many");
  EXPECT_EQ(key(of_8b("h100")), "plan.bad_pool");
  EXPECT_EQ(key(of_8b("99999xh100")), "plan.bad_count");
}

}  // namespace
}  // namespace wgf::answers::plan_test
