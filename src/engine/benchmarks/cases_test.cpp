// SPDX-License-Identifier: MIT
// Cases of networks and what they end as where they cannot be measured.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/measure/case_ended.h"
#include "engine/measure/run_case.h"
#include "engine/models/model_list.h"

namespace wgf::engine {
namespace {

using results::Case;
using results::Result;
using results::Status;
using results::StopReason;

class RunCase : public testing::Test {
 protected:
  RunCase() {
    context_.sensors = &sensors_;
    context_.cpu_memory = &CountingAllocator::install();
    context_.cpu_memory->set_limit(Bytes(8 * gibi));
    context_.hooks.progress = [this](std::string_view phase, double, double) {
      if (phases_.empty() || phases_.back() != phase) phases_.emplace_back(phase);
    };
  }
  ~RunCase() override { context_.cpu_memory->set_limit(Bytes()); }

  Result run(std::string benchmark, results::Parameters parameters) {
    return run_case(all_benchmarks(),
                    {.benchmark = std::move(benchmark),
                     .parameters = std::move(parameters),
                     .stopping = {.iterations = 4, .warmup = 1}},
                    context_);
  }
  static double value(const Result& result, std::string_view tag) {
    const results::Metric* metric = result.find(tag);
    return metric == nullptr ? -1 : metric->value;
  }
  static std::string reason(const Result& result) {
    return result.reason ? result.reason->key : "";
  }

  GpuSensors sensors_;
  Context context_;
  std::vector<std::string> phases_;
};

TEST_F(RunCase, TrainFillsItsMetrics) {
  const Result result = run("train", {{"model", "simple_cnn"}, {"batch_size", std::int64_t{1}}});
  ASSERT_EQ(result.status, Status::ok) << reason(result);
  EXPECT_EQ(result.stop_reason, StopReason::fixed_count);
  const double step = value(result, "step_time");
  EXPECT_GT(step, 0);
  const double phases = value(result, "forward_time") + value(result, "backward_time") +
                        value(result, "optimizer_time");
  EXPECT_NEAR(phases, step, 0.5 * step);
  EXPECT_NEAR(value(result, "throughput"), 1000 / step, 1e-6);
  const auto parameters = static_cast<double>(find_model("simple_cnn")->parameters);
  EXPECT_EQ(value(result, "parameters"), parameters);
  // Weights, gradients and momentum: three times the parameters.
  EXPECT_NEAR(value(result, "memory_model_state"), 3 * parameters * 4 / gibi, 1e-6);
  EXPECT_GT(value(result, "memory_allocated_peak"), value(result, "memory_model_state"));
  // Forward, by hand: three convolutions and two products,
  // 2 * (224^2*32*27 + 112^2*64*288 + 56^2*128*576 + 100,352*512 + 512*10) = 1.114e9; the
  // backward pass is twice that but for the gradient of the image.
  const double forward = 2.0 * (224 * 224 * 32 * 27 + 112 * 112 * 64 * 288 + 56 * 56 * 128 * 576 +
                                100'352 * 512 + 512 * 10);
  const double image_gradient = 2.0 * 224 * 224 * 32 * 27;
  EXPECT_NEAR(value(result, "flops_per_step"), (3 * forward - image_gradient) / 1e9, 1e-6);
  EXPECT_EQ(value(result, "measured_steps"), 4);
  EXPECT_EQ(value(result, "warmup_steps"), 1);
  ASSERT_NE(result.find_series("step_start"), nullptr);
  EXPECT_EQ(result.find_series("step_start")->values.size(), 4u);
  EXPECT_GT(value(result, "final_loss"), 0);
  EXPECT_GT(value(result, "load_time"), 0);
  EXPECT_GT(value(result, "cpu_utilization"), 0);
  ASSERT_TRUE(result.math_mode);
  EXPECT_EQ(result.math_mode->compute, "fp32");
  EXPECT_FALSE(result.math_mode->tf32_matmul);
  EXPECT_THAT(phases_, testing::ElementsAre("load", "warmup", "measure"));
}

TEST_F(RunCase, InferInBfloat16) {
  const Result result = run("infer", {{"model", "simple_cnn"},
                                      {"batch_size", std::int64_t{2}},
                                      {"precision", "bf16"},
                                      {"memory_format", "channels_last"}});
  ASSERT_EQ(result.status, Status::ok) << reason(result);
  EXPECT_EQ(value(result, "latency"), value(result, "step_time"));
  EXPECT_EQ(result.find("latency")->samples.size(), 4u);
  EXPECT_EQ(result.find("backward_time"), nullptr);
  EXPECT_TRUE(result.math_mode->autocast);
  EXPECT_EQ(result.math_mode->parameters_dtype, "float32");
}

TEST_F(RunCase, MatrixProductHotAndCold) {
  const results::Parameters shape{
      {"m", std::int64_t{128}}, {"n", std::int64_t{64}}, {"k", std::int64_t{256}}};
  const Result hot = run("matmul", shape);
  ASSERT_EQ(hot.status, Status::ok) << reason(hot);
  EXPECT_NEAR(value(hot, "flops_per_step"), 2.0 * 128 * 64 * 256 / 1e9, 1e-12);
  EXPECT_NEAR(value(hot, "flops"), 2.0 * 128 * 64 * 256 / value(hot, "step_time") / 1e9, 1e-6);
  results::Parameters cold_shape = shape;
  cold_shape.set("cache", std::string("cold"));
  const Result cold = run("matmul", cold_shape);
  ASSERT_EQ(cold.status, Status::ok) << reason(cold);
  EXPECT_GT(value(cold, "step_time"), 0);
  // Overwriting the cache takes longer than this product and is not part of it.
  EXPECT_LT(value(cold, "step_time") * value(cold, "measured_steps"),
            value(cold, "measured_time") * 1e3 / 2);
}

TEST_F(RunCase, BandwidthCountsReadAndWrittenBytes) {
  const std::pair<const char*, double> arrays[] = {
      {"copy", 2}, {"read", 1}, {"write", 1}, {"triad", 3}};
  for (const auto& [operation, factor] : arrays) {
    const Result result =
        run("bandwidth", {{"operation", operation}, {"size_mib", std::int64_t{16}}});
    ASSERT_EQ(result.status, Status::ok) << operation << reason(result);
    EXPECT_NEAR(value(result, "bytes_per_step"), factor * 16 * mebi / 1e9, 1e-9) << operation;
    EXPECT_GT(value(result, "bandwidth"), 0.1) << operation;
  }
}

TEST_F(RunCase, GraphsNeedAGpu) {
  for (const char* benchmark : {"train", "infer"}) {
    const Result result = run(benchmark, {{"model", "simple_cnn"}, {"launch", "graph"}});
    EXPECT_EQ(result.status, Status::unsupported);
    EXPECT_EQ(reason(result), "engine.graph_needs_gpu");
  }
}

TEST_F(RunCase, Tf32NeedsAGpu) {
  const Result result = run("infer", {{"model", "simple_cnn"}, {"precision", "tf32"}});
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_EQ(reason(result), "engine.precision_unsupported");
}

TEST_F(RunCase, AHugeBatchIsOutOfMemory) {
  for (const std::int64_t batch : {std::int64_t{1} << 24, std::int64_t{1} << 60}) {
    const Result result = run("train", {{"model", "simple_cnn"}, {"batch_size", batch}});
    EXPECT_EQ(result.status, Status::out_of_memory) << batch;
    ASSERT_EQ(reason(result), "engine.out_of_memory");
    EXPECT_THAT(result.reason->args, testing::Contains(testing::Pair("total", "8.00 GiB")));
  }
  // The next case is none the worse.
  EXPECT_EQ(run("infer", {{"model", "simple_cnn"}}).status, Status::ok);
}

TEST_F(RunCase, WrongValuesFailWithTheirNames) {
  EXPECT_EQ(reason(run("train", {{"model", "simple_cn"}})), "engine.unknown_model");
  EXPECT_EQ(reason(run("train", {{"model", "zebra"}})), "engine.unknown_model_alone");
  EXPECT_EQ(reason(run("train", {{"model", "simple_cnn"}, {"optimizer", "lion"}})),
            "engine.unknown_value");
  EXPECT_EQ(reason(run("trian", {})), "engine.unknown_value");
  EXPECT_EQ(reason(run("matmul", {{"m", std::int64_t{0}}})), "engine.unknown_value");
}

TEST_F(RunCase, ADeviceThatIsNotThereIsUnsupported) {
  Case value{.benchmark = "infer", .parameters = {{"model", "simple_cnn"}}, .device = "cuda:7"};
  EXPECT_EQ(run_case(all_benchmarks(), value, context_).status, Status::unsupported);
}

TEST_F(RunCase, AFileThatIsNoModelFailsClearly) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / "wgf_not_a_model_test.pt";
  std::ofstream(path) << "hello";
  EXPECT_EQ(reason(run("user_model", {{"model", path.string()}, {"input", "float32[1,3]"}})),
            "engine.not_a_model");
  std::filesystem::remove(path);
  EXPECT_EQ(reason(run("user_model", {{"model", path.string()}, {"input", "float32[1,3]"}})),
            "engine.no_model_file");
  EXPECT_EQ(reason(run("user_model", {{"model", path.string()}, {"input", "float[1"}})),
            "results.input_form");
}

TEST_F(RunCase, ATypeWithoutKernelIsUnsupported) {
  const Result result = run("infer", {{"model", "lstm"}, {"precision", "fp16"}});
  // Processors with AMX-FP16 have one.
  EXPECT_TRUE(result.status == Status::unsupported || result.status == Status::ok)
      << reason(result);
}

TEST_F(RunCase, AStopRequestKeepsWhatWasMeasured) {
  int asked = 0;
  context_.hooks.is_stop_requested = [&] { return ++asked > 3; };
  const Result result = run_case(all_benchmarks(),
                                 {.benchmark = "bandwidth",
                                  .parameters = {{"size_mib", std::int64_t{64}}},
                                  .stopping = {.iterations = 100, .warmup = 0}},
                                 context_);
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_EQ(value(result, "measured_steps"), 4);
}

}  // namespace
}  // namespace wgf::engine
