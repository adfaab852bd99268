// SPDX-License-Identifier: MIT
#include "engine/profile/operation_totals.h"

#include <gtest/gtest.h>

namespace wgf::engine {
namespace {

using results::Profile;

constexpr std::int64_t ms = 1'000'000;

HostOperation operation(const char* name, std::int64_t begin_ms, std::int64_t end_ms,
                        std::uint64_t correlation, std::uint64_t thread = 1) {
  return {.name = name,
          .span = {begin_ms * ms, end_ms * ms},
          .thread = thread,
          .correlation = correlation};
}

const Profile::Operation& find(const Profile& profile, const std::string& name) {
  for (const Profile::Operation& operation : profile.operations)
    if (operation.name == name) return operation;
  throw std::out_of_range(name);
}

// linear calls addmm, which calls copy; backward runs on another thread at the same time.
Trace trace() {
  return {.steps = 2,
          .window = {0, 20 * ms},
          .operations = {operation("linear", 0, 10, 1), operation("addmm", 2, 8, 2),
                         operation("copy", 3, 5, 3), operation("linear", 12, 14, 4),
                         operation("backward", 1, 9, 5, 2)},
          .activities = {{.name = "gemm", .span = {3 * ms, 7 * ms}, .launched_by = 2},
                         {.name = "gemm", .span = {8 * ms, 9 * ms}, .launched_by = 2},
                         {.name = "Memcpy HtoD",
                          .span = {9 * ms, 10 * ms},
                          .work = DeviceWork::copy,
                          .launched_by = 3},
                         {.name = "stray", .span = {11 * ms, 12 * ms}, .launched_by = 99}},
          .allocations = {{.time_ns = 1 * ms, .thread = 1, .bytes = 100},
                          {.time_ns = 4 * ms, .thread = 1, .bytes = 1000},
                          {.time_ns = 4 * ms, .thread = 2, .bytes = 7},
                          {.time_ns = 11 * ms, .thread = 1, .bytes = 5}}};
}

TEST(OperationTotals, TimeOfTheHostIsWithoutWhatWasCalled) {
  const Profile profile = profile_of(trace());
  EXPECT_EQ(profile.steps, 2);
  EXPECT_EQ(find(profile, "linear").calls, 2);
  EXPECT_DOUBLE_EQ(find(profile, "linear").cpu_ms, 10 - 6 + 2);
  EXPECT_DOUBLE_EQ(find(profile, "addmm").cpu_ms, 6 - 2);
  EXPECT_DOUBLE_EQ(find(profile, "backward").cpu_ms, 8);
  EXPECT_EQ(profile.operations.front().name, "backward");
}

TEST(OperationTotals, TimeOfTheGpuIsThatOfWhoLaunchedIt) {
  const Profile profile = profile_of(trace());
  EXPECT_DOUBLE_EQ(find(profile, "addmm").gpu_ms, 5);
  EXPECT_DOUBLE_EQ(find(profile, "copy").gpu_ms, 1);
  EXPECT_DOUBLE_EQ(find(profile, "linear").gpu_ms, 0);
}

TEST(OperationTotals, MemoryIsThatOfTheInnermostOnItsThread) {
  const Profile profile = profile_of(trace());
  EXPECT_EQ(find(profile, "linear").allocated.value, 100);
  EXPECT_EQ(find(profile, "copy").allocated.value, 1000);
  EXPECT_EQ(find(profile, "backward").allocated.value, 7);
}

TEST(OperationTotals, KernelsOfOneNameAreOne) {
  const Profile profile = profile_of(trace());
  ASSERT_EQ(profile.kernels.size(), 3u);
  EXPECT_EQ(profile.kernels[0].name, "gemm");
  EXPECT_EQ(profile.kernels[0].calls, 2);
  EXPECT_DOUBLE_EQ(profile.kernels[0].gpu_ms, 5);
}

}  // namespace
}  // namespace wgf::engine
