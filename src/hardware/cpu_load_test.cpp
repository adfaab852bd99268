// SPDX-License-Identifier: MIT
#include "hardware/cpu_load.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "hardware/fakes/made_up_tree.h"

namespace wgf::hardware {
namespace {

// Ticks of a hundredth of a second, as on every Linux of today.
class CpuLoadTest : public testing::Test {
 protected:
  CpuLoadTest() { tree_.put("proc/self/status", "Name:\ttest\nCpus_allowed_list:\t0-1,3\n"); }

  // user, idle and stolen ticks of each of four CPUs; CPU 2 is not ours
  void put_ticks(int user, int idle, int stolen = 0) const {
    std::string text = "cpu  9 9 9 9 9 9 9 9 0 0\n";
    for (int cpu = 0; cpu < 4; ++cpu)
      text += "cpu" + std::to_string(cpu) + " " + std::to_string(cpu == 2 ? 77777 : user) +
              " 0 0 " + std::to_string(idle) + " 0 0 0 " + std::to_string(stolen) + " 0 0\n";
    tree_.put("proc/stat", text + "intr 12345 0 0\n");
  }

  MadeUpTree tree_;
};

TEST_F(CpuLoadTest, CountsTheCoresThisProcessMayUse) {
  put_ticks(100, 300, 50);
  const auto times = core_times(tree_.root());
  ASSERT_TRUE(times);
  EXPECT_EQ(times->cores, 3);
  EXPECT_DOUBLE_EQ(times->busy.value, 4.5);  // 3 x (1 s + 0.5 s)
  EXPECT_DOUBLE_EQ(times->total.value, 13.5);
}

TEST_F(CpuLoadTest, OthersAreWhatIsBusyLessOurOwn) {
  put_ticks(1000, 1000);
  const OthersLoad others(tree_.root());
  put_ticks(1800, 1200);  // 3 x 8 s busy of 3 x 10 s
  auto load = others.load(42);
  ASSERT_TRUE(load);
  EXPECT_EQ(load->cores, 3);
  EXPECT_NEAR(load->busy_cores, 2.4, 0.02);
  tree_.put("proc/42/stat", "42 (engine (1) x) S 1 42 42 0 -1 4 9 9 9 9 700 200 0 0 20 0 8 0\n");
  load = others.load(42);  // 9 s of the 24 s are the child's
  EXPECT_NEAR(load->busy_cores, 1.5, 0.02);
}

TEST_F(CpuLoadTest, WhatTheKernelDoesNotTellIsUnknown) {
  EXPECT_FALSE(core_times(tree_.root()));
  EXPECT_FALSE(OthersLoad(tree_.root()).load(42));
  EXPECT_FALSE(cpu_time_of(42, tree_.root()));
  put_ticks(1000, 1000);
  EXPECT_FALSE(OthersLoad(tree_.root()).load(42)) << "no time has passed";
}

TEST(CpuTime, OfThisProcessIsReadFromTheKernel) {
  EXPECT_TRUE(cpu_time_of(::getpid()));
}

}  // namespace
}  // namespace wgf::hardware
