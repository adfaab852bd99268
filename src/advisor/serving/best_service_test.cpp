// SPDX-License-Identifier: MIT
#include "advisor/serving/best_service.h"

#include <gtest/gtest.h>

#include <cmath>

#include "advisor/network/catalog_network.h"
#include "advisor/serving/format_support.h"
#include "advisor/serving/service_interval.h"
#include "advisor/serving/service_precision.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

const catalog::Gpu& gpu(const char* id) {
  return *catalog::embedded_catalog().gpus().find_id(id);
}

Network network(const char* name) {
  return *network_of(*catalog::one_model(catalog::embedded_catalog().models(), name).model);
}

std::vector<ServiceLayout> layouts(const char* model, int gpus, const GivenService& given = {},
                                   ServingSoftware software = ServingSoftware::vllm) {
  return service_layouts(network(model), software, given, usual_node(gpu("h100-sxm")), gpus);
}

struct Asked {
  Network served;
  ServiceCard card;
  ServingCase load;
  GivenService given;
  ServiceLimits limits;

  Asked(const char* model, const char* id, MatrixType type, double concurrency)
      : served(network(model)), card(gpu(id), ServingSoftware::vllm) {
    load.precision.matrices = type;
    load.concurrency = concurrency;
  }
  ServiceQuestion question() const { return {served, load, given, limits}; }
};

// 8 = engines x pp x tp in ten ways, tp being a divisor of 8 heads of keys and 32 of queries.
TEST(ServiceLayouts, MultiplyToTheGpusAndCutHeadsEvenly) {
  const auto eight = layouts("llama-3.1-8b", 8);
  EXPECT_EQ(eight.size(), 10u);
  for (const ServiceLayout& one : eight) EXPECT_EQ(one.gpus(), 8);
  // Of six, neither three nor six divide 32 heads: tp 1 in four ways, tp 2 in two.
  EXPECT_EQ(layouts("llama-3.1-8b", 6).size(), 6u);
  EXPECT_TRUE(layouts("llama-3.1-8b", 6, {.tp = 3}).empty());
  EXPECT_TRUE(layouts("llama-3.1-8b", 8, {.tp = 3}).empty());
}

TEST(ServiceLayouts, KeepWhatIsGiven) {
  const auto found = layouts("llama-3.1-8b", 8, {.tp = 2, .pp = 1});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].engines, 4);
  EXPECT_EQ(layouts("llama-3.1-8b", 16, {.tp = 16, .engines = 1}).size(), 1u);  // two nodes
  for (const ServiceLayout& one : layouts("llama-3.1-8b", 16)) EXPECT_LE(one.layout.tp, 8);
}

TEST(ServiceLayouts, ExpertsMayBeSharedOut) {
  const auto found = layouts("deepseek-v3", 8, {.pp = 1, .engines = 1});
  ASSERT_EQ(found.size(), 3u);  // attention DP with ep 8; tp 8 with ep 1 and with ep 8
  EXPECT_EQ(found[0].layout.attention_dp, 8);
  EXPECT_EQ(found[0].layout.ep, 8);
  EXPECT_EQ(found[1].layout.ep, 1);
  EXPECT_EQ(found[2].layout.ep, 8);
}

// Over two nodes as it is given alone: attention on every rank, never a tp beyond a node.
TEST(ServiceLayouts, ExpertsGivenToMoreRanksThanANodeHasCrossNodes) {
  const auto wide = layouts("deepseek-r1", 16, {.ep = 16});
  ASSERT_EQ(wide.size(), 1u);
  EXPECT_EQ(wide[0].layout.attention_dp, 16);
  EXPECT_EQ(wide[0].layout.ep, 16);
  EXPECT_EQ(wide[0].layout.tp, 1);
  EXPECT_EQ(layouts("deepseek-r1", 32, {.ep = 32}, ServingSoftware::sglang).size(), 1u);
  for (const ServiceLayout& one : layouts("deepseek-r1", 16, {.ep = 8}))
    EXPECT_LE(one.layout.ranks(), 8);
}

TEST(ServiceLayouts, LlamaCppCutsBetweenLayers) {
  for (const ServiceLayout& one : layouts("llama-3.1-8b", 4, {}, ServingSoftware::llama_cpp))
    EXPECT_EQ(one.layout.tp, 1);
  for (const ServiceLayout& one : layouts("llama-3.1-8b", 4, {}, ServingSoftware::exllama))
    EXPECT_EQ(one.layout.tp, 1);
}

TEST(BestService, IsTheFastestOfAll) {
  const Asked asked("llama-3.1-70b", "h100-sxm", MatrixType::fp8, 64);
  const auto best = best_service(asked.question(), asked.card, 8);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->one.gpus(), 8);
  for (const ServiceLayout& one : layouts("llama-3.1-70b", 8)) {
    ServingCase other = asked.load;
    other.layout = one.layout;
    other.engines = one.engines;
    const auto found =
        forecast_serving(asked.served, other, *asked.card.gpu, asked.card.pass, fitted_serving());
    if (!found) continue;
    EXPECT_LE(found->output_tokens_per_s, best->forecast.output_tokens_per_s * (1 + 1e-12));
  }
}

// One engine a GPU gives most tokens, but reads a prompt slowest.
TEST(BestService, KeepsTheLimitsOrSaysThatNoneDoes) {
  Asked asked("llama-3.1-8b", "h100-sxm", MatrixType::bf16, 1024);
  const auto fastest = best_service(asked.question(), asked.card, 8);
  EXPECT_EQ(fastest->one.engines, 8);
  asked.limits.ttft = Seconds(fastest->forecast.ttft.value * 0.9);
  const auto within = best_service(asked.question(), asked.card, 8);
  EXPECT_TRUE(within->is_within_limits);
  EXPECT_LE(within->forecast.ttft, *asked.limits.ttft);
  EXPECT_LT(within->forecast.output_tokens_per_s, fastest->forecast.output_tokens_per_s);
  asked.limits.tpot = Seconds(1e-4);
  EXPECT_FALSE(best_service(asked.question(), asked.card, 8)->is_within_limits);
}

// 70.6 GB of weights and 2.7 GB of others on each of two cards leave 4 GB of 0.9 x 85.9 GB: enough
// for 2,048 tokens of 163,840 bytes (0.34 GB), not for 32,768 (5.4 GB).
TEST(BestService, FindsTheFewestGpus) {
  Asked asked("llama-3.1-70b", "h100-sxm", MatrixType::bf16, 1);
  EXPECT_FALSE(best_service(asked.question(), asked.card, 1));
  EXPECT_EQ(fewest_gpus(asked.question(), asked.card, 64), 2);
  asked.load.input_tokens = 31744;
  EXPECT_EQ(fewest_gpus(asked.question(), asked.card, 64), 4);
  EXPECT_EQ(fewest_gpus(asked.question(), asked.card, 2), std::nullopt);
  const Asked eight_bits("llama-3.1-70b", "h200-sxm", MatrixType::fp8, 1);
  EXPECT_EQ(fewest_gpus(eight_bits.question(), eight_bits.card, 64), 1);
}

// Where layers are shared out three cards serve as well as two or four.
TEST(BestService, TriesEveryFewGpusWhereLayersAreSharedOut) {
  EXPECT_EQ(service_counts(ServingSoftware::vllm, 64), (std::vector{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(service_counts(ServingSoftware::mlc, 4), (std::vector{1, 2, 4}));
  EXPECT_EQ(service_counts(ServingSoftware::llama_cpp, 32),
            (std::vector{1, 2, 3, 4, 5, 6, 7, 8, 16, 32}));
  EXPECT_EQ(service_counts(ServingSoftware::exllama, 1), std::vector{1});
}

TEST(BestService, TakesAsManyGpusAsTheLoadNeeds) {
  Asked asked("llama-3.1-70b", "h200-sxm", MatrixType::fp8, 256);
  EXPECT_EQ(fewest_gpus(asked.question(), asked.card, 64), 1);
  const auto roomy = fewest_service(asked.question(), asked.card, false, 64);
  EXPECT_LT(roomy->forecast.waiting, 0.5);
  const auto half = best_service(asked.question(), asked.card, roomy->one.gpus() / 2);
  EXPECT_GT(half->forecast.waiting, 0.5);
  asked.limits.tpot = Seconds(roomy->forecast.tpot.value * 0.7);
  const auto quick = fewest_service(asked.question(), asked.card, false, 64);
  EXPECT_TRUE(quick->is_within_limits);
  EXPECT_GT(quick->one.gpus(), roomy->one.gpus());
  EXPECT_FALSE(best_service(asked.question(), asked.card, quick->one.gpus() / 2)->is_within_limits);
  asked.limits.tpot = Seconds(1e-4);
  EXPECT_EQ(fewest_service(asked.question(), asked.card, true, 4)->one.gpus(), 4);  // the nearest
}

// Tensor parallelism of eight is nearest to a time per token that nothing reaches.
TEST(BestService, IsTheOneLeastBeyondLimitsThatNothingKeeps) {
  Asked asked("llama-3.1-70b", "h100-sxm", MatrixType::bf16, 1);
  const auto eight = best_service(asked.question(), asked.card, 8);
  asked.limits.tpot = Seconds(eight->forecast.tpot.value * 0.5);
  for (const bool is_load_open : {true, false}) {
    const auto found = fewest_service(asked.question(), asked.card, is_load_open, 64);
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->is_within_limits);
    EXPECT_EQ(found->one.gpus(), 8);
    EXPECT_LE(found->forecast.tpot.value, eight->forecast.tpot.value * (1 + 1e-9));
  }
}

// After its one token nothing is left that a limit on the time between tokens could be of.
TEST(UsersWithin, OfOneOutputTokenIgnoreTheTimePerToken) {
  Asked asked("llama-3.1-8b", "h100-sxm", MatrixType::bf16, 1);
  asked.load.output_tokens = 1;
  asked.limits.ttft = Seconds(1);
  const auto free = users_within(asked.question(), asked.card, asked.load);
  asked.limits.tpot = Seconds(1e-4);
  EXPECT_GT(free.value, 0);
  EXPECT_EQ(users_within(asked.question(), asked.card, asked.load).value, free.value);
  EXPECT_TRUE(best_service(asked.question(), asked.card, 1)->is_within_limits);
  asked.load.output_tokens = 2;
  EXPECT_EQ(users_within(asked.question(), asked.card, asked.load).value, 0);
}

TEST(MostUsers, NoOtherLayoutHoldsMore) {
  Asked asked("llama-3.1-70b", "h100-sxm", MatrixType::fp8, 1);
  asked.limits = {.ttft = Seconds(0.5), .tpot = Seconds(0.03)};
  const auto best = most_users(asked.question(), asked.card, 8);
  ASSERT_TRUE(best);
  EXPECT_LE(best->forecast.ttft, *asked.limits.ttft);
  EXPECT_LE(best->forecast.tpot, *asked.limits.tpot);
  for (const ServiceLayout& one : layouts("llama-3.1-70b", 8)) {
    ServingCase other = asked.load;
    other.layout = one.layout;
    other.engines = one.engines;
    const auto found =
        capacity_at(asked.served, other, *asked.card.gpu, asked.card.pass.node, asked.limits);
    EXPECT_LE(found.concurrency, best->one.concurrency);
  }
  asked.limits.tpot = Seconds(1e-4);
  EXPECT_FALSE(most_users(asked.question(), asked.card, 8));
}

TEST(UsersWithin, TheRangeHoldsTheNumber) {
  Asked asked("llama-3.1-70b", "h100-sxm", MatrixType::fp8, 1);
  asked.load.layout.tp = 4;
  asked.limits = {.ttft = Seconds(0.5), .tpot = Seconds(0.03)};
  const UserRange range = users_within(asked.question(), asked.card, asked.load);
  EXPECT_GT(range.low, 0);
  EXPECT_LT(range.low, range.value);
  EXPECT_LT(range.value, range.high);
  asked.limits = {};
  const UserRange memory = users_within(asked.question(), asked.card, asked.load);
  EXPECT_TRUE(memory.is_limited_by_memory);
  const auto room =
      forecast_serving(asked.served, asked.load, *asked.card.gpu, asked.card.pass, fitted_serving())
          ->room;
  const double share = room.half_width / room.free;
  EXPECT_EQ(memory.low, std::floor(memory.value * (1 - share)));
  EXPECT_EQ(memory.high, std::floor(memory.value * (1 + share)));
}

TEST(ServiceKnee, IsTheFirstNearTheMost) {
  std::vector<ServicePlan> loads(4);
  const double rates[] = {100, 180, 195, 200};
  for (std::size_t i = 0; i < 4; ++i) loads[i].forecast.output_tokens_per_s = rates[i];
  EXPECT_EQ(service_knee(loads).at, 2u);  // 190 are 95 % of 200
  EXPECT_EQ(service_knee(loads).rising, std::nullopt);
  EXPECT_EQ(service_knee({}).at, std::nullopt);
  loads[3].forecast.waiting = 5;  // 195 is then the most, 185.25 95 % of it: 180 is less
  EXPECT_EQ(service_knee(loads).at, std::nullopt);
  EXPECT_EQ(service_knee(loads).rising, 2u);
  loads[1].forecast.output_tokens_per_s = 186;
  EXPECT_EQ(service_knee(loads).at, 1u);
}

TEST(ServicePrecision, DependsOnCardAndSoftware) {
  const Network llama = network("llama-3.1-8b");
  const auto of = [&](const char* name, ServingSoftware software, const char* card) {
    return service_precision(name, software, llama, gpu(card));
  };
  const auto vllm = ServingSoftware::vllm, ggml = ServingSoftware::llama_cpp;
  EXPECT_EQ(of("fp8", vllm, "h100-sxm")->matrices, MatrixType::fp8);
  EXPECT_EQ(of("fp8", vllm, "h100-sxm")->cache, CacheType::fp8);
  EXPECT_EQ(of("fp8", vllm, "a100-sxm-80gb")->matrices, MatrixType::int8_weights);  // W8A16
  EXPECT_EQ(of("fp8", vllm, "a100-sxm-80gb")->cache, CacheType::bf16);
  EXPECT_EQ(of("fp8", ServingSoftware::sglang, "h100-sxm")->cache, CacheType::bf16);
  EXPECT_EQ(of("fp4", vllm, "b200")->matrices, MatrixType::fp4);
  EXPECT_EQ(of("fp4", vllm, "h100-sxm")->matrices, MatrixType::fp4_weights);
  EXPECT_DOUBLE_EQ(of("int4", ggml, "rtx-4090")->bits_per_weight, 4.85);
  EXPECT_FALSE(of("fp8", ggml, "rtx-4090"));
  EXPECT_FALSE(of("fp5", vllm, "h100-sxm"));
  EXPECT_DOUBLE_EQ(of("int4", ServingSoftware::mlc, "rtx-4090")->bits_per_weight, 4.5);
  EXPECT_DOUBLE_EQ(of("fp4", vllm, "h100-sxm")->bits_per_weight, 4.5);  // NVFP4's weights alone
  const Network published = network("gpt-oss-120b");
  EXPECT_EQ(service_precision("bf16", vllm, published, gpu("b200"))->matrices, MatrixType::fp4_fp8);
  EXPECT_DOUBLE_EQ(service_precision("fp4", vllm, published, gpu("h100-sxm"))->bits_per_weight, 0);
  EXPECT_TRUE(service_precision("fp4", ggml, published, gpu("rtx-4090")));
  EXPECT_EQ(served_precision("bf16", published), "fp4");
  EXPECT_EQ(served_precision("bf16", llama), "bf16");
  EXPECT_EQ(service_precisions(published).size(), 1u);
}

// Of transformers they are those of bitsandbytes, of which nothing was measured.
TEST(ServicePrecision, TransformersServeIn16BitsAlone) {
  const auto transformers = ServingSoftware::transformers;
  const Network llama = network("llama-3.1-8b");
  for (const char* narrow : {"int8", "int4", "fp8"})
    EXPECT_FALSE(service_precision(narrow, transformers, llama, gpu("h100-sxm"))) << narrow;
  EXPECT_TRUE(service_precision("bf16", transformers, llama, gpu("h100-sxm")));
}

// The tables of the three programs: docs/method/service-forecast.md.
TEST(ServicePrecision, IsLeftToCardsThatTheSoftwareIsKnownToRunItOn) {
  const auto runs = [](ServingSoftware software, const char* format, const char* card) {
    return is_known_to_run(software, format, gpu(card));
  };
  const auto vllm = ServingSoftware::vllm, sglang = ServingSoftware::sglang,
             trtllm = ServingSoftware::trtllm, ggml = ServingSoftware::llama_cpp;
  for (const char* format : {"bf16", "fp16", "int8", "int4"})
    EXPECT_TRUE(runs(vllm, format, "t4")) << format;
  for (const char* format : {"bf16", "int4", "fp8", "fp4", "mxfp4"})
    EXPECT_FALSE(runs(vllm, format, "v100-sxm2-32gb")) << format;
  EXPECT_TRUE(runs(vllm, "fp8", "t4"));  // Marlin, weights alone
  EXPECT_FALSE(runs(vllm, "mxfp4", "t4"));
  EXPECT_TRUE(runs(vllm, "mxfp4", "a100-sxm-80gb"));
  EXPECT_FALSE(runs(vllm, "bf16", "p100-pcie-16gb"));
  EXPECT_TRUE(runs(vllm, "mxfp4", "mi300x"));
  EXPECT_FALSE(runs(vllm, "int4", "mi300x"));
  EXPECT_FALSE(runs(vllm, "fp8", "mi250x"));
  EXPECT_TRUE(runs(sglang, "int4", "mi300x"));
  EXPECT_FALSE(runs(sglang, "bf16", "v100-sxm2-32gb"));
  EXPECT_FALSE(runs(sglang, "fp4", "h100-sxm"));
  EXPECT_TRUE(runs(trtllm, "mxfp4", "h100-sxm"));
  EXPECT_FALSE(runs(trtllm, "fp8", "a100-sxm-80gb"));
  EXPECT_FALSE(runs(trtllm, "bf16", "mi300x"));
  EXPECT_TRUE(runs(ggml, "int4", "p100-pcie-16gb"));
  const Network published = network("gpt-oss-120b");
  EXPECT_FALSE(service_precision("fp4", vllm, published, gpu("v100-sxm2-32gb")));
  EXPECT_TRUE(service_precision("fp4", ggml, published, gpu("v100-sxm2-32gb")));
}

// Bands of programs for one user are of rates: a slow rate is a long time.
TEST(ServingForecast, TimesOfOneUserSpreadAsTheirRatesDo) {
  Asked asked("llama-3.1-8b", "rtx-4090", MatrixType::bf16, 1);
  asked.load.software = ServingSoftware::llama_cpp;
  const auto found =
      forecast_serving(asked.served, asked.load, *asked.card.gpu, usual_node(*asked.card.gpu));
  const ServingBand& token = fitted_serving().band(ServingBandKind::single_token);
  EXPECT_NEAR(found->tpot_interval.high, found->tpot.value / token.low, 1e-12);
  EXPECT_NEAR(found->throughput_interval.low, found->output_tokens_per_s * token.low, 1e-9);
}

// 7.50 G weights beside the input table in two bytes over 3.35 TB/s; 2 x 6.98 G in the layers and
// causal attention of 1,024 tokens (4 x 32 x 4096 x 1024 x 1025 / 2), the output matrix once, at
// 989 TFLOP/s x 1980 / 1830.
TEST(ServiceBounds, AreFlopsAndBytes) {
  const Asked asked("llama-3.1-8b", "h100-sxm", MatrixType::bf16, 1);
  const ServiceBounds bounds = service_bounds(asked.served, asked.load, asked.card.pass);
  EXPECT_NEAR(bounds.tpot.value, 15.01e9 / 3.35e12, 1e-5);
  const double flops = 2 * 6.979e9 * 1024 + 4.0 * 32 * 4096 * 1024 * 1025 / 2 + 2 * 0.525e9;
  EXPECT_NEAR(bounds.ttft.value / (flops / (989.4e12 * 1980 / 1830)), 1, 2e-3);
}

TEST(Interval, IsWiderForWhatNobodyMeasuredAndNeverBeyondPhysics) {
  const auto width = [](const char* card, bool is_assumed) {
    Asked asked("llama-3.1-8b", card, MatrixType::bf16, 1);
    asked.served.is_assumed = is_assumed;
    const auto found =
        forecast_serving(asked.served, asked.load, *asked.card.gpu, usual_node(*asked.card.gpu));
    const ServiceBounds bounds = service_bounds(asked.served, asked.load, asked.card.pass);
    EXPECT_GE(found->tpot_interval.low, std::min(found->tpot.value, bounds.tpot.value));
    EXPECT_GE(found->ttft_interval.low, std::min(found->ttft.value, bounds.ttft.value));
    return found->tpot_interval.high / found->tpot.value;
  };
  const ServingBand& vllm = fitted_serving().band(ServingBandKind::tpot_vllm);
  EXPECT_NEAR(width("h100-sxm", false), vllm.high, 1e-9);
  EXPECT_NEAR(width("h100-sxm", true), std::exp(std::hypot(std::log(vllm.high), 0.15)), 1e-9);
  EXPECT_GT(width("rx-7900-xtx", false), vllm.high * 1.1);
}

}  // namespace
}  // namespace wgf::advisor
