// SPDX-License-Identifier: MIT
#include "hardware/health.h"

#include <gmock/gmock.h>

#include "hardware/fakes/made_up_tree.h"

namespace wgf::hardware {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(KernelLog, FindsXidErrorsWithTheirGpu) {
  const auto errors = find_xid_errors(
      "6,1234,99,-;NVRM: Xid (PCI:0000:1b:00): 79, pid=1234, GPU has fallen off the bus.\n"
      "6,1235,99,-;eth0: link up\n"
      "Nov 21 host kernel: [12.3] NVRM: Xid (0000:43:00): 31, Ch 00000010\n"
      "6,1236,99,-;NVRM: Xid (PCI:0000:1B:00): 79, again\n");
  EXPECT_THAT(errors, ElementsAre(XidError{"0000:1b:00.0", 79}, XidError{"0000:43:00.0", 31},
                                  XidError{"0000:1b:00.0", 79}));
  EXPECT_THAT(find_xid_errors("NVRM: loading NVIDIA UNIX x86_64 Kernel Module"), IsEmpty());
}

TEST(KernelLog, TakesTheRingBufferBeforeLogFiles) {
  const MadeUpTree tree;
  EXPECT_FALSE(read_kernel_log(tree.root()).has_value());
  tree.put("var/log/syslog", "from a file\n");
  ASSERT_TRUE(read_kernel_log(tree.root()).has_value());
  EXPECT_EQ(read_kernel_log(tree.root())->file, "/var/log/syslog");
  tree.put("dev/kmsg", "from the kernel\n");
  EXPECT_EQ(read_kernel_log(tree.root())->file, "/dev/kmsg");
  EXPECT_EQ(read_kernel_log(tree.root())->text, "from the kernel\n");
}

TEST(HostHealth, ReadsTheSizeOfSharedMemory) {
  const MadeUpTree tree;
  EXPECT_EQ(inspect_host_health(tree.root()).shared_memory, std::nullopt);
  tree.put("proc/mounts",
           "proc /proc proc rw 0 0\n"
           "shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k,inode64 0 0\n");
  EXPECT_EQ(inspect_host_health(tree.root()).shared_memory, Bytes(64 * mebi));
  tree.put("proc/mounts", "tmpfs /dev/shm tmpfs rw,size=16g 0 0\n");
  EXPECT_EQ(inspect_host_health(tree.root()).shared_memory, Bytes(16 * gibi));
  // Without a size the kernel allows half of the memory.
  tree.put("proc/mounts", "tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0\n");
  tree.put("proc/meminfo", "MemTotal:       8388608 kB\n");
  EXPECT_EQ(inspect_host_health(tree.root()).shared_memory, Bytes(4 * gibi));
}

TEST(HostHealth, CountsCpusWithoutThePerformanceGovernor) {
  const MadeUpTree tree;
  EXPECT_EQ(inspect_host_health(tree.root()).cpus_with_governor, std::nullopt);
  tree.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  tree.put("sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave\n");
  tree.put("sys/devices/system/cpu/cpufreq/boost", "1\n");
  const HostHealth host = inspect_host_health(tree.root());
  EXPECT_EQ(host.cpus_with_governor, 2);
  EXPECT_EQ(host.cpus_without_performance_governor, 1);
}

TEST(HostHealth, ReadsTheAffinity) {
  const MadeUpTree tree;
  tree.put("proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-3,8\n");
  EXPECT_EQ(inspect_host_health(tree.root()).allowed_cpus, "0-3,8");
}

TEST(CpuLists, OverlapWhereTheyNameOneCpuInCommon) {
  EXPECT_TRUE(cpu_lists_overlap("0-3,8", "8-11"));
  EXPECT_TRUE(cpu_lists_overlap("5", "0-47,96-143"));
  EXPECT_FALSE(cpu_lists_overlap("0-3", "4-7"));
  EXPECT_FALSE(cpu_lists_overlap("", "0-7"));
}

}  // namespace
}  // namespace wgf::hardware
