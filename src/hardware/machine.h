// SPDX-License-Identifier: MIT
#pragma once
// What the machine consists of, read from /proc and /sys below a root the caller names: tests give
// a small made-up tree. Whatever cannot be read is absent; nothing is guessed and nothing is run.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace wgf::hardware {

struct Cpu {
  std::string model;   // "AMD EPYC 9654 96-Core Processor"
  std::string vendor;  // "AuthenticAMD"
  std::optional<int> sockets, physical_cores, logical_cores;
  std::optional<int> usable_cores;      // this process's affinity mask
  std::optional<double> max_mhz;        // cpufreq's limit
  std::optional<double> clock_now_mhz;  // highest of all cores; in a virtual machine often the base
  std::optional<std::string> governor;  // "performance", "powersave"
  std::vector<std::string>
      instruction_sets;  // of those that decide speed: avx2, avx512f, amx_tile, …
};

// total: of the machine or, within a container, what this process may take of it; available: of
// that, what is left.
struct Memory {
  std::optional<Bytes> total, available, swap_total;
};

struct NumaNode {
  int id = 0;
  std::string cpus;  // kernel's list, "0-47,96-143"
  std::optional<Bytes> memory;
};

enum class DiskKind { unknown, nvme, solid_state, rotating, virtual_disk };
std::string to_text(DiskKind kind);

struct Disk {
  std::string name;  // "nvme0n1"
  std::string model;
  DiskKind kind = DiskKind::unknown;
  Bytes size;
};

struct OperatingSystem {
  std::string kernel;        // "6.1.0-18-amd64"
  std::string distribution;  // "Debian GNU/Linux 12 (bookworm)"
  std::string architecture;  // "x86_64"
};

// What a container or the resource manager leaves of the machine; absent means no limit.
struct ContainerLimits {
  std::string kind;        // "docker", "kubernetes", "podman"; empty: not recognised as a container
  int cgroup_version = 0;  // 0: no control groups found
  std::optional<double> cpu_quota;  // in CPUs, 1.5
  std::optional<Bytes> memory_max;
  std::optional<Bytes> memory_peak;  // most ever used by the whole group
  std::string cpuset;                // "0-3"
};

struct NetworkDevice {
  enum class Kind { ethernet, infiniband };
  std::string name;  // "eth0", "mlx5_0"
  Kind kind = Kind::ethernet;
  std::string state;  // "up", "4: ACTIVE"
  std::optional<double> megabits_per_second;
  std::string link_layer;  // InfiniBand devices: "InfiniBand" or "Ethernet" (RoCE)
  std::string driver;
};

struct Machine {
  Cpu cpu;
  Memory memory;
  std::vector<NumaNode> numa_nodes;
  std::vector<Disk> disks;
  OperatingSystem os;
  ContainerLimits container;
  std::vector<NetworkDevice> network;
};

Machine inspect_machine(const std::filesystem::path& root = "/");
// The memory alone, in microseconds.
Memory inspect_memory(const std::filesystem::path& root = "/");
// The same whatever a container leaves of it.
Memory memory_of_machine(const std::filesystem::path& root = "/");

}  // namespace wgf::hardware
