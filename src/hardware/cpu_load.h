// SPDX-License-Identifier: MIT
#pragma once
// How busy others keep the cores this process may use: what /proc/stat counts between two looks,
// less what we used ourselves.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/units.h"

namespace wgf::hardware {

// Time of all the cores together, since the machine started.
struct CoreTimes {
  Seconds busy, total;
  int cores = 0;
};
// Of the CPUs in this process's affinity mask; nothing where the kernel does not tell. What a
// hypervisor took away counts as busy.
std::optional<CoreTimes> core_times(const std::filesystem::path& root = "/");

// CPU time of a process and its threads so far; nothing where there is no such process.
std::optional<Seconds> cpu_time_of(std::int64_t pid, const std::filesystem::path& root = "/");

struct CpuLoad {
  double busy_cores = 0;  // by others
  int cores = 0;
};

// From construction to the call of load(): how much others used.
class OthersLoad {
 public:
  explicit OthersLoad(std::filesystem::path root = "/");
  // child: a process of ours that was started in between and still runs; its time and our own are
  // not counted.
  std::optional<CpuLoad> load(std::int64_t child) const;

 private:
  std::filesystem::path root_;
  std::optional<CoreTimes> start_;
  Seconds own_start_;
};

}  // namespace wgf::hardware
