// SPDX-License-Identifier: MIT
#include "truth/training_metric.h"

#include <gtest/gtest.h>

#include "truth/row_cells.h"

namespace wgf::truth {
namespace {

TEST(TrainingMetric, TimesOfSteps) {
  for (const char* metric :
       {"iteration_time", "step time", "iter_time", "time per step", "time/iteration",
        "elapsed time per iteration", "mean_step_time", "step latency", "Train Step Time"})
    EXPECT_EQ(step_seconds_of(metric, "ms", 18000), 1e-3) << metric;
  for (const char* metric :
       {"step_time_ms", "step time (ms)", "ms/step", "ms per iteration", "iter_ms"}) {
    EXPECT_EQ(step_seconds_of(metric, "", 18000), 1e-3) << metric;
    EXPECT_EQ(step_seconds_of(metric, "ms", 18000), 1e-3) << metric;
    EXPECT_THROW(step_seconds_of(metric, "s", 18), Unreadable) << metric;
  }
  for (const char* metric : {"sec/step", "s/it", "seconds_per_iteration", "step_time_s"})
    EXPECT_EQ(step_seconds_of(metric, "", 18), 1) << metric;
  EXPECT_EQ(step_seconds_of("speed", "s/it", 18), 1);
  EXPECT_EQ(step_seconds_of("step time", "", 18), 1);
  EXPECT_THROW(step_seconds_of("step time", "", 18000), Unreadable);  // of what?
  EXPECT_THROW(step_seconds_of("step time", "ms/token", 18), Unreadable);
}

TEST(TrainingMetric, OtherTimes) {
  for (const char* metric :
       {"p99 step time", "min_step_time", "forward step time", "time_to_train", "epoch_time",
        "optimizer step time", "data_time", "it/s", "steps_per_second", "ms/sample", "loss"})
    EXPECT_FALSE(step_seconds_of(metric, "", 18)) << metric;
  EXPECT_FALSE(step_seconds_of("speed", "s", 18));
}

TEST(TrainingMetric, Utilisation) {
  for (const char* metric : {"mfu", "MFU (%)", "mfu_percent", "bf16 MFU", "Model FLOPs Utilization",
                             "model_flops_utilization (MFU)"})
    EXPECT_TRUE(is_utilisation(metric)) << metric;
  for (const char* metric : {"hfu", "GPU utilization", "fp8 MFU", "model", "peak mfu", ""})
    EXPECT_FALSE(is_utilisation(metric)) << metric;
}

void expect_rate(const char* metric, const char* unit, double scale, Counted counted,
                 bool is_per_gpu) {
  const auto rate = training_rate_of(metric, unit, 64);
  ASSERT_TRUE(rate) << metric << " " << unit;
  EXPECT_NEAR(rate->scale / scale, 1, 1e-12) << metric;
  EXPECT_EQ(rate->counted, counted) << metric;
  EXPECT_EQ(rate->is_per_gpu, is_per_gpu) << metric;
}

TEST(TrainingMetric, Rates) {
  for (const char* metric : {"tokens_per_s_per_gpu", "tokens/sec/device", "TGS", "tps/GPU"})
    expect_rate(metric, "", 1, Counted::tokens, true);
  for (const char* metric : {"throughput", "tps", "tokens_per_s", "training speed", "Throughput"})
    expect_rate(metric, "tokens/s/GPU", 1, Counted::tokens, true);
  expect_rate("throughput_per_gpu", "tokens/s", 1, Counted::tokens, true);
  expect_rate("throughput", "k tokens/s (all GPUs)", 1e3, Counted::tokens, false);
  expect_rate("total tokens/s", "", 1, Counted::tokens, false);
  expect_rate("throughput", "samples/s", 1, Counted::sequences, false);
  for (const char* metric : {"it/s", "steps_per_second", "train_steps_per_second"})
    expect_rate(metric, "", 1, Counted::steps, false);
  expect_rate("throughput", "it/s", 1, Counted::steps, false);
  expect_rate("Model TFLOPS", "TFLOP/s/GPU", 1e12, Counted::flops, true);
  expect_rate("tflops_per_gpu", "PFLOP/s/GPU", 1e15, Counted::flops, true);
  expect_rate("aggregate PFLOP/s", "", 1e15, Counted::flops, false);
}

TEST(TrainingMetric, WhoseARateIs) {
  for (const char* metric : {"TPS", "TFLOPs", "Model TFLOPS"})
    EXPECT_FALSE(training_rate_of(metric, "", 64)) << metric;
  EXPECT_FALSE(training_rate_of("throughput", "tokens/s", 64));
  EXPECT_TRUE(training_rate_of("throughput", "tokens/s", 1));
  EXPECT_TRUE(training_rate_of("TPS", "", 1));
  for (const char* metric : {"loss", "output tokens/s", "requests/s", "hardware TFLOPS/GPU",
                             "tokens_per_s_per_node", "speedup", "throughput"})
    EXPECT_FALSE(training_rate_of(metric, "", 64)) << metric;
  EXPECT_FALSE(training_rate_of("time_per_sample", "ms", 1));
  EXPECT_THROW(training_rate_of("tflops_per_gpu", "TFLOP/s (all GPUs)", 64), Unreadable);
  EXPECT_THROW(training_rate_of("tokens_per_s", "sequences/s", 64), Unreadable);
  EXPECT_THROW(training_rate_of("total tokens/s", "tokens/s/GPU", 64), Unreadable);
}

}  // namespace
}  // namespace wgf::truth
