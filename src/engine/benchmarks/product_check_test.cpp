// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "engine/benchmarks/benchmark_list.h"
#include "engine/measure/run_case.h"

namespace wgf::engine {
namespace {

using results::Result;
using results::Status;

class ProductCheck : public testing::Test {
 protected:
  ProductCheck() {
    context_.sensors = &sensors_;
    context_.cpu_memory = &CountingAllocator::install();
  }

  Result run(results::Parameters parameters) {
    return run_case(all_benchmarks(),
                    {.benchmark = "product_check", .parameters = std::move(parameters)}, context_);
  }
  static double value(const Result& result, std::string_view tag) {
    const results::Metric* metric = result.find(tag);
    return metric == nullptr ? -1 : metric->value;
  }

  GpuSensors sensors_;
  Context context_;
};

TEST_F(ProductCheck, EveryPrecisionOfACpuIsWithinItsTolerance) {
  for (const char* precision : {"fp64", "fp32", "fp16", "bf16"}) {
    const Result result = run({{"precision", std::string(precision)}});
    ASSERT_EQ(result.status, Status::ok) << precision;
    EXPECT_GE(value(result, "relative_error"), 0) << precision;
    EXPECT_LE(value(result, "relative_error"), value(result, "error_tolerance")) << precision;
    EXPECT_EQ(result.math_mode->compute, precision);
  }
}

// 16 (2^-24 + √512 2^-24) = 2.25e-5; 16 (2^-8 + √512 2^-24) = 0.0625.
TEST_F(ProductCheck, TheToleranceFollowsFromTheFormat) {
  EXPECT_NEAR(value(run({{"precision", std::string("fp32")}}), "error_tolerance"), 2.253e-5, 1e-8);
  EXPECT_NEAR(value(run({{"precision", std::string("bf16")}}), "error_tolerance"), 0.06252, 1e-5);
}

// A device that quietly computes in the next coarser format is found.
TEST_F(ProductCheck, TheErrorOfACoarserFormatIsAboveTheToleranceOfAFinerOne) {
  const Result fp64 = run({{"precision", std::string("fp64")}});
  const Result fp32 = run({{"precision", std::string("fp32")}});
  const Result fp16 = run({{"precision", std::string("fp16")}});
  const Result bf16 = run({{"precision", std::string("bf16")}});
  EXPECT_GT(value(fp32, "relative_error"), value(fp64, "error_tolerance"));
  EXPECT_GT(value(fp16, "relative_error"), value(fp32, "error_tolerance"));
  EXPECT_GT(value(bf16, "relative_error"), value(fp16, "error_tolerance"));
}

TEST_F(ProductCheck, Tf32OnACpuIsUnsupportedAndSaysSo) {
  const Result result = run({{"precision", std::string("tf32")}});
  EXPECT_EQ(result.status, Status::unsupported);
  EXPECT_EQ(result.reason->key, "engine.precision_unsupported");
}

TEST_F(ProductCheck, FlashAttentionAgreesWithFloat64) {
  const Result result =
      run({{"operation", std::string("flash_attention")}, {"precision", std::string("bf16")}});
  ASSERT_EQ(result.status, Status::ok) << (result.reason ? result.reason->key : "");
  EXPECT_LE(value(result, "relative_error"), value(result, "error_tolerance"));
}

TEST_F(ProductCheck, UnknownValuesAreNamed) {
  EXPECT_EQ(run({{"precision", std::string("fp3")}}).reason->key, "engine.unknown_value");
  EXPECT_EQ(run({{"operation", std::string("sum")}}).reason->key, "engine.unknown_value");
}

}  // namespace
}  // namespace wgf::engine
