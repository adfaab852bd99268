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
  OthersLoad others(42, tree_.root());
  put_ticks(1800, 1200);  // 3 x 8 s busy of 3 x 10 s
  auto load = others.load();
  ASSERT_TRUE(load);
  EXPECT_EQ(load->cores, 3);
  EXPECT_NEAR(load->busy_cores, 2.4, 0.02);
  EXPECT_NEAR(load->percent(), 80, 0.7);
  // 9 s of the 24 s are those of the process that is ours, too, and of its child that has ended.
  tree_.put("proc/42/stat", "42 (front (1) x) S 1 42 42 0 -1 4 9 9 9 9 500 200 150 50 20 0 8 0\n");
  load = others.load();
  EXPECT_NEAR(load->busy_cores, 1.5, 0.02);
  // What was before the last restart does not count.
  others.restart();
  put_ticks(1900, 2100);
  EXPECT_NEAR(others.load()->busy_cores, 0.3, 0.02);
}

TEST_F(CpuLoadTest, LoadThatBeginsAndOnlyThenIsSeen) {
  put_ticks(0, 0);
  OthersLoad others(42, tree_.root());
  put_ticks(0, 100);
  EXPECT_NEAR(others.load()->busy_cores, 0, 0.05);
  others.restart();
  put_ticks(100, 100);
  EXPECT_NEAR(others.load()->busy_cores, 3, 0.05);
}

TEST_F(CpuLoadTest, WhatTheKernelDoesNotTellIsUnknown) {
  EXPECT_FALSE(core_times(tree_.root()));
  EXPECT_FALSE(OthersLoad(42, tree_.root()).load());
  EXPECT_FALSE(cpu_time_of(42, tree_.root()));
  put_ticks(1000, 1000);
  const OthersLoad others(42, tree_.root());
  EXPECT_FALSE(others.load()) << "no time has passed";
  put_ticks(1010, 1009);
  EXPECT_FALSE(others.load()) << "0.19 s";
}

TEST(CpuLoad, TakesCoresWhereTooFewAreLeftForOurThreads) {
  const auto takes = [](int threads, double busy, int cores) {
    return takes_cores_of(threads, {.busy_cores = busy, .cores = cores});
  };
  EXPECT_TRUE(takes(2, 0.25, 2));
  EXPECT_FALSE(takes(2, 0.2, 2));
  EXPECT_TRUE(takes(64, 0.5, 64)) << "one thread waits, and the others for it";
  EXPECT_FALSE(takes(1, 0.9, 2)) << "a core is left";
  EXPECT_TRUE(takes(1, 1.1, 2));
  // A container with a quota of two CPUs on a busy host of 64.
  EXPECT_FALSE(takes(2, 30, 64));
  EXPECT_TRUE(takes(2, 62.5, 64));
}

TEST(CpuTime, OfThisProcessIsReadFromTheKernel) {
  EXPECT_TRUE(cpu_time_of(::getpid()));
}

}  // namespace
}  // namespace wgf::hardware
