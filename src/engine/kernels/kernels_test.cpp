// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cmath>

#include "engine/kernels/gemm.h"
#include "engine/kernels/kernel_list.h"
#include "engine/kernels/shape_search.h"
#include "engine/measure/answer_check.h"
#include "engine/measure/run_case.h"

#include <ATen/ops/full.h>
#include <ATen/ops/randn.h>

namespace wgf::engine {
namespace {

using results::Parameters;
using results::Result;
using results::Status;

class Kernels : public testing::Test {
 protected:
  Kernels() {
    context_.sensors = &sensors_;
    context_.cpu_memory = &CountingAllocator::install();
  }

  Result run(const char* benchmark, Parameters parameters, std::uint64_t seed = 1) {
    results::Case value{.benchmark = benchmark, .parameters = std::move(parameters), .seed = seed};
    value.stopping.iterations = 3;
    value.stopping.warmup = 1;
    return run_case(benchmarks_, value, context_);
  }
  static double value(const Result& result, std::string_view tag) {
    const results::Metric* metric = result.find(tag);
    return metric == nullptr ? -1 : metric->value;
  }
  static std::string reason(const Result& result) {
    return result.reason ? result.reason->key : "";
  }
  static void expect_right(const Result& result, const std::string& what) {
    ASSERT_EQ(result.status, Status::ok) << what << " " << reason(result);
    EXPECT_GE(value(result, "relative_error"), 0) << what;
    EXPECT_LE(value(result, "relative_error"), value(result, "error_tolerance")) << what;
    EXPECT_GT(value(result, "step_time"), 0) << what;
  }

  const Benchmarks benchmarks_ = make_kernel_benchmarks();
  GpuSensors sensors_;
  Context context_;
};

const Parameters product{{"m", std::int64_t{96}}, {"n", std::int64_t{80}}, {"k", std::int64_t{64}}};

Parameters with(Parameters parameters, std::string_view name, results::Value value) {
  parameters.set(name, std::move(value));
  return parameters;
}

TEST_F(Kernels, GemmIsRightInEveryFormatOfACpu) {
  for (const char* precision : {"fp64", "fp32", "fp16", "bf16", "fp8", "int8"}) {
    const Result result = run("matmul", with(product, "precision", std::string(precision)));
    expect_right(result, precision);
    EXPECT_EQ(result.math_mode->compute, precision);
    EXPECT_DOUBLE_EQ(value(result, "flops_per_step"), 2.0 * 96 * 80 * 64 / 1e9) << precision;
  }
  EXPECT_EQ(value(run("matmul", with(product, "precision", std::string("int8"))), "relative_error"),
            0);
}

TEST(Gemm, OfABatchTheFirstTheMiddleAndTheLastMatrixAreCompared) {
  const auto gemm = make_gemm({.m = 4, .n = 5, .k = 6, .batch = 8}, *find_format("fp64"), at::kCPU);
  gemm->run();
  const Comparison comparison = gemm->compare();
  EXPECT_EQ(comparison.computed.numel(), 3 * 4 * 5);
  EXPECT_LE(largest_error(comparison), tolerance(*find_format("fp64"), comparison));
}

TEST_F(Kernels, GemmIsRightInEveryLayoutBatchAndEpilogue) {
  for (const char* layout : {"nn", "nt", "tn", "tt"})
    expect_right(run("matmul", with(product, "layout", std::string(layout))), layout);
  const Result batch = run("matmul", with(product, "batch", std::int64_t{3}));
  expect_right(batch, "batch");
  EXPECT_DOUBLE_EQ(value(batch, "flops_per_step"), 3 * 2.0 * 96 * 80 * 64 / 1e9);
  for (const char* epilogue : {"bias", "bias_gelu"})
    expect_right(run("matmul", with(product, "epilogue", std::string(epilogue))), epilogue);
  expect_right(run("matmul", with(with(product, "precision", std::string("fp8")), "scaling",
                                  std::string("row"))),
               "row scales");
}

TEST_F(Kernels, GemmSaysWhatLibTorchCannotMultiply) {
  const Parameters narrow = with(product, "precision", std::string("int8"));
  EXPECT_EQ(reason(run("matmul", with(narrow, "layout", std::string("nn")))),
            "engine.gemm_unsupported");
  EXPECT_EQ(reason(run("matmul", with(narrow, "epilogue", std::string("bias")))),
            "engine.gemm_unsupported");
  EXPECT_EQ(reason(run("matmul", with(product, "scaling", std::string("row")))),
            "engine.gemm_unsupported");
  const Result fp4 = run("matmul", with(product, "precision", std::string("fp4")));
  EXPECT_EQ(fp4.status, Status::unsupported);
  EXPECT_EQ(reason(fp4), "engine.precision_unsupported");
}

TEST_F(Kernels, BandwidthIsRightInEveryOperation) {
  for (const char* operation : {"copy", "read", "write", "scale", "triad"})
    expect_right(
        run("bandwidth", {{"operation", std::string(operation)}, {"size_mib", std::int64_t{8}}}),
        operation);
}

TEST_F(Kernels, AttentionIsRightForwardAndBackward) {
  const Parameters shape{{"batch", std::int64_t{2}},
                         {"heads", std::int64_t{4}},
                         {"kv_heads", std::int64_t{2}},
                         {"sequence_length", std::int64_t{96}},
                         {"head_size", std::int64_t{64}}};
  for (const char* precision : {"fp32", "bf16"})
    for (const char* pass : {"forward", "backward"})
      for (const bool causal : {true, false})
        expect_right(
            run("attention", with(with(with(shape, "pass", std::string(pass)), "causal", causal),
                                  "precision", std::string(precision))),
            std::string(precision) + pass + (causal ? " causal" : ""));
  const Result decode = run("attention", with(shape, "phase", std::string("decode")));
  expect_right(decode, "decode");
  // One query sees all keys: 2 products x 2 x batch x heads x keys x head size.
  EXPECT_DOUBLE_EQ(value(decode, "flops_per_step"), 2 * 2.0 * 2 * 4 * 96 * 64 / 1e9);
  EXPECT_EQ(reason(run("attention", with(shape, "kv_heads", std::int64_t{3}))),
            "engine.unknown_value");
  // cuDNN's is a GPU's.
  const Result missing = run("attention", with(shape, "backend", std::string("cudnn")));
  EXPECT_EQ(missing.status, Status::unsupported);
  EXPECT_EQ(reason(missing), "engine.no_attention_kernel");
  expect_right(run("attention", with(shape, "backend", std::string("math"))), "math");
}

TEST_F(Kernels, GradientsOfKeysAreComparedInPartsOfTheQueries) {
  const Result result = run("attention", {{"batch", std::int64_t{1}},
                                          {"heads", std::int64_t{2}},
                                          {"kv_heads", std::int64_t{1}},
                                          {"sequence_length", std::int64_t{1500}},
                                          {"head_size", std::int64_t{8}},
                                          {"pass", std::string("backward")},
                                          {"precision", std::string("fp32")}});
  expect_right(result, "1,500 tokens");
  // A kernel that computes in bf16, off by some 0.06, is no fp32 kernel.
  EXPECT_LT(value(result, "error_tolerance"), 1e-3);
}

// LibTorch's CPU kernel adds up the heads that share keys in the format itself: with these seeds
// the error is 70 and 54 roundoffs.
TEST_F(Kernels, GradientsOfSharedKeysAreRightInNarrowFormats) {
  for (const auto& [precision, seed] : {std::pair{"fp16", 5}, std::pair{"bf16", 0}})
    expect_right(run("attention",
                     {{"batch", std::int64_t{1}},
                      {"heads", std::int64_t{16}},
                      {"kv_heads", std::int64_t{1}},
                      {"sequence_length", std::int64_t{128}},
                      {"head_size", std::int64_t{64}},
                      {"pass", std::string("backward")},
                      {"precision", std::string(precision)}},
                     static_cast<std::uint64_t>(seed)),
                 precision);
}

TEST_F(Kernels, CausalAttentionCountsThePairsItComputes) {
  const Result result = run("attention", {{"batch", std::int64_t{1}},
                                          {"heads", std::int64_t{1}},
                                          {"sequence_length", std::int64_t{10}},
                                          {"head_size", std::int64_t{64}},
                                          {"causal", true}});
  EXPECT_DOUBLE_EQ(value(result, "flops_per_step"), 2 * 2.0 * 55 * 64 / 1e9);
}

TEST_F(Kernels, ConvolutionIsRightInEveryPass) {
  const Parameters shape{{"batch", std::int64_t{2}},
                         {"channels", std::int64_t{8}},
                         {"height", std::int64_t{12}},
                         {"width", std::int64_t{10}},
                         {"filters", std::int64_t{16}}};
  for (const char* pass : {"forward", "dgrad", "wgrad"})
    for (const char* format : {"channels_last", "contiguous"})
      for (const std::int64_t groups : {1, 4})
        expect_right(run("conv", with(with(with(shape, "pass", std::string(pass)), "memory_format",
                                           std::string(format)),
                                      "groups", groups)),
                     std::string(pass) + format + std::to_string(groups));
  // 3 x 3 x 8 multiply-adds for each of 2 x 16 x 12 x 10 results.
  EXPECT_DOUBLE_EQ(value(run("conv", shape), "flops_per_step"), 2.0 * 9 * 8 * 2 * 16 * 120 / 1e9);
  EXPECT_EQ(reason(run("conv", with(shape, "groups", std::int64_t{3}))), "engine.unknown_value");
}

TEST_F(Kernels, RowKernelsAreRight) {
  for (const char* operation : {"layer_norm", "rms_norm", "softmax", "gelu"})
    for (const char* precision : {"fp32", "bf16"})
      for (const char* cache : {"hot", "cold"})
        expect_right(run("norm_act", {{"operation", std::string(operation)},
                                      {"rows", std::int64_t{33}},
                                      {"columns", std::int64_t{256}},
                                      {"precision", std::string(precision)},
                                      {"cache", std::string(cache)}}),
                     std::string(operation) + precision + cache);
}

TEST_F(Kernels, OptimizerStepsAreRight) {
  for (const char* optimizer : {"adamw", "sgd"})
    expect_right(run("optimizer_step", {{"optimizer", std::string(optimizer)},
                                        {"parameters", std::int64_t{100'000}}}),
                 optimizer);
}

TEST_F(Kernels, LaunchCountsItsKernels) {
  const Result result = run("launch", {{"kernels", std::int64_t{10}}});
  ASSERT_EQ(result.status, Status::ok) << reason(result);
  EXPECT_GT(value(result, "latency"), 0);
  EXPECT_EQ(run("launch", {{"launch", std::string("graph")}}).status, Status::unsupported);
}

TEST_F(Kernels, WhatNeedsGpusSaysSo) {
  EXPECT_EQ(reason(run("transfer", {})), "engine.needs_gpu");
  EXPECT_EQ(reason(run("link", {})), "engine.needs_two_gpus");
}

TEST_F(Kernels, MamfFindsAShapeOfItsGrid) {
  const Result result = run("mamf", {{"precision", std::string("fp32")},
                                     {"largest", std::int64_t{64}},
                                     {"seconds", std::int64_t{1}}});
  expect_right(result, "mamf");
  EXPECT_LE(value(result, "gemm_m"), 64);
  EXPECT_GE(value(result, "shapes_timed"), 1);
}

TEST_F(Kernels, AWrongAnswerExceedsEveryTolerance) {
  const NumberFormat& bf16 = find_format("bf16", at::kCPU);
  const at::Tensor right = at::randn({64, 64}, at::kDouble);
  Comparison comparison{.computed = right, .reference = right, .terms = 64};
  EXPECT_LE(largest_error(comparison), tolerance(bf16, comparison));
  comparison.computed = right.clone();
  comparison.computed[3][5] += 0.5;
  EXPECT_GT(largest_error(comparison), tolerance(bf16, comparison));
  comparison.computed[3][5] = std::nan("");
  EXPECT_TRUE(std::isinf(largest_error(comparison)));
}

TEST(ShapeSearch, FindsTheBestOfANoisyGridWithinItsBudget) {
  const ShapeGrid grid{.largest = 16384, .step = 2048};
  EXPECT_EQ(grid.shapes().size(), 256U);
  const auto truth = [](const GemmShape& shape) {
    const auto fit = [](std::int64_t side, double best) {
      return std::exp(-std::pow(std::log2(static_cast<double>(side) / best), 2) / 20);
    };
    return 800e12 * fit(shape.m, 4096) * fit(shape.n, 6144) * fit(shape.k, 12288);
  };
  double spent = 0, noise = 0.01;
  const ShapeRate rate = [&](const GemmShape& shape, Seconds span) {
    spent += span.value;
    noise = -noise;
    return ShapeLook{truth(shape) * (1 + noise), span};
  };
  const FoundShape found = search_shapes(grid, rate, Seconds(40));
  EXPECT_GE(truth(found.shape), 0.99 * truth({4096, 6144, 12288}));
  EXPECT_NEAR(spent, 40, 1);
  EXPECT_EQ(found.seen, 256);
  const FoundShape scanned = scan_shapes(grid, rate, Seconds(0.1));
  EXPECT_EQ(scanned.looked, 256);
  EXPECT_GE(truth(scanned.shape), 0.98 * truth({4096, 6144, 12288}));
}

// At its power limit a GPU runs large products at a lower clock, which it reaches within some tens
// of milliseconds: a short look sees the clock of the shape before.
TEST(ShapeSearch, FindsTheShapeThatLeavesAGpuTheHighestClock) {
  const ShapeGrid grid{.largest = 16384, .step = 2048};
  const auto is_small = [](const GemmShape& shape) { return shape.flops() < 1e12; };
  const auto at_full_clock = [&](const GemmShape& shape) {
    return is_small(shape) ? 900e12 : 980e12;
  };
  const auto own_clock = [&](const GemmShape& shape) { return is_small(shape) ? 0.9 : 0.75; };
  double clock = 1;
  const ShapeRate rate = [&](const GemmShape& shape, Seconds span) {
    const auto settle = [&](Seconds time) {
      clock = own_clock(shape) + (clock - own_clock(shape)) * std::exp(-time.value / 0.03);
    };
    settle(span / 2);
    const double before = clock;
    settle(span / 2);
    return ShapeLook{at_full_clock(shape) * (before + clock) / 2, span};
  };
  EXPECT_TRUE(is_small(search_shapes(grid, rate, Seconds(40)).shape));
}

TEST(ShapeSearch, KeepsItsBudgetWhereLooksTakeLonger) {
  const ShapeGrid grid{.largest = 64, .step = 8};
  double spent = 0;
  const ShapeRate slow = [&](const GemmShape& shape, Seconds) {
    spent += 0.3;
    return ShapeLook{shape.flops(), Seconds(0.3)};
  };
  const FoundShape few = search_shapes(grid, slow, Seconds(20));
  EXPECT_LE(spent, 20 * 1.4 + 0.3);
  EXPECT_GT(few.rate, 0);
  EXPECT_LT(few.looked, 256);
  EXPECT_LT(few.seen, 256);
  // Even a budget of nothing looks at something.
  EXPECT_GT(search_shapes(grid, slow, Seconds(0.01)).rate, 0);
}

}  // namespace
}  // namespace wgf::engine
