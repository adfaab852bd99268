// SPDX-License-Identifier: MIT
#include "answers/parallel/forecast_rows.h"

#include <gtest/gtest.h>

#include <chrono>

#include "answers/test_surroundings.h"

namespace wgf::answers {
namespace {

using results::Case;
using results::Result;

Case pipeline_of(const char* schedule, std::int64_t stages, std::int64_t micro_batches) {
  return {.benchmark = "train",
          .parameters = {{"model", std::string("gpt2-xl")},
                         {"batch_size", std::int64_t{1}},
                         {"precision", std::string("bf16")},
                         {"sequence_length", std::int64_t{1024}},
                         {"pp", stages},
                         {"schedule", std::string(schedule)},
                         {"accumulate", micro_batches}}};
}

class ForecastRows : public testing::Test {
 protected:
  Result forecast(const Case& value) const {
    return forecast_result(value, "h200-sxm", surroundings_of_tests());
  }
  double metric(const Result& result, const char* tag) const {
    const results::Metric* found = result.find(tag);
    return found == nullptr ? -1 : found->value;
  }
};

TEST_F(ForecastRows, APipelineWaitsAboutAsMuchAsTheory) {
  const Result result = forecast(pipeline_of("1f1b", 4, 16));
  ASSERT_EQ(result.status, results::Status::ok);
  EXPECT_EQ(result.provenance, results::Provenance::predicted);
  EXPECT_NEAR(metric(result, "bubble_ideal"), 100 * 3.0 / 19, 1e-9);
  EXPECT_GE(metric(result, "bubble"), metric(result, "bubble_ideal"));
  EXPECT_LT(metric(result, "bubble"), metric(result, "bubble_ideal") + 10);
  EXPECT_EQ(result.ranks.size(), 4U);
}

// GPipe keeps all 16 micro-batches, 1F1B four.
TEST_F(ForecastRows, MemoryIsThatOfTheMicroBatchesKept) {
  const Result gpipe = forecast(pipeline_of("gpipe", 4, 16));
  const Result usual = forecast(pipeline_of("1f1b", 4, 16));
  EXPECT_EQ(gpipe.ranks[0].find("micro_batches_kept")->value, 16);
  EXPECT_EQ(usual.ranks[0].find("micro_batches_kept")->value, 4);
  EXPECT_GT(metric(gpipe, "memory_forecast"), metric(usual, "memory_forecast"));
}

// Of equal active size; skewed choices wait for the fullest rank.
TEST_F(ForecastRows, ExpertsTakeMoreThanDenseLayersAndSkewedOnesMoreAgain) {
  Case dense{.benchmark = "train_decoder",
             .parameters = {{"model", std::string("llama-3.2-1b")},
                            {"batch_size", std::int64_t{4}},
                            {"precision", std::string("bf16")},
                            {"sequence_length", std::int64_t{1024}},
                            {"dp", std::int64_t{8}},
                            {"zero", std::int64_t{1}},
                            {"experts", std::int64_t{1}}}};
  Case balanced = dense;
  balanced.parameters.set("experts", std::int64_t{8});
  balanced.parameters.set("ep", std::int64_t{8});
  Case skewed = balanced;
  skewed.parameters.set("routing", std::string("skewed"));
  const Result of_dense = forecast(dense), of_balanced = forecast(balanced),
               of_skewed = forecast(skewed);
  EXPECT_GT(metric(of_balanced, "step_time"), metric(of_dense, "step_time"));
  EXPECT_GT(metric(of_skewed, "step_time"), metric(of_balanced, "step_time"));
  EXPECT_GT(metric(of_balanced, "memory_forecast"), metric(of_dense, "memory_forecast"));
  EXPECT_EQ(of_dense.find("unrouted_time"), nullptr);
  EXPECT_LT(metric(of_balanced, "unrouted_time"), metric(of_balanced, "step_time"));
  EXPECT_EQ(metric(of_balanced, "expert_imbalance"), 1);
  EXPECT_GT(metric(of_skewed, "expert_imbalance"), 2);
  skewed.parameters.set("capacity_factor", 1.25);
  EXPECT_EQ(forecast(skewed).status, results::Status::unsupported);
}

TEST_F(ForecastRows, ZeroBubblesTrainFasterThan1F1B) {
  const double usual = metric(forecast(pipeline_of("1f1b", 4, 8)), "throughput");
  EXPECT_GT(metric(forecast(pipeline_of("zb-h1", 4, 8)), "throughput"), usual);
  EXPECT_GT(metric(forecast(pipeline_of("zb-v", 4, 8)), "throughput"), usual);
}

TEST_F(ForecastRows, MoreStagesThanLayersIsNoLayout) {
  const Result result = forecast(pipeline_of("1f1b", 64, 64));
  EXPECT_EQ(result.status, results::Status::unsupported);
  EXPECT_TRUE(result.reason);
}

TEST_F(ForecastRows, WhatDoesNotFitHasMemoryAndNoTime) {
  const Case value{.benchmark = "train_decoder",
                   .parameters = {{"model", std::string("llama-3.2-1b")},
                                  {"batch_size", std::int64_t{1}},
                                  {"precision", std::string("bf16")},
                                  {"sequence_length", std::int64_t{131072}}}};
  const Result result = forecast(value);
  EXPECT_EQ(result.status, results::Status::skipped);
  EXPECT_GT(metric(result, "memory_forecast"), 141);
  EXPECT_EQ(result.find("step_time"), nullptr);
}

// Between the matrices sequence parallelism shares activations out as well.
TEST_F(ForecastRows, SequenceParallelismTakesLessMemory) {
  Case value = pipeline_of("1f1b", 1, 1);
  value.parameters.set("model", std::string("llama-3.1-8b"));
  value.parameters.set("tp", std::int64_t{2});
  const double without = metric(forecast(value), "memory_forecast");
  value.parameters.set("sp", true);
  EXPECT_LT(metric(forecast(value), "memory_forecast"), without);
}

TEST_F(ForecastRows, PartsAddUpToTheStep) {
  for (Case value : {pipeline_of("1f1b", 4, 16), pipeline_of("zb-v", 2, 8)}) {
    value.parameters.set("model", std::string("llama-3.2-1b"));
    value.parameters.set("tp", std::int64_t{2});
    value.parameters.set("dp", std::int64_t{2});
    const Result result = forecast(value);
    double sum = 0;
    for (const results::Metric& one : result.metrics)
      if (one.tag.starts_with("part_")) sum += one.value;
    EXPECT_NEAR(sum, metric(result, "step_time"), 0.01 * metric(result, "step_time"));
    EXPECT_GT(metric(result, "part_feed_forward"), metric(result, "part_attention"));
    EXPECT_GT(metric(result, "part_stages"), 0);
    EXPECT_EQ(result.find("part_context"), nullptr);
  }
}

TEST_F(ForecastRows, SixteenThousandGpusTakeNoTime) {
  Case value = pipeline_of("interleaved", 16, 32);
  value.parameters.set("model", std::string("llama-3.1-405b"));
  value.parameters.set("dp", std::int64_t{128});
  value.parameters.set("tp", std::int64_t{8});
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(forecast(value).status, results::Status::ok);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

// As the engine refuses it.
TEST_F(ForecastRows, TokensThatRanksCannotShareEvenlyAreNoForecast) {
  const auto shared = [&](std::int64_t tokens) {
    Case value = pipeline_of("1f1b", 1, 1);
    value.parameters.set("cp", std::int64_t{3});
    value.parameters.set("sequence_length", tokens);
    return forecast(value);
  };
  EXPECT_EQ(shared(1024).reason->key, "engine.context_does_not_divide");
  EXPECT_EQ(shared(1020).status, results::Status::ok);
}

}  // namespace
}  // namespace wgf::answers
