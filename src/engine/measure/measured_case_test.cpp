// SPDX-License-Identifier: MIT
#include "engine/measure/measured_case.h"

#include <ATen/ops/zeros.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace wgf::engine {
namespace {

using results::Result;
using results::StopReason;

// A step that writes so many bytes, the first one thrice as many.
class Fill final : public StepWork {
 public:
  explicit Fill(std::int64_t bytes) : bytes_(bytes) {}
  void step(StepTimer&) override {
    at::zeros({is_first_ ? 3 * bytes_ : bytes_}, at::kByte);
    is_first_ = false;
  }

 private:
  std::int64_t bytes_;
  bool is_first_ = true;
};

class MeasuredPhases : public testing::Test {
 protected:
  MeasuredPhases() {
    context_.sensors = &sensors_;
    context_.cpu_memory = &CountingAllocator::install();
  }
  static double value(const Result& result, std::string_view tag) {
    const results::Metric* metric = result.find(tag);
    return metric == nullptr ? -1 : metric->value;
  }

  GpuSensors sensors_;
  Context context_;
  results::Case case_{.benchmark = "two_phases"};
};

// One set-up, the weights, and two phases over it that end by rules of their own.
TEST_F(MeasuredPhases, EachHasItsOwnMetricsRuleAndPeak) {
  MeasuredCase measured(case_, context_, c10::kCPU);
  const at::Tensor weights = at::zeros({4 << 20}, at::kByte);
  Fill prefill(8 << 20), decode(1 << 20);
  measured.measure({.name = "prefill", .stopping = {.iterations = 5, .warmup = 2}}, prefill,
                   {.samples = 2, .tokens = 64});
  measured.measure(
      {.name = "decode",
       .stopping = {.warmup = 1, .min_samples = 1'000'000'000, .max_time = Seconds(0.05)}},
      decode, {.tokens = 2});
  measured.measure_latency(decode);
  measured.add("load_time", 7);
  const Result result = measured.take();

  ASSERT_NE(result.find("prefill.step_time"), nullptr);
  EXPECT_EQ(result.find("prefill.step_time")->samples.size(), 5u);
  EXPECT_EQ(value(result, "prefill.warmup_steps"), 2);
  EXPECT_EQ(value(result, "decode.warmup_steps"), 1);
  EXPECT_GE(value(result, "decode.measured_time"), 0.05);
  EXPECT_EQ(value(result, "decode.measured_steps"),
            static_cast<double>(result.find("decode.step_time")->samples.size()));
  EXPECT_EQ(result.stop_reason, StopReason::time_cap);

  const double prefill_ms = value(result, "prefill.step_time");
  EXPECT_DOUBLE_EQ(value(result, "prefill.throughput"), 2 * 1e3 / prefill_ms);
  EXPECT_DOUBLE_EQ(value(result, "prefill.token_throughput"), 64 * 1e3 / prefill_ms);
  EXPECT_DOUBLE_EQ(value(result, "decode.token_throughput"),
                   2 * 1e3 / value(result, "decode.step_time"));
  EXPECT_EQ(result.find("decode.throughput"), nullptr);
  EXPECT_EQ(value(result, "decode.latency"), value(result, "decode.step_time"));
  EXPECT_EQ(result.find("prefill.latency"), nullptr);
  EXPECT_GE(value(result, "prefill.cpu_utilization"), 0);

  // The weights and what one step takes; neither the first step, of the warm-up, nor the other
  // phase is in it. An allocation may be a page longer than it was asked to be.
  const double a_page = in_gib(Bytes(4096)), mib = in_gib(Bytes(mebi));
  const double held = value(result, "decode.memory_allocated");
  EXPECT_GE(held, 4 * mib);
  EXPECT_EQ(value(result, "prefill.memory_allocated"), held);
  EXPECT_NEAR(value(result, "prefill.memory_allocated_peak"), held + 8 * mib, a_page);
  EXPECT_NEAR(value(result, "decode.memory_allocated_peak"), held + mib, a_page);

  // Of the whole case: the higher peak and what was added, no time of either phase.
  EXPECT_EQ(value(result, "memory_allocated_peak"), value(result, "prefill.memory_allocated_peak"));
  EXPECT_EQ(value(result, "load_time"), 7);
  EXPECT_EQ(result.find("step_time"), nullptr);
  EXPECT_TRUE(result.series.empty());
}

TEST_F(MeasuredPhases, AreToldApartByTheirNames) {
  const results::StoppingRule rule{.iterations = 1, .warmup = 1};
  Fill work(1024);
  MeasuredCase named(case_, context_, c10::kCPU);
  named.measure({.name = "prefill", .stopping = rule}, work, {});
  EXPECT_THROW(named.measure({.name = "prefill", .stopping = rule}, work, {}), std::logic_error);
  EXPECT_THROW(named.measure({.stopping = rule}, work, {}), std::logic_error);
  MeasuredCase alone(case_, context_, c10::kCPU);
  alone.measure({.stopping = rule}, work, {});
  EXPECT_THROW(alone.measure({.name = "decode", .stopping = rule}, work, {}), std::logic_error);
  const Result result = alone.take();
  EXPECT_EQ(value(result, "measured_steps"), 1);
  EXPECT_EQ(result.series.at(0).values.size(), 1u);
}

}  // namespace
}  // namespace wgf::engine
