// SPDX-License-Identifier: MIT
#include "engine/profile/time_shares.h"

#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

TraceSpan span(std::int64_t begin_ms, std::int64_t end_ms) {
  return {begin_ms * 1'000'000, end_ms * 1'000'000};
}

DeviceActivity activity(DeviceWork work, std::int64_t begin_ms, std::int64_t end_ms) {
  return {.name = "k", .span = span(begin_ms, end_ms), .work = work};
}

// Two steps of 50 ms: 20 of loading, 10 of copying of which 4 beside a kernel, kernels in two
// streams, communication half hidden.
Trace gpu_trace() {
  return {.steps = 2,
          .window = span(0, 100),
          .waiting = {span(0, 20)},
          .activities = {activity(DeviceWork::copy, 20, 30), activity(DeviceWork::kernel, 26, 50),
                         activity(DeviceWork::kernel, 40, 60),
                         activity(DeviceWork::communication, 55, 65),
                         activity(DeviceWork::kernel, 80, 90)}};
}

TEST(TimeShares, EachMomentCountsOnce) {
  const TimeShares shares = time_shares(gpu_trace());
  EXPECT_DOUBLE_EQ(shares.compute, 44);       // 26-60, 80-90
  EXPECT_DOUBLE_EQ(shares.communication, 5);  // 60-65
  EXPECT_DOUBLE_EQ(shares.copy, 6);           // 20-26
  EXPECT_DOUBLE_EQ(shares.load, 20);
  EXPECT_DOUBLE_EQ(shares.idle, 25);
  EXPECT_DOUBLE_EQ(shares.copy_overlap, 40);
}

TEST(TimeShares, WaitingBehindARunningKernelCostsNothing) {
  Trace trace = gpu_trace();
  trace.waiting = {span(40, 60)};
  EXPECT_DOUBLE_EQ(time_shares(trace).load, 0);
  EXPECT_DOUBLE_EQ(time_shares(trace).idle, 45);
}

TEST(TimeShares, OnACpuTheOperationsCompute) {
  const Trace trace{.steps = 1,
                    .window = span(0, 10),
                    .waiting = {span(0, 3)},
                    .operations = {{.name = "aten::linear", .span = span(3, 9)},
                                   {.name = "aten::addmm", .span = span(4, 8)}}};
  const TimeShares shares = time_shares(trace);
  EXPECT_DOUBLE_EQ(shares.compute, 60);
  EXPECT_DOUBLE_EQ(shares.load, 30);
  EXPECT_DOUBLE_EQ(shares.idle, 10);
}

TEST(TimeShares, OfNothingIsNothing) {
  EXPECT_EQ(time_shares({}).idle, 0);
  EXPECT_EQ(kernel_ms_per_step({}), 0);
}

TEST(KernelGaps, AreThePausesThatAreNoWaiting) {
  const KernelGaps gaps = kernel_gaps(gpu_trace());
  EXPECT_DOUBLE_EQ(gaps.count_per_step, 0.5);  // 65-80
  EXPECT_DOUBLE_EQ(gaps.ms_per_step, 7.5);
}

TEST(KernelTime, CountsEachKernelOfParallelStreams) {
  EXPECT_DOUBLE_EQ(kernel_ms_per_step(gpu_trace()), (24 + 20 + 10 + 10) / 2.0);
}

}  // namespace
}  // namespace wgf::engine
