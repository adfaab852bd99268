// SPDX-License-Identifier: MIT
#include "truth/serving_metric.h"

#include <gtest/gtest.h>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

MeasuredMetric server(const char* metric, const char* unit) {
  return measured_metric({.metric = metric, .unit = unit});
}
MeasuredMetric one_user(const char* metric, const char* unit) {
  return measured_metric({.metric = metric, .unit = unit, .is_for_one_user = true});
}

TEST(ServingMetric, Times) {
  for (const char* name : {"tpot", "mean_itl", "median_tpot", "p50_itl", "Mean TPOT", "TPOT (ms)",
                           "inter-token latency", "avg_itl", "itl_ms", "time per output token",
                           "TBT", "time between tokens", "ms/token", "mean_tpot_ms", "TPOT p50"}) {
    EXPECT_EQ(serving_metric_of(name), ServingMetric::tpot) << name;
    EXPECT_EQ(server(name, "ms").metric, ServingMetric::tpot) << name;
    EXPECT_DOUBLE_EQ(server(name, "ms").scale, 1e-3) << name;
  }
  for (const char* name :
       {"median_ttft", "Mean TTFT (ms)", "time_to_first_token_ms", "TTFT", "first token latency",
        "Time To First Token (TTFT)", "1st Token Latency (ms)", "TTFT avg", "FTL (ave)"})
    EXPECT_EQ(server(name, "ms").metric, ServingMetric::ttft) << name;
  EXPECT_DOUBLE_EQ(server("TPOT (ms)", "").scale, 1e-3);
  EXPECT_EQ(server("FTL(ave)(s)", "").metric, ServingMetric::ttft);
  EXPECT_DOUBLE_EQ(server("FTL(ave)(s)", "").scale, 1);
  EXPECT_THROW(server("TPOT (ms)", "s"), Unreadable);
  for (const char* unit : {"", "tokens/s", "ms/step", "ms/request"})
    EXPECT_THROW(server("tpot", unit), Unreadable) << unit;
  for (const char* name : {"p99_ttft", "TTFT (p99)", "Mean TPOT (P99)", "max ITL", "TPOT (SLO)",
                           "e2e latency", "normalized latency", "latency"}) {
    EXPECT_FALSE(serving_metric_of(name)) << name;
    EXPECT_THROW(server(name, "ms"), Unreadable) << name;
  }
}

TEST(ServingMetric, RatesOfServers) {
  for (const char* name : {"throughput_total", "output throughput", "output tokens/s", "output TPS",
                           "Output token throughput (tok/s)", "total output tokens/s"}) {
    EXPECT_EQ(server(name, "tokens/s").metric, ServingMetric::throughput) << name;
    EXPECT_FALSE(server(name, "tokens/s").is_per_gpu) << name;
  }
  EXPECT_EQ(server("throughput", "output tokens/s").metric, ServingMetric::throughput);
  EXPECT_TRUE(server("throughput_per_gpu", "tokens/s").is_per_gpu);
  EXPECT_TRUE(server("output tokens/s/gpu", "").is_per_gpu);
  for (const char* name : {"request throughput", "req/s", "Request throughput (req/s)", "RPS",
                           "Request (req/s)", "request/s"})
    EXPECT_TRUE(server(name, "req/s").counts_requests) << name;
  EXPECT_TRUE(server("Request (req/s)", "").counts_requests);
  EXPECT_THROW(server("Request", "tokens/s"), Unreadable);
  for (const char* name : {"tokens/s/user", "TPS/user", "per-user throughput", "interactivity"}) {
    const MeasuredMetric found = server(name, "tokens/s/user");
    EXPECT_EQ(found.metric, ServingMetric::tpot) << name;
    EXPECT_TRUE(found.is_inverse) << name;
  }
  // of prompts too, or of whom is not said
  for (const char* name : {"throughput", "total throughput", "tokens/s", "TPS", "tokens/s/gpu",
                           "total_token_throughput", "peak output throughput", "goodput"})
    EXPECT_THROW(server(name, "tokens/s"), Unreadable) << name;
  EXPECT_THROW(server("throughput_total", "total tokens/s"), Unreadable);
  EXPECT_THROW(server("throughput_per_gpu", "output tokens/s (all GPUs)"), Unreadable);
}

TEST(ServingMetric, RatesOfOneUser) {
  for (const char* name :
       {"decode_tokens_per_s", "tg128", "tg", "eval rate", "generation speed", "decode t/s",
        "tg128 (t/s)", "token generation", "output tokens/s", "tokens/s/user", "avg tok/s"})
    EXPECT_EQ(one_user(name, "t/s").metric, ServingMetric::token_rate) << name;
  EXPECT_EQ(one_user("tg 128", "t/s").tokens, 128);
  for (const char* name : {"prefill_tokens_per_s", "pp512", "prompt eval rate", "pp512 t/s",
                           "prompt processing", "prompt tokens/s"})
    EXPECT_EQ(one_user(name, "t/s").metric, ServingMetric::prompt_rate) << name;
  EXPECT_EQ(one_user("pp512", "t/s").tokens, 512);
  const MetricCells answers{
      .metric = "t/s", .unit = "", .is_for_one_user = true, .has_input = false};
  EXPECT_EQ(measured_metric(answers).metric, ServingMetric::token_rate);
  const MetricCells prompts{
      .metric = "t/s", .unit = "", .is_for_one_user = true, .has_output = false};
  EXPECT_EQ(measured_metric(prompts).metric, ServingMetric::prompt_rate);
  EXPECT_THROW(server("avg tok/s", ""), Unreadable);  // of all or of each, with prompts or without
  for (const char* name : {"t/s", "avg throughput", "pp512+tg128", "tg128@d4096", "tg128 @ d4096"})
    EXPECT_THROW(one_user(name, "t/s"), Unreadable) << name;
}

}  // namespace
}  // namespace wgf::truth
