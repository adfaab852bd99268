// SPDX-License-Identifier: MIT
#include "advisor/memory/engine_memory.h"

#include <gtest/gtest.h>

namespace wgf::advisor {
namespace {

TEST(EngineMemory, IsStatesAndALineOverTheBatch) {
  MemoryCase one;
  one.precision = Precision::fp32;
  one.batch = 10;
  const EngineLine line{100e6, 20e6};
  // 1e8 parameters: 0.4 GB each of weights and gradients, 0.8 GB of moments, 0.3 GB beyond
  EXPECT_DOUBLE_EQ(estimate_engine_memory(1e8, line, one).allocated(), 1.9e9);
  one.optimizer = Optimizer::momentum;
  EXPECT_DOUBLE_EQ(estimate_engine_memory(1e8, line, one).allocated(), 1.5e9);
  one.task = Task::infer;
  EXPECT_DOUBLE_EQ(estimate_engine_memory(1e8, line, one).allocated(), 0.7e9);
}

// Few samples: the peak is when gradients exist, and then only workspaces stand beside the states.
TEST(EngineMemory, NeverLessThanTheWorkspace) {
  EXPECT_DOUBLE_EQ((EngineLine{-1e9, 20e6}.at(10)), 64.0 * 1024 * 1024);
}

TEST(EngineMemory, HalfPrecisionHasItsOwnLineAndUnknownOnesNone) {
  const auto full = engine_line("resnet50", Task::train, Precision::tf32);
  const auto half = engine_line("resnet50", Task::train, Precision::fp16);
  ASSERT_TRUE(full && half);
  EXPECT_GT(full->per_sample, 1.8 * half->per_sample);
  EXPECT_FALSE(engine_line("resnet50", Task::lora, Precision::bf16));
  EXPECT_FALSE(engine_line("resnet50", Task::train, Precision::fp8));
  EXPECT_FALSE(engine_line("llama", Task::train, Precision::bf16));
}

}  // namespace
}  // namespace wgf::advisor
