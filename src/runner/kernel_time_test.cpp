// SPDX-License-Identifier: MIT
#include "runner/kernel_time.h"

#include <gtest/gtest.h>

namespace wgf::runner {
namespace {

results::Case work(const char* benchmark, results::Parameters parameters) {
  return {.benchmark = benchmark, .parameters = std::move(parameters)};
}

TEST(KernelTime, CountsWhatTheKernelComputes) {
  const std::int64_t side = 1000;
  EXPECT_EQ(kernel_flops(work("matmul", {{"m", side}, {"n", side}, {"k", side}})), 2e9);
  const results::Parameters one{{"batch", std::int64_t{1}},
                                {"heads", std::int64_t{1}},
                                {"sequence_length", side},
                                {"head_size", std::int64_t{10}}};
  EXPECT_EQ(kernel_flops(work("attention", one)), 4 * 10 * 1e6 / 2);
  results::Parameters all_pairs = one, decode = one;
  all_pairs.set("causal", false);
  EXPECT_EQ(kernel_flops(work("attention", all_pairs)), 4 * 10 * 1e6);
  decode.set("phase", std::string("decode"));
  EXPECT_EQ(kernel_flops(work("attention", decode)), 4 * 10 * 1e3);
  EXPECT_EQ(kernel_flops(work("conv", {})), 0.25 * 2 * 32 * 56 * 56 * 64 * 64 * 9);
  EXPECT_FALSE(kernel_flops(work("launch", {})));
}

TEST(KernelTime, WhatCannotEndInTimeIsNotBegun) {
  const results::Case absurd =
      work("attention", {{"sequence_length", std::int64_t{1} << 20}, {"heads", std::int64_t{8}}});
  const FlopsPerSecond two_cores(0.6e12);
  const auto reason = reason_not_to_end(absurd, two_cores, Seconds(300));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->key, "runner.cannot_end");
  EXPECT_EQ(reason->args.back().second, "--sequence-length, --batch, --heads");
  EXPECT_FALSE(reason_not_to_end(absurd, FlopsPerSecond(1e15), Seconds(300)));
  EXPECT_FALSE(reason_not_to_end(absurd, FlopsPerSecond(), Seconds(300)));
}

TEST(KernelTime, ALoadWhoseRequestsComeTooLateIsNotBegun) {
  const results::Case slow =
      work("llm_load", {{"requests", std::int64_t{100}}, {"rate", 0.25}});  // 400 s
  const auto reason = reason_not_to_end(slow, FlopsPerSecond(), Seconds(300));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->key, "runner.load_cannot_end");
  EXPECT_FALSE(reason_not_to_end(slow, FlopsPerSecond(), Seconds(400)));
  EXPECT_FALSE(reason_not_to_end(work("llm_load", {{"concurrency", std::int64_t{4}}}),
                                 FlopsPerSecond(), Seconds(1)));
}

results::Case product(std::int64_t side, const char* precision) {
  return work("matmul",
              {{"m", side}, {"n", side}, {"k", side}, {"precision", std::string(precision)}});
}

TEST(KernelTime, ASizeIsLeftOutByTheRateOfThoseBeforeIt) {
  // 2 GFLOP in 20 ms, 16 in 160: 8192 takes 11 s.
  const std::vector<results::Result> measured{
      {.measured_case = product(1000, "fp32"),
       .metrics = {results::single_metric("step_time", 20)}},
      {.measured_case = product(2000, "fp32"),
       .metrics = {results::single_metric("step_time", 160)}}};
  const auto reason = reason_to_leave_out(product(8192, "fp32"), measured, Seconds(50));
  ASSERT_TRUE(reason);
  EXPECT_EQ(reason->key, "runner.left_out");
  EXPECT_EQ(reason->args.front().second, "2m 12s");
  EXPECT_FALSE(reason_to_leave_out(product(8192, "fp32"), measured, Seconds(150)));
  EXPECT_FALSE(reason_to_leave_out(product(4096, "fp32"), measured, Seconds(50)));
  EXPECT_FALSE(reason_to_leave_out(product(8192, "bf16"), measured, Seconds(50)));
  EXPECT_FALSE(reason_to_leave_out(work("launch", {}), measured, Seconds(0)));
}

}  // namespace
}  // namespace wgf::runner
