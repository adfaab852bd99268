// SPDX-License-Identifier: MIT
#include "engine/measure/memory_meter.h"

#include <ATen/ops/ones.h>
#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

double allocated_peak(const MemoryMeter& meter, Bytes helper, Bytes unseen_peak) {
  for (const results::Metric& metric : meter.metrics(helper, unseen_peak))
    if (metric.tag == "memory_allocated_peak") return metric.value * gibi;
  return -1;
}

TEST(MemoryMeter, ThePeakIsTheHigherOfWhatTheAllocatorSawAndWhatItDidNot) {
  CountingAllocator& memory = CountingAllocator::install();
  const MemoryMeter meter(c10::kCPU, &memory);
  { const at::Tensor tensor = at::ones({1 << 18}); }
  const auto seen = static_cast<double>(memory.peak().value);
  EXPECT_DOUBLE_EQ(allocated_peak(meter, Bytes(), Bytes()), seen);
  const Bytes recorded(memory.peak().value + 5 * mebi), helper(mebi);
  EXPECT_DOUBLE_EQ(allocated_peak(meter, helper, recorded), seen + 4 * mebi);
}

}  // namespace
}  // namespace wgf::engine
