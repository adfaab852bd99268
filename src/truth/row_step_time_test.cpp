// SPDX-License-Identifier: MIT
#include "truth/row_step_time.h"

#include <gtest/gtest.h>

#include <string>

#include "catalog/catalog.h"
#include "truth/training_rows.h"

namespace wgf::truth {
namespace {

TrainingRows rows_of(const std::string& metric, const std::string& value, const std::string& unit) {
  return read_training_rows(
      "id,source,gpu,gpus,model,seq_len,precision,dp,tp,zero_or_fsdp,micro_batch,global_batch,"
      "metric,value,unit\na,blog,H100 SXM 80GB,64,Llama 3 70B,8192,bf16,64,1,FSDP,1,64," +
          metric + "," + value + "," + unit + "\n",
      "rows.csv", catalog::embedded_catalog());
}

double seconds(const std::string& metric, const std::string& value, const std::string& unit) {
  const TrainingRows read = rows_of(metric, value, unit);
  EXPECT_EQ(read.rows.size(), 1U) << metric << " " << unit;
  return read.rows.empty() ? 0 : read.rows[0].step_time.value;
}

std::string reason(const std::string& metric, const std::string& value, const std::string& unit) {
  const TrainingRows read = rows_of(metric, value, unit);
  return read.unread.empty() ? "" : read.unread[0].reason;
}

TEST(RowStepTime, UnitsOfTimes) {
  for (const char* unit : {"ms", "MS", "msec", "milliseconds", "ms/iter", "ms per step"})
    EXPECT_DOUBLE_EQ(seconds("iteration_time", "18000", unit), 18) << unit;
  EXPECT_DOUBLE_EQ(seconds("iteration_time", "0.3", "minutes"), 18);
  EXPECT_DOUBLE_EQ(seconds("iteration_time", "18", ""), 18);
  EXPECT_EQ(reason("iteration_time", "18", "s per 100 steps"), "unit not known");
  EXPECT_EQ(reason("iteration_time", "18", "ms/token"), "unit contradicts the metric");
}

TEST(RowStepTime, UnitsOfRates) {
  const double step = 8192.0 / 500;  // a sequence on each of 64 GPUs
  EXPECT_NEAR(seconds("tokens_per_s_per_gpu", "500", "tokens/s/GPU"), step, 1e-9);
  EXPECT_NEAR(seconds("tokens_per_s_per_gpu", "0.5", "k tokens/s/GPU"), step, 1e-9);
  EXPECT_NEAR(seconds("tokens_per_s", "500", "tokens/s/GPU"), step, 1e-9);
  EXPECT_NEAR(seconds("tokens_per_s", "32000", "tokens/s"), step, 1e-9);
  EXPECT_NEAR(seconds("tokens_per_s", "32", "k tokens/s"), step, 1e-9);
  EXPECT_NEAR(seconds("samples_per_s", "0.05", "sequences/s/GPU"), 20, 1e-9);
  EXPECT_NEAR(seconds("samples_per_s", "3.2", ""), 20, 1e-9);
  EXPECT_NEAR(seconds("tflops_per_gpu", "0.3", "PFLOP/s/GPU"),
              seconds("tflops_per_gpu", "300", "TFLOP/s/GPU"), 1e-9);
  EXPECT_EQ(reason("tflops_per_gpu", "25600", "TFLOP/s (all GPUs)"), "unit contradicts the metric");
  EXPECT_EQ(reason("tokens_per_s", "4", "sequences/s"), "unit contradicts the metric");
  EXPECT_EQ(reason("tokens_per_s", "4000", "tokens/s/node"), "unit not known");
}

TEST(RowStepTime, MetricsOfOtherNames) {
  const double step = seconds("tokens_per_s_per_gpu", "500", "");
  for (const char* metric : {"tokens/sec/GPU", "TGS", "tokens per second per GPU"})
    EXPECT_NEAR(seconds(metric, "500", ""), step, 1e-9) << metric;
  EXPECT_NEAR(seconds("tokens / sec", "32k", ""), step, 1e-9);
  EXPECT_NEAR(seconds("model TFLOP / sec / GPU", "300", ""), seconds("tflops_per_gpu", "300", ""),
              1e-9);
  EXPECT_DOUBLE_EQ(seconds("Step time", "18", "s"), 18);
  EXPECT_DOUBLE_EQ(seconds("iteration time", "18 ± 0.3", "s"), 18);
  EXPECT_DOUBLE_EQ(seconds("mfu", "35 %", ""), seconds("mfu", "35", "%"));
  for (const char* metric : {"TPS", "TFLOPs", "loss", "output tokens/s", "requests/s"})
    EXPECT_EQ(reason(metric, "500", ""), "a metric that is no step time") << metric;
}

TEST(RowStepTime, UnitsOfShares) {
  const double half = seconds("mfu", "50", "%");
  EXPECT_DOUBLE_EQ(seconds("mfu", "0.5", "fraction"), half);
  EXPECT_DOUBLE_EQ(seconds("mfu", "0.5", ""), half);
  EXPECT_DOUBLE_EQ(seconds("mfu", "50", ""), half);
  EXPECT_NEAR(seconds("mfu", "1", "%"), 50 * half, 1e-6);
  EXPECT_EQ(reason("mfu", "50", "fraction"), "a metric that is no step time");
  EXPECT_EQ(reason("mfu", "50", "TFLOP/s"), "unit not known");
}

TEST(RowStepTime, WhatSharesAndHardwareFlopsLeaveOpen) {
  const auto reason_of = [](const std::string& precision, const std::string& recompute,
                            const std::string& metric, const std::string& notes) {
    const TrainingRows read = read_training_rows(
        "id,source,gpu,gpus,model,seq_len,dp,tp,zero_or_fsdp,micro_batch,precision,recompute,"
        "metric,value,unit,notes\na,blog,H100 SXM 80GB,64,Llama 3 70B,8192,64,1,FSDP,1," +
            precision + "," + recompute + "," + metric + "," + notes + "\n",
        "rows.csv", catalog::embedded_catalog());
    return read.unread.empty() ? "" : read.unread[0].reason;
  };
  EXPECT_EQ(reason_of("fp8", "full", "mfu,40,%", ""), "a share of which peak is not stated");
  EXPECT_EQ(reason_of("fp8", "full", "mfu,40,%", "of the BF16 peak"), "");
  EXPECT_EQ(reason_of("bf16", "full", "mfu,40,%", ""), "");
  const char* rate = "tflops_per_gpu,400,TFLOP/s/GPU";
  EXPECT_EQ(reason_of("bf16", "full", rate, "hardware FLOPs"), "");
  EXPECT_EQ(reason_of("bf16", "selective", rate, "hardware FLOPs"),
            "how FLOPs are counted is not described");
}

TEST(RowStepTime, CellsThatAreNotUnderstoodAreListed) {
  const auto reason_of = [](const std::string& cells) {
    const TrainingRows read = read_training_rows(
        "id,source,gpu,gpus,model,seq_len,precision,dp,tp,zero_or_fsdp,micro_batch,global_batch,"
        "metric,value,unit,notes\na,blog,H100 SXM 80GB,64,Llama 3 70B,8192,bf16,64,1,FSDP," +
            cells + "\n",
        "rows.csv", catalog::embedded_catalog());
    return read.unread.empty() ? std::to_string(read.rows[0].one.global_batch)
                               : read.unread[0].reason;
  };
  const std::string rate = ",tokens_per_s,30000,,";
  EXPECT_EQ(reason_of("1,\"1,024\"" + rate), "1024.000000");
  EXPECT_EQ(reason_of("1,4M tokens" + rate), "512.000000");
  EXPECT_EQ(reason_of("1," + rate + "batch size 4M tokens"), "488.000000");
  EXPECT_EQ(reason_of("1," + rate + "gradient accumulation 8"), "512.000000");
  EXPECT_EQ(reason_of("1,2^10" + rate), "a number that is not understood");
  EXPECT_EQ(reason_of("auto,64" + rate), "a number that is not understood");
}

}  // namespace
}  // namespace wgf::truth
