// SPDX-License-Identifier: MIT
// What a request waits for: prompts being read, room for its answer, the engines that read prompts.
#include <gtest/gtest.h>

#include <algorithm>

#include "advisor/network/catalog_network.h"
#include "advisor/serving/forecast_serving.h"
#include "catalog/catalog.h"
#include "catalog/name_resolver.h"

namespace wgf::advisor {
namespace {

ServingForecast forecast(const char* model, const char* card, const ServingCase& one) {
  const catalog::Catalog& all = catalog::embedded_catalog();
  const catalog::Gpu& gpu = *all.gpus().find_id(card);
  const auto network = network_of(*catalog::one_model(all.models(), model).model);
  return *forecast_serving(*network, one, gpu, usual_node(gpu));
}

double waiting(const ServingForecast& found) {
  double seconds = 0;
  for (const ServingTerm& term : found.terms)
    if (term.of == ServingTerm::Of::ttft && term.what == "waiting") seconds += term.time.value;
  return seconds;
}

ServingCase llama_on_four(double concurrency) {
  ServingCase one;
  one.layout.tp = 4;
  one.precision.matrices = MatrixType::fp8;
  one.concurrency = concurrency;
  return one;
}

// Where prompts are read a fifth of the time, a fifth of the requests wait for them.
TEST(Waiting, IsForPromptsBeingRead) {
  EXPECT_EQ(waiting(forecast("llama-3.1-70b", "h100-sxm", llama_on_four(1))), 0);
  const auto few = forecast("llama-3.1-70b", "h100-sxm", llama_on_four(8));
  const auto many = forecast("llama-3.1-70b", "h100-sxm", llama_on_four(64));
  EXPECT_GT(waiting(few), 0);
  EXPECT_GT(waiting(many), 2 * waiting(few));
  EXPECT_EQ(many.waiting, 0);  // all of them run
}

// Several short prompts fill a pass, one long one does. Those that SGLang reads together come again
// together; what they wait longer they generate faster.
TEST(Waiting, OfSGLangIsForPromptsThatStayInStep) {
  const auto of = [](ServingSoftware software, double input) {
    ServingCase one = llama_on_four(64);
    one.software = software;
    one.input_tokens = input;
    return forecast("llama-3.1-70b", "h100-sxm", one);
  };
  const auto share = [&](ServingSoftware software, double input) {
    const auto found = of(software, input);
    return waiting(found) / (63 * found.reading.value);
  };
  const double in_step = fitted_serving().coefficients.in_step;
  EXPECT_GT(in_step, 0.3);
  EXPECT_GT(share(ServingSoftware::sglang, 1024), 0.4 * in_step);
  EXPECT_LT(share(ServingSoftware::vllm, 1024), 0.2 * in_step);
  EXPECT_LT(share(ServingSoftware::sglang, 8192), 0.2 * in_step);
}

// Prompts that arrive at random wait for one another alone, whose term is "arrivals".
TEST(Waiting, IsNotTwiceForArrivalsAtRandom) {
  ServingCase one = llama_on_four(500);
  one.arrivals_per_s = 4;
  const auto found = forecast("llama-3.1-70b", "h100-sxm", one);
  EXPECT_EQ(waiting(found), 0);
  EXPECT_EQ(found.terms.back().what, "arrivals");
  EXPECT_GT(found.terms.back().time.value, 0);
}

// 1,024 tokens in and out: 2,048 against 1,792; nine tenths of what weights leave against nine
// tenths less weights.
TEST(Waiting, TensorRtKeepsRoomForWholeAnswers) {
  ServingCase one = llama_on_four(64);
  const CacheRoom others = forecast("llama-3.1-70b", "h100-sxm", one).room;
  one.software = ServingSoftware::trtllm;
  const CacheRoom whole = forecast("llama-3.1-70b", "h100-sxm", one).room;
  const double taken = whole.weights + whole.others;
  EXPECT_NEAR(whole.free, 0.9 * (whole.memory - taken), 1);
  EXPECT_NEAR(others.free, 0.9 * others.memory - taken, 1);
  EXPECT_NEAR(others.requests / whole.requests, 2048.0 / 1792.0 * others.free / whole.free, 1e-9);
}

// Eight prompts of 1,024 tokens read their experts' weights once.
TEST(Waiting, APrefillPoolReadsShortPromptsTogether) {
  ServingCase one;
  one.layout = {.tp = 8, .ep = 8};
  one.precision.matrices = MatrixType::fp8_block;
  one.engines = 16;
  one.concurrency = 2048;
  one.prefill = PrefillPool{{.tp = 8, .ep = 8}, 1};
  const auto found = forecast("deepseek-v3", "h200-sxm", one);
  const auto alone = std::find_if(found.terms.begin(), found.terms.end(),
                                  [](const auto& term) { return term.what == "prompt"; });
  EXPECT_LT(found.reading.value, 0.8 * alone->time.value);
}

// A pool's queue is less certain than an engine that reads and generates.
TEST(Waiting, PoolsHaveIntervalsOfTheirOwn) {
  ServingCase one;
  EXPECT_EQ(ttft_band(one), ServingBandKind::ttft_vllm);
  EXPECT_EQ(tpot_band(one), ServingBandKind::tpot_vllm);
  one.prefill = PrefillPool{};
  EXPECT_EQ(ttft_band(one), ServingBandKind::ttft_pools);
  EXPECT_EQ(tpot_band(one), ServingBandKind::tpot_pools);
  const FittedServing& fitted = fitted_serving();
  const auto width = [&](ServingBandKind kind) {
    return fitted.band(kind).high / fitted.band(kind).low;
  };
  EXPECT_GT(width(ServingBandKind::ttft_pools), width(ServingBandKind::ttft_vllm));
}

}  // namespace
}  // namespace wgf::advisor
