// SPDX-License-Identifier: MIT
#include "hardware/control_group.h"

#include <gtest/gtest.h>

#include "hardware/fakes/made_up_tree.h"
#include "hardware/machine.h"
#include "hardware/usable_cpus.h"

namespace wgf::hardware {
namespace {

// Group /outer/inner of version 2, on a machine of four CPUs and 4 GiB, 3 of them free.
class NestedGroups : public testing::Test {
 protected:
  NestedGroups() {
    put("proc/self/cgroup", "0::/outer/inner\n");
    put("proc/self/status", "Cpus_allowed_list:\t0-3\n");
    put("proc/meminfo", "MemTotal: 4194304 kB\nMemAvailable: 3145728 kB\n");
    put("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
    put("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  }
  void put(const char* path, const char* text) const { tree_.put(path, text); }
  const std::filesystem::path& root() const { return tree_.root(); }

 private:
  MadeUpTree tree_;
};

TEST(ControlGroup, AGroupWithoutItsHostsPathIsFoundBelowTheMount) {
  const MadeUpTree tree;
  tree.put("proc/self/cgroup", "4:memory:/docker/0a1b/job\n3:cpu,cpuacct:/docker/0a1b\n");
  tree.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n");
  tree.put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n");
  tree.put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
  tree.put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  const ControlGroup group(tree.root());
  EXPECT_EQ(group.memory_max(), Bytes(gibi));
  EXPECT_EQ(group.cpu_quota(), 0.5);
}

TEST(ControlGroup, AGroupBesideTheMountIsNotLookedFor) {
  const MadeUpTree tree;
  tree.put("proc/self/cgroup", "0::/../job\n");
  tree.put("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  tree.put("sys/fs/cgroup/job/cpu.max", "50000 100000\n");
  EXPECT_EQ(ControlGroup(tree.root()).cpu_quota(), std::nullopt);
}

TEST(ControlGroup, Version1TellsTheLimitOfGroupsAboveThatAreNotSeen) {
  const MadeUpTree tree;
  tree.put("proc/self/cgroup", "4:memory:/docker/0a1b\n");
  tree.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  tree.put("sys/fs/cgroup/memory/memory.stat",
           "cache 9\nhierarchical_memory_limit 1073741824\ntotal_inactive_file 4096\n");
  tree.put("sys/fs/cgroup/memory/memory.usage_in_bytes", "8192\n");
  EXPECT_EQ(ControlGroup(tree.root()).memory_max(), Bytes(gibi));
  EXPECT_EQ(ControlGroup(tree.root()).memory_available(), Bytes(gibi - 4096));
}

TEST_F(NestedGroups, WhatIsLeftIsThatOfTheGroupWithLeastLeft) {
  EXPECT_EQ(ControlGroup(root()).memory_available(), std::nullopt);
  put("sys/fs/cgroup/outer/inner/memory.max", "1073741824\n");
  put("sys/fs/cgroup/outer/inner/memory.current", "73741824\n");
  EXPECT_EQ(ControlGroup(root()).memory_available(), Bytes(1'000'000'000));
  // Others in the group above have used more, a part of it files.
  put("sys/fs/cgroup/outer/memory.max", "2000000000\n");
  put("sys/fs/cgroup/outer/memory.current", "1500000000\n");
  put("sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 200000000\n");
  EXPECT_EQ(ControlGroup(root()).memory_available(), Bytes(700'000'000));
  put("sys/fs/cgroup/outer/memory.current", "2300000000\n");
  EXPECT_EQ(ControlGroup(root()).memory_available(), Bytes(0));
}

TEST_F(NestedGroups, MemoryIsWhatThisProcessMayTakeOfIt) {
  EXPECT_EQ(inspect_memory(root()).total, Bytes(4 * gibi));
  EXPECT_EQ(inspect_memory(root()).available, Bytes(3 * gibi));
  put("sys/fs/cgroup/outer/memory.max", "1073741824\n");
  put("sys/fs/cgroup/outer/memory.current", "1073740800\n");
  EXPECT_EQ(inspect_memory(root()).total, Bytes(gibi));
  EXPECT_EQ(inspect_memory(root()).available, Bytes(1024));
  EXPECT_EQ(memory_of_machine(root()).available, Bytes(3 * gibi));
  put("sys/fs/cgroup/outer/memory.max", "1099511627776\n");  // more than there is
  EXPECT_EQ(inspect_memory(root()).total, Bytes(4 * gibi));
}

TEST_F(NestedGroups, CpusAreThoseOfTheMaskOrTheTightestQuota) {
  EXPECT_EQ(usable_cpus(root()), 4);
  put("sys/fs/cgroup/outer/cpu.max", "600000 100000\n");
  EXPECT_EQ(usable_cpus(root()), 4);
  put("sys/fs/cgroup/outer/inner/cpu.max", "150000 100000\n");
  EXPECT_EQ(usable_cpus(root()), 1.5);
  EXPECT_EQ(usable_cpus(MadeUpTree().root()), std::nullopt);
}

TEST(UsableCpus, ThreadsAreWholeCpusOfAQuotaAndAtLeastOne) {
  EXPECT_EQ(threads_within(std::nullopt, 8), 8);
  EXPECT_EQ(threads_within(16, 8), 8);
  EXPECT_EQ(threads_within(4, 8), 4);
  EXPECT_EQ(threads_within(2.9, 8), 2);
  EXPECT_EQ(threads_within(0.5, 2), 1);
}

}  // namespace
}  // namespace wgf::hardware
