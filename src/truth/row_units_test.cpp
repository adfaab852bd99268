// SPDX-License-Identifier: MIT
#include "truth/row_units.h"

#include <gtest/gtest.h>

namespace wgf::truth {
namespace {

TEST(RowUnits, Times) {
  for (const char* text : {"ms", "MS", "msec", "milliseconds", "ms/iter", "ms per step",
                           "ms (mean)", "ms/token", "ms/request"}) {
    ASSERT_TRUE(time_unit_of(text)) << text;
    EXPECT_DOUBLE_EQ(time_unit_of(text)->seconds, 1e-3) << text;
  }
  for (const char* text : {"s", "sec", "seconds", "s/it", ""})
    EXPECT_DOUBLE_EQ(time_unit_of(text).value().seconds, 1) << text;
  for (const char* text : {"us", "\xC2\xB5s", "microseconds"})
    EXPECT_DOUBLE_EQ(time_unit_of(text).value().seconds, 1e-6) << text;
  EXPECT_DOUBLE_EQ(time_unit_of("minutes")->seconds, 60);
  EXPECT_EQ(time_unit_of("ms")->of, TimeOf::unstated);
  EXPECT_EQ(time_unit_of("ms/iteration")->of, TimeOf::step);
  EXPECT_EQ(time_unit_of("ms/output token")->of, TimeOf::token);
  EXPECT_EQ(time_unit_of("s per request")->of, TimeOf::request);
  for (const char* text :
       {"ms/layer", "s per 100 steps", "it/s", "tokens/s", "steps", "-", "GPU hours", "?"})
    EXPECT_FALSE(time_unit_of(text)) << text;
}

void expect_rate(const char* text, double scale, Counted counted, RateScope scope) {
  const auto unit = rate_unit_of(text);
  ASSERT_TRUE(unit) << text;
  EXPECT_NEAR(unit->scale / scale, 1, 1e-12) << text;
  EXPECT_EQ(unit->counted, counted) << text;
  EXPECT_EQ(unit->scope, scope) << text;
}

TEST(RowUnits, RatesOfTokens) {
  for (const char* text : {"tokens/s", "tok/s", "t/s", "tokens per second", "TPS", "tokens/sec"})
    expect_rate(text, 1, Counted::tokens, RateScope::unstated);
  for (const char* text : {"tokens/s/GPU", "tok/s/gpu", "tokens/s per device", "TGS", "tps/GPU",
                           "tokens/GPU/s", "total tokens/s/GPU", "tokens/s/GPU (total)",
                           "token/p/s", "TGS (Tokens/GPU/Second)", "tokens per second per A100"})
    expect_rate(text, 1, Counted::tokens, RateScope::per_gpu);
  for (const char* text : {"tokens/s (all GPUs)", "tokens/s total", "tokens/s (64 GPUs)"})
    expect_rate(text, 1, Counted::tokens, RateScope::all_gpus);
  for (const char* text : {"k tokens/s", "ktok/s", "thousand tokens/s", "1000 tokens/s", "Ktps"})
    expect_rate(text, 1e3, Counted::tokens, RateScope::unstated);
  expect_rate("M tokens/hour/GPU", 1e6 / 3600, Counted::tokens, RateScope::per_gpu);
  expect_rate("billion tokens/day", 1e9 / 86400, Counted::tokens, RateScope::unstated);
  expect_rate("tokens/s/user", 1, Counted::tokens, RateScope::per_user);
  EXPECT_TRUE(rate_unit_of("output tokens/s")->is_output);
  EXPECT_TRUE(rate_unit_of("input tokens/s")->is_input);
  EXPECT_TRUE(rate_unit_of("total tokens/s")->is_total);
  EXPECT_FALSE(rate_unit_of("tokens/s (all GPUs)")->is_total);
}

TEST(RowUnits, RatesOfOthers) {
  expect_rate("sequences/s/GPU", 1, Counted::sequences, RateScope::per_gpu);
  expect_rate("samples/s", 1, Counted::sequences, RateScope::unstated);
  expect_rate("req/s", 1, Counted::requests, RateScope::unstated);
  for (const char* text : {"TFLOP/s/GPU", "TFLOPS/GPU", "TFLOPs/s/GPU", "teraflops per GPU"})
    expect_rate(text, 1e12, Counted::flops, RateScope::per_gpu);
  expect_rate("PFLOP/s", 1e15, Counted::flops, RateScope::unstated);
  EXPECT_EQ(rate_unit_of("")->counted, Counted::unstated);
  for (const char* text : {"tokens", "tokens/s/node", "tokens/s/W", "ms", "x", "TFLOPS/day", "-"})
    EXPECT_FALSE(rate_unit_of(text)) << text;
}

TEST(RowUnits, Shares) {
  for (const char* text : {"%", "percent", "% of peak", "Percent"})
    EXPECT_EQ(share_unit_of(text), 0.01) << text;
  for (const char* text : {"fraction", "ratio", "fraction of peak"})
    EXPECT_EQ(share_unit_of(text), 1) << text;
  for (const char* text : {"", "TFLOP/s"}) EXPECT_FALSE(share_unit_of(text)) << text;
}

}  // namespace
}  // namespace wgf::truth
