// SPDX-License-Identifier: MIT
#include "hardware/machine.h"

#include <gmock/gmock.h>

#include "hardware/fakes/made_up_tree.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Two sockets of one core with two threads each.
void put_cpu(const MadeUpTree& tree) {
  std::string text;
  for (int thread = 0; thread < 4; ++thread) {
    text += "processor\t: " + std::to_string(thread) +
            "\nvendor_id\t: GenuineIntel\nmodel name\t: Intel(R) Xeon(R) Platinum 8480+\n"
            "cpu MHz\t\t: " +
            std::to_string(2000 + thread) + ".5\nphysical id\t: " + std::to_string(thread % 2) +
            "\ncore id\t\t: 0\nflags\t\t: fpu avx avx2 avx512f amx_tile amx_bf16 ht\n\n";
  }
  tree.put("proc/cpuinfo", text);
  tree.put("proc/self/status", "Name:\ttest\nCpus_allowed_list:\t0-1,3\n");
}

TEST(Machine, ReadsTheCpu) {
  const MadeUpTree tree;
  put_cpu(tree);
  const Cpu cpu = inspect_machine(tree.root()).cpu;
  EXPECT_EQ(cpu.model, "Intel(R) Xeon(R) Platinum 8480+");
  EXPECT_EQ(cpu.vendor, "GenuineIntel");
  EXPECT_EQ(cpu.sockets, 2);
  EXPECT_EQ(cpu.physical_cores, 2);
  EXPECT_EQ(cpu.logical_cores, 4);
  EXPECT_EQ(cpu.usable_cores, 3);
  // Without a frequency driver nothing says how high the clock goes.
  EXPECT_EQ(cpu.max_mhz, std::nullopt);
  EXPECT_EQ(cpu.clock_now_mhz, 2003.5);
  EXPECT_EQ(cpu.governor, std::nullopt);
  EXPECT_THAT(cpu.instruction_sets, ElementsAre("avx", "avx2", "avx512f", "amx_tile", "amx_bf16"));
}

TEST(Machine, PrefersTheClockLimitOfTheFrequencyDriver) {
  const MadeUpTree tree;
  put_cpu(tree);
  tree.put("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "3800000\n");
  tree.put("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  const Cpu cpu = inspect_machine(tree.root()).cpu;
  EXPECT_EQ(cpu.max_mhz, 3800);
  EXPECT_EQ(cpu.clock_now_mhz, 2003.5);
  EXPECT_EQ(cpu.governor, "performance");
}

TEST(Machine, ReadsMemoryAndNumaNodes) {
  const MadeUpTree tree;
  tree.put("proc/meminfo",
           "MemTotal:       1048576 kB\nMemAvailable:    524288 kB\nSwapTotal: 0 kB\n");
  tree.put("sys/devices/system/node/node0/cpulist", "0-1\n");
  tree.put("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:         524288 kB\n");
  tree.put("sys/devices/system/node/node10/cpulist", "2-3\n");
  tree.put("sys/devices/system/node/node2/cpulist", "4\n");
  tree.put("sys/devices/system/node/possible", "0-10\n");
  const Machine machine = inspect_machine(tree.root());
  EXPECT_EQ(machine.memory.total, Bytes(gibi));
  EXPECT_EQ(machine.memory.available, Bytes(gibi / 2));
  EXPECT_EQ(machine.memory.swap_total, Bytes(0));
  ASSERT_EQ(machine.numa_nodes.size(), 3u);
  EXPECT_EQ(machine.numa_nodes[0].cpus, "0-1");
  EXPECT_EQ(machine.numa_nodes[0].memory, Bytes(gibi / 2));
  EXPECT_EQ(machine.numa_nodes[1].id, 2);
  EXPECT_EQ(machine.numa_nodes[2].id, 10);
}

TEST(Machine, TellsKindsOfDisks) {
  const MadeUpTree tree;
  tree.put("sys/block/nvme0n1/size", "2097152\n");  // × 512 bytes = 1 GiB
  tree.put("sys/block/nvme0n1/device/model", "SAMSUNG MZQL21T9   \n");
  tree.put("sys/block/sda/size", "4194304\n");
  tree.put("sys/block/sda/queue/rotational", "1\n");
  tree.put("sys/block/sdb/size", "4194304\n");
  tree.put("sys/block/sdb/queue/rotational", "0\n");
  tree.put("sys/block/vda/size", "8\n");
  tree.put("sys/block/vda/queue/rotational", "1\n");
  tree.put("sys/block/loop0/size", "8\n");
  tree.put("sys/block/sdc/size", "0\n");
  const auto disks = inspect_machine(tree.root()).disks;
  ASSERT_EQ(disks.size(), 4u);
  EXPECT_EQ(disks[0].kind, DiskKind::nvme);
  EXPECT_EQ(disks[0].model, "SAMSUNG MZQL21T9");
  EXPECT_EQ(disks[0].size, Bytes(gibi));
  EXPECT_EQ(disks[1].kind, DiskKind::rotating);
  EXPECT_EQ(disks[2].kind, DiskKind::solid_state);
  EXPECT_EQ(disks[3].kind, DiskKind::virtual_disk);
}

TEST(Machine, ReadsKernelAndDistribution) {
  const MadeUpTree tree;
  tree.put("proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
  tree.put("usr/lib/os-release",
           "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  const OperatingSystem os = inspect_machine(tree.root()).os;
  EXPECT_EQ(os.kernel, "6.1.0-18-amd64");
  EXPECT_EQ(os.distribution, "Debian GNU/Linux 12 (bookworm)");
}

TEST(Machine, ReadsContainerLimitsOfVersion2TightestOfAllGroups) {
  const MadeUpTree tree;
  tree.put("proc/self/cgroup", "0::/outer/inner\n");
  tree.put("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
  tree.put("sys/fs/cgroup/outer/cpu.max", "150000 100000\n");
  tree.put("sys/fs/cgroup/outer/memory.max", "1073741824\n");
  tree.put("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  tree.put("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  tree.put("sys/fs/cgroup/outer/inner/memory.peak", "4096\n");
  tree.put("sys/fs/cgroup/outer/inner/cpuset.cpus.effective", "0-3\n");
  tree.put(".dockerenv", "");
  const ContainerLimits limits = inspect_machine(tree.root()).container;
  EXPECT_EQ(limits.kind, "docker");
  EXPECT_EQ(limits.cgroup_version, 2);
  EXPECT_EQ(limits.cpu_quota, 1.5);
  EXPECT_EQ(limits.memory_max, Bytes(gibi));
  EXPECT_EQ(limits.memory_peak, Bytes(4096));
  EXPECT_EQ(limits.cpuset, "0-3");
}

TEST(Machine, ReadsContainerLimitsOfVersion1) {
  const MadeUpTree tree;
  tree.put("proc/self/cgroup", "4:memory:/job\n3:cpu,cpuacct:/job\n0::/\n");
  tree.put("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "200000\n");
  tree.put("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  tree.put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "2147483648\n");
  tree.put("sys/fs/cgroup/memory/job/memory.max_usage_in_bytes", "8192\n");
  const ContainerLimits limits = inspect_machine(tree.root()).container;
  EXPECT_EQ(limits.cgroup_version, 1);
  EXPECT_EQ(limits.cpu_quota, 2);
  EXPECT_EQ(limits.memory_max, Bytes(2 * gibi));
  EXPECT_EQ(limits.memory_peak, Bytes(8192));
}

TEST(Machine, UnlimitedGroupsAreNoLimits) {
  const MadeUpTree tree;
  tree.put("proc/self/cgroup", "4:memory:/hidden/path/of/the/host\n3:cpu,cpuacct:/\n");
  tree.put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  tree.put("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  tree.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  const ContainerLimits limits = inspect_machine(tree.root()).container;
  EXPECT_EQ(limits.cpu_quota, std::nullopt);
  EXPECT_EQ(limits.memory_max, std::nullopt);
}

TEST(Machine, ListsNetworkAndInfiniband) {
  const MadeUpTree tree;
  tree.put("sys/class/net/eth0/operstate", "up\n");
  tree.put("sys/class/net/eth0/speed", "100000\n");
  tree.link("sys/class/net/eth0/device/driver", "../../../bus/pci/drivers/mlx5_core");
  tree.put("sys/class/net/eth1/operstate", "down\n");
  tree.put("sys/class/net/eth1/speed", "-1\n");
  tree.put("sys/class/net/lo/operstate", "unknown\n");
  tree.put("sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n");
  tree.put("sys/class/infiniband/mlx5_0/ports/1/rate", "400 Gb/sec (4X NDR)\n");
  tree.put("sys/class/infiniband/mlx5_0/ports/1/link_layer", "InfiniBand\n");
  const auto network = inspect_machine(tree.root()).network;
  ASSERT_EQ(network.size(), 3u);
  EXPECT_EQ(network[0].name, "eth0");
  EXPECT_EQ(network[0].megabits_per_second, 100000);
  EXPECT_EQ(network[0].driver, "mlx5_core");
  EXPECT_EQ(network[1].megabits_per_second, std::nullopt);
  EXPECT_EQ(network[2].kind, NetworkDevice::Kind::infiniband);
  EXPECT_EQ(network[2].megabits_per_second, 400000);
  EXPECT_EQ(network[2].link_layer, "InfiniBand");
}

TEST(Machine, AnEmptyTreeIsAMachineOfWhichNothingIsKnown) {
  const MadeUpTree tree;
  const Machine machine = inspect_machine(tree.root());
  EXPECT_EQ(machine.cpu.model, "");
  EXPECT_EQ(machine.cpu.logical_cores, std::nullopt);
  EXPECT_EQ(machine.memory.total, std::nullopt);
  EXPECT_THAT(machine.disks, IsEmpty());
  EXPECT_THAT(machine.network, IsEmpty());
  EXPECT_EQ(machine.container.cgroup_version, 0);
}

TEST(Machine, ThisOneHasACpuAndMemory) {
  const Machine machine = inspect_machine();
  EXPECT_GE(machine.cpu.logical_cores.value_or(0), 1);
  EXPECT_GT(machine.memory.total.value_or(Bytes(0)), Bytes(0));
  EXPECT_FALSE(machine.os.kernel.empty());
}

TEST(SystemFiles, ReadsTheCpusOfAList) {
  using Cpus = std::set<std::int64_t>;
  EXPECT_EQ(cpus_of_list("0"), Cpus{0});
  EXPECT_EQ(cpus_of_list("0-3,8,10-11"), (Cpus{0, 1, 2, 3, 8, 10, 11}));
  EXPECT_EQ(cpus_of_list("3-1"), std::nullopt);
  EXPECT_EQ(cpus_of_list("all"), std::nullopt);
}

}  // namespace
}  // namespace wgf::hardware
