// SPDX-License-Identifier: MIT
#include "advisor/serving/forecast_serving.h"

#include <gtest/gtest.h>

#include <cmath>

#include "advisor/network/catalog_network.h"
#include "advisor/serving/service_precision.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

constexpr ServingSoftware vllm = ServingSoftware::vllm;

const catalog::Gpu& gpu(const char* id) {
  return *catalog::embedded_catalog().gpus().find_id(id);
}

Network network(const char* name) {
  return *network_of(*catalog::one_model(catalog::embedded_catalog().models(), name).model);
}

ServingCase case_of(ServingLayout layout, MatrixType type, double concurrency) {
  ServingCase one;
  one.layout = layout;
  one.precision.matrices = type;
  one.concurrency = concurrency;
  return one;
}

std::optional<ServingForecast> forecast(const char* model, const char* card,
                                        const ServingCase& one) {
  return forecast_serving(network(model), one, gpu(card), usual_node(gpu(card)));
}

// Keys and values of 32 layers, 8 heads of 128, 2 bytes: 131,072 a token.
TEST(CacheRoom, CountsKeysAndValues) {
  const CacheRoom room =
      cache_room(network("llama-3.1-8b"), {.tp = 1}, {}, vllm, gpu("h100-sxm"), 1000);
  EXPECT_DOUBLE_EQ(room.request, 131072.0 * 1000);
  EXPECT_NEAR(room.weights, 2 * 8.03e9, 0.01e9);
  EXPECT_NEAR(room.tokens, room.free / 131072, 1);
  const CacheRoom of_two =
      cache_room(network("llama-3.1-8b"), {.tp = 2}, {}, vllm, gpu("h100-sxm"), 1000);
  EXPECT_DOUBLE_EQ(of_two.request, 131072.0 * 1000 / 2);
}

// Tokens of cache that vLLM printed at nine tenths of the memory (data/truth/memory.csv:
// llmsim-0001 and memlog-016; memlog-013 is of a vLLM of 2023 that kept more for prompts).
TEST(CacheRoom, HoldsWhatEnginesPrinted) {
  struct Printed {
    const char *model, *card;
    int tp;
    double tokens;
  };
  for (const Printed& one :
       {Printed{"llama-3.1-8b", "rtx-4090", 1, 41408}, {"qwen2.5-32b", "l40s", 2, 3947 * 16.0}}) {
    const CacheRoom room =
        cache_room(network(one.model), {.tp = one.tp}, {}, vllm, gpu(one.card), 1000);
    const double share = room.spread();
    EXPECT_LE(room.tokens * (1 - share), one.tokens) << one.model;
    EXPECT_GE(room.tokens * (1 + share), one.tokens) << one.model;
    EXPECT_LE(share, 0.22);
    Network assumed = network(one.model);
    assumed.is_assumed = true;
    const CacheRoom wider = cache_room(assumed, {.tp = one.tp}, {}, vllm, gpu(one.card), 1000);
    EXPECT_DOUBLE_EQ(wider.tokens, room.tokens);
    EXPECT_DOUBLE_EQ(wider.spread(), std::hypot(share, 0.35)) << one.model;
  }
}

// Llama 3 in Q4_K_M was run on cards of 8 and of 48 GB
// (GPU-Benchmarks-on-LLM-Inference), where none would fit if a tenth were left and tables were
// wide.
TEST(CacheRoom, OfOneUsersProgramsIsTheWholeCard) {
  constexpr ServingSoftware ggml = ServingSoftware::llama_cpp;
  const ServingPrecision mixture =
      *service_precision("int4", ggml, network("llama-3.1-8b"), gpu("rtx-3070"));
  const CacheRoom small =
      cache_room(network("llama-3.1-8b"), {}, mixture, ggml, gpu("rtx-3070"), 8192);
  EXPECT_DOUBLE_EQ(small.budget, small.memory);
  EXPECT_NEAR(small.weights, 4.6e9, 0.15e9);  // of a file of 4.92 GB
  EXPECT_GE(small.requests, 1);
  const CacheRoom large =
      cache_room(network("llama-3-70b"), {}, mixture, ggml, gpu("rtx-a6000"), 4096);
  EXPECT_NEAR(large.weights, 41.9e9, 0.8e9);  // of a file of 42.5 GB
  EXPECT_GE(large.requests, 1);
  const CacheRoom served =
      cache_room(network("llama-3-70b"), {}, {.matrices = MatrixType::int4_weights}, vllm,
                 gpu("rtx-a6000"), 4096);
  EXPECT_GT(served.others, large.others + gibi);
  EXPECT_LT(served.budget, large.budget);
}

// Stages share layers out: one token reads the experts it asks for whatever their number.
TEST(ForecastServing, OneTokenReadsItsExpertsOnAnyNumberOfStagesAndEngines) {
  ServingCase one;
  one.software = ServingSoftware::llama_cpp;
  one.precision =
      *service_precision("int4", one.software, network("mixtral-8x7b"), gpu("rtx-a6000"));
  const auto experts = [&](int stages, int engines) {
    one.layout = {.pp = stages};
    one.engines = engines;
    const auto found = forecast("mixtral-8x7b", "rtx-a6000", one);
    for (const ServingTerm& term : found->terms)
      if (term.of == ServingTerm::Of::tpot && term.what == "experts") return term.time.value;
    return 0.0;
  };
  EXPECT_GT(experts(1, 1), 0.005);  // 11.3 G weights of 4.85 bits at 768 GB/s take 8.9 ms
  EXPECT_NEAR(experts(2, 1), experts(1, 1), 1e-9);
  EXPECT_NEAR(experts(4, 1), experts(1, 1), 1e-9);
  EXPECT_NEAR(experts(1, 2), experts(1, 1), 1e-9);
}

// 512 + 64 numbers a token and layer whatever tp is; attention DP shares the requests out.
TEST(CacheRoom, EveryRankKeepsTheLatentCache) {
  const ServingPrecision eight{.matrices = MatrixType::fp8_block, .cache = CacheType::fp8};
  const Network deepseek = network("deepseek-v3");
  const CacheRoom tensor =
      cache_room(deepseek, {.tp = 8, .ep = 8}, eight, vllm, gpu("h200-sxm"), 1000);
  EXPECT_DOUBLE_EQ(tensor.request, 61.0 * 576 * 1000);
  const CacheRoom shared =
      cache_room(deepseek, {.ep = 8, .attention_dp = 8}, eight, vllm, gpu("h200-sxm"), 1000);
  EXPECT_DOUBLE_EQ(shared.request, tensor.request);
  EXPECT_GT(shared.weights, tensor.weights);  // each rank has the whole of attention
  EXPECT_NEAR(shared.requests, 8 * shared.free / shared.request, 1e-6);
}

TEST(CacheRoom, FourBitExpertsLeaveAttentionWide) {
  EXPECT_EQ(attention_type(network("deepseek-v3"), {.matrices = MatrixType::fp4}),
            MatrixType::bf16);
  EXPECT_EQ(attention_type(network("llama-3.1-70b"), {.matrices = MatrixType::fp4}),
            MatrixType::fp4);
  EXPECT_EQ(attention_type(network("deepseek-v3"), {.matrices = MatrixType::fp8_block}),
            MatrixType::fp8_block);
}

TEST(ServingForecast, SaysNothingOfWhatDoesNotRun) {
  // 141 GB of weights on 80 GB; a card without the arithmetic.
  EXPECT_FALSE(forecast("llama-3.1-70b", "h100-sxm", case_of({}, MatrixType::bf16, 1)));
  EXPECT_FALSE(forecast("llama-3.1-8b", "h100-sxm", case_of({}, MatrixType::fp4, 1)));
  EXPECT_TRUE(forecast("llama-3.1-8b", "h100-sxm", case_of({}, MatrixType::bf16, 1)));
}

TEST(ServingForecast, ReadsTheWeightsOnceAToken) {
  const auto found = forecast("llama-3.1-8b", "h100-sxm", case_of({}, MatrixType::bf16, 1));
  // 15.0 GB without the input table at 3.35 TB/s take 4.5 ms at least.
  EXPECT_GT(found->tpot.value, 4.5e-3);
  EXPECT_LT(found->tpot.value, 9e-3);
}

TEST(ServingForecast, TermsAddUp) {
  for (const double rounds : {0.0, 10.0}) {
    ServingCase one = case_of({.tp = 4}, MatrixType::fp8, 64);
    one.rounds = rounds;
    const auto found = forecast("llama-3.1-70b", "h100-sxm", one);
    double ttft = 0, tpot = 0;
    for (const ServingTerm& term : found->terms)
      (term.of == ServingTerm::Of::ttft ? ttft : tpot) += term.time.value;
    EXPECT_NEAR(ttft / found->ttft.value, 1, 1e-9);
    EXPECT_NEAR(tpot / found->tpot.value, 1, 1e-9);
  }
}

// A prompt is read either while others wait for their first token or while they generate.
TEST(ServingForecast, ABurstMovesTimeFromTokensToTheFirstOne) {
  ServingCase one = case_of({.tp = 4}, MatrixType::fp8, 32);
  const auto endless = forecast("llama-3.1-70b", "h100-sxm", one);
  one.rounds = 10;
  const auto bench = forecast("llama-3.1-70b", "h100-sxm", one);
  const auto whole = [&](const ServingForecast& at) {
    return at.ttft.value + one.output_tokens * at.tpot.value;
  };
  EXPECT_GT(bench->ttft, endless->ttft);
  EXPECT_LT(bench->tpot, endless->tpot);
  EXPECT_NEAR(whole(*bench) / whole(*endless), 1, 1e-9);
}

// Requests in flight = requests a second x seconds each (Little's law).
TEST(ServingForecast, KeepsLittlesLaw) {
  const ServingCase one = case_of({.tp = 4}, MatrixType::fp8, 48);
  const auto found = forecast("llama-3.1-70b", "h100-sxm", one);
  const double each = found->ttft.value + (one.output_tokens - 1) * found->tpot.value;
  EXPECT_NEAR(found->requests_per_s * each, 48, 1e-6);
  EXPECT_EQ(found->waiting, 0);
  EXPECT_NEAR(found->output_tokens_per_gpu * 4, found->output_tokens_per_s, 1e-6);
}

TEST(ServingForecast, RequestsWithoutRoomWait) {
  const ServingCase one = case_of({.tp = 2}, MatrixType::fp8, 4000);
  const auto found = forecast("llama-3.1-70b", "h100-sxm", one);
  EXPECT_NEAR(found->running, found->room.requests, 1e-6);
  EXPECT_NEAR(found->waiting, 4000 - found->running, 1e-6);
  EXPECT_GT(found->ttft.value, found->waiting / found->requests_per_s);
}

// Eight requests a second on four H100: 32 ms a token were published (TensorRT-LLM 0.14, Llama 3.1
// 70B, bf16, 467 tokens in, 256 out).
TEST(ServingForecast, ArrivalsFindTheirNumberInFlight) {
  ServingCase one = case_of({.tp = 4}, MatrixType::bf16, 500);
  one.software = ServingSoftware::trtllm;
  one.input_tokens = 467;
  one.output_tokens = 256;
  one.arrivals_per_s = 8;
  const auto found = forecast("llama-3.1-70b", "h100-sxm", one);
  EXPECT_NEAR(found->requests_per_s, 8, 1e-9);
  EXPECT_NEAR(found->running, 8 * (found->ttft.value + 255 * found->tpot.value), 3);
  EXPECT_NEAR(found->tpot.value, 32e-3, 8e-3);
  one.arrivals_per_s = 4;
  const auto fewer = forecast("llama-3.1-70b", "h100-sxm", one);
  EXPECT_LT(fewer->ttft, found->ttft);
  EXPECT_LT(fewer->tpot, found->tpot);
  one.arrivals_per_s = 1000;  // more than can be served
  EXPECT_LT(forecast("llama-3.1-70b", "h100-sxm", one)->requests_per_s, 100);
}

// The last round of a run has what is left over.
TEST(ServingForecast, ARunEndsWithFewerInFlight) {
  ServingCase one = case_of({.tp = 4}, MatrixType::fp8, 64);
  const double endless = forecast("llama-3.1-70b", "h100-sxm", one)->requests_per_s;
  one.requests = 640;
  EXPECT_DOUBLE_EQ(forecast("llama-3.1-70b", "h100-sxm", one)->requests_per_s, endless);
  one.requests = 65;
  const double short_run = forecast("llama-3.1-70b", "h100-sxm", one)->requests_per_s;
  EXPECT_LT(short_run, 0.8 * endless);
  EXPECT_GT(short_run, 0.5 * endless);
}

// The host's loop over what runs is hidden behind the GPU's pass but with a pipeline.
TEST(ServingForecast, TheHostMayTakeLongerThanTheGpu) {
  FittedServing slow = fitted_serving();
  slow.coefficients.loop.fill(1e-3);
  const auto tpot = [&](ServingLayout layout, const FittedServing& fitted) {
    const ServingCase one = case_of(layout, MatrixType::fp8, 64);
    const auto found = forecast_serving(network("llama-3.1-70b"), one, gpu("h100-sxm"),
                                        usual_node(gpu("h100-sxm")), fitted);
    return found->tpot.value;
  };
  EXPECT_GT(tpot({.tp = 4}, slow), 64e-3);
  EXPECT_LT(tpot({.tp = 4}, slow), 64e-3 + tpot({.tp = 4}, fitted_serving()) / 2);
  const double stages = tpot({.tp = 2, .pp = 2}, fitted_serving());
  EXPECT_GT(tpot({.tp = 2, .pp = 2}, slow), 0.9 * (64e-3 + stages));
}

double prompt_seconds(const char* card, MatrixType type, double bits, double tokens,
                      bool has_fused_attention, bool multiplies_integers = false) {
  ServingCase one = case_of({}, type, 1);
  one.software = ServingSoftware::llama_cpp;
  one.precision.bits_per_weight = bits;
  one.input_tokens = tokens;
  one.has_fused_attention = has_fused_attention;
  one.multiplies_integers = multiplies_integers;
  const auto found = forecast("llama-3.1-8b", card, one);
  for (const ServingTerm& term : found->terms)
    if (term.what == "prompt") return term.time.value;
  return 0;
}

// llama.cpp of May 2024, Llama 3 8B: 54.6 and 71.7 ms for 512 tokens on an RTX 4090 in 16 bits and
// Q4_K_M, 1.73 s for 8,192 in 16 bits (data/truth/inference.csv.gz).
TEST(ServingForecast, LlamaCppReadsPrompts) {
  const double wide = prompt_seconds("rtx-4090", MatrixType::bf16, 0, 512, false);
  const double packed = prompt_seconds("rtx-4090", MatrixType::int4_weights, 4.85, 512, false);
  EXPECT_NEAR(wide, 54.6e-3, 8e-3);
  EXPECT_NEAR(packed, 71.7e-3, 16e-3);
  EXPECT_GT(packed, wide);  // unpacks the weights first
  const double scores = prompt_seconds("rtx-4090", MatrixType::bf16, 0, 8192, false);
  EXPECT_NEAR(scores, 1.73, 0.3);
  EXPECT_LT(prompt_seconds("rtx-4090", MatrixType::bf16, 0, 8192, true), 0.7 * scores);
}

// llama.cpp since June 2024, Llama 3 8B: Q4_0 with 512 tokens on an RTX 4090 at 10,359 a second
// (pull request 7676), Q4_0 with 8,096 on an RTX 6000 Ada of 300 W at 7,979 (19053). The prompt
// alone, without what a request takes beside it.
TEST(ServingForecast, LlamaCppMultipliesPromptsAsIntegers) {
  const auto seconds = [](const char* card, double tokens, bool has_fused, bool is_new) {
    return prompt_seconds(card, MatrixType::int4_weights, 4.5, tokens, has_fused, is_new);
  };
  EXPECT_NEAR(seconds("rtx-4090", 512, false, true) / (512 / 10359.0), 1, 0.15);
  EXPECT_NEAR(seconds("rtx-6000-ada", 8096, true, true) / (8096 / 7979.0), 1, 0.15);
  for (const char* faster : {"rtx-4090", "rtx-5090", "l40s"})
    EXPECT_LT(seconds(faster, 512, true, true), 0.8 * seconds(faster, 512, true, false)) << faster;
  // Of these no run tells, or no other time.
  for (const char* same :
       {"rtx-3090", "a100-sxm-80gb", "h100-sxm", "rx-7900-xtx", "v100-sxm2-32gb"})
    EXPECT_EQ(seconds(same, 512, true, true), seconds(same, 512, true, false)) << same;
  // Weights in 16 bits are nothing to unpack.
  EXPECT_EQ(prompt_seconds("rtx-4090", MatrixType::bf16, 0, 512, true, true),
            prompt_seconds("rtx-4090", MatrixType::bf16, 0, 512, true, false));
}

TEST(ServingForecast, APrefillPoolLimitsTheRate) {
  ServingCase one = case_of({.tp = 8, .ep = 8}, MatrixType::fp8_block, 512);
  one.engines = 4;
  one.input_tokens = 8192;
  one.prefill = PrefillPool{{.tp = 8, .ep = 8}, 1};
  const auto one_reader = forecast("deepseek-v3", "h200-sxm", one);
  one.prefill->engines = 2;
  const auto two_readers = forecast("deepseek-v3", "h200-sxm", one);
  EXPECT_NEAR(two_readers->requests_per_s / one_reader->requests_per_s, 2, 0.05);
  EXPECT_LT(one_reader->tpot, two_readers->tpot);  // fewer requests generate
  EXPECT_GT(one_reader->ttft, two_readers->ttft);
  EXPECT_EQ(one.gpus(), 48);
}

TEST(ServingForecast, AcceptedDraftsShareAStep) {
  ServingCase one = case_of({.tp = 8, .ep = 8}, MatrixType::fp8_block, 8);
  const auto plain = forecast("deepseek-v3", "h200-sxm", one);
  one.drafted_tokens = 1;
  one.tokens_per_step = 1.8;
  const auto drafted = forecast("deepseek-v3", "h200-sxm", one);
  EXPECT_GT(drafted->tpot.value, plain->tpot.value / 1.8);  // twice the tokens reach more experts
  EXPECT_LT(drafted->tpot.value, plain->tpot.value);
}

// Not of the rows fitted on alone: a first look that units and layouts are right. 11.3 ms and 0.51
// s were measured on eight H200 (data/truth/inference_bulk.csv.gz, Llama 3.1 70B, fp8, 16 in
// flight).
TEST(ServingForecast, IsNearAPublishedRow) {
  ServingCase one = case_of({.tp = 8}, MatrixType::fp8, 16);
  one.software = ServingSoftware::trtllm;
  one.precision.cache = CacheType::fp8;
  one.input_tokens = 8192;
  one.rounds = 10;
  const auto found = forecast("llama-3.1-70b", "h200-sxm", one);
  EXPECT_NEAR(found->tpot.value, 11.3e-3, 2.5e-3);
  EXPECT_NEAR(found->ttft.value, 0.51, 0.25);
  EXPECT_LT(found->tpot_interval.low, found->tpot.value);
  EXPECT_GT(found->tpot_interval.high, found->tpot.value);
}

TEST(ServingCapacity, IsTheLastThatKeepsTheLimit) {
  ServingCase one = case_of({.tp = 4}, MatrixType::fp8, 1);
  const ServiceLimits limits{.ttft = Seconds(0.5), .tpot = Seconds(0.03)};
  const Network llama = network("llama-3.1-70b");
  const Node node = usual_node(gpu("h100-sxm"));
  const ServingCapacity found = capacity_at(llama, one, gpu("h100-sxm"), node, limits);
  ASSERT_GT(found.concurrency, 1);
  EXPECT_FALSE(found.is_limited_by_memory);
  EXPECT_LE(found.forecast->tpot, *limits.tpot);
  EXPECT_LE(found.forecast->ttft, *limits.ttft);
  one.concurrency = found.concurrency + 1;
  const auto beyond = forecast_serving(llama, one, gpu("h100-sxm"), node);
  EXPECT_TRUE(beyond->tpot > *limits.tpot || beyond->ttft > *limits.ttft);
}

TEST(ServingCapacity, EndsWhereMemoryEnds) {
  const ServingCase one = case_of({.tp = 2}, MatrixType::fp8, 1);
  const Node node = usual_node(gpu("h100-sxm"));
  const ServingCapacity found =
      capacity_at(network("llama-3.1-70b"), one, gpu("h100-sxm"), node, {});
  EXPECT_TRUE(found.is_limited_by_memory);
  EXPECT_NEAR(found.concurrency, std::floor(found.forecast->room.requests), 1);
  const ServingCapacity none =
      capacity_at(network("llama-3.1-70b"), one, gpu("h100-sxm"), node, {.tpot = Seconds(1e-3)});
  EXPECT_EQ(none.concurrency, 0);
}

TEST(ServingCoefficients, TheFileHoldsThemAll) {
  FittedServing fitted;
  for (const ServingCoefficientInfo& one : coefficient_list(fitted.coefficients))
    *one.value = one.prior;
  fitted.bands.fill({0.8, 1.25});
  fitted.fitted_on = "2026-11-22";
  fitted.rows = 6000;
  const FittedServing read =
      read_fitted_serving(catalog::parse_toml(to_toml(fitted), "serving.toml"));
  ServingCoefficients there = read.coefficients;
  for (const ServingCoefficientInfo& one : coefficient_list(there))
    EXPECT_NEAR(*one.value / one.prior, 1, 1e-4) << one.name;
  EXPECT_DOUBLE_EQ(read.band(ServingBandKind::single_token).high, 1.25);
}

}  // namespace
}  // namespace wgf::advisor
