// SPDX-License-Identifier: MIT
#pragma once
// How busy others keep the cores this process may use: what /proc/stat counts between two looks,
// less what we used ourselves. Within a container that file is the host's: others are all that run
// on these cores, in whatever container.

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

// CPU time of a process, its threads and its children that have ended, so far; nothing where there
// is no such process.
std::optional<Seconds> cpu_time_of(std::int64_t pid, const std::filesystem::path& root = "/");

struct CpuLoad {
  double busy_cores = 0;  // by others
  int cores = 0;

  double percent() const { return 100 * busy_cores / cores; }
};

// Whether so many threads of ours had to share cores with others: these kept at least a quarter of
// one busy, and left fewer than there are threads.
bool takes_cores_of(int threads, const CpuLoad& others);

// From construction or the last restart to the call of load(): how much others used. Two looks and
// nothing in between, so that it may stand around what is timed.
class OthersLoad {
 public:
  // also_ours: a process whose time is not that of others either, as is that of this process and of
  // its children that have ended: the front program of an engine.
  explicit OthersLoad(std::int64_t also_ours, std::filesystem::path root = "/");
  void restart();
  // Nothing where less than a fifth of a second has passed: the kernel counts in hundredths.
  std::optional<CpuLoad> load() const;

 private:
  Seconds own_time() const;

  std::int64_t also_ours_;
  std::filesystem::path root_;
  std::optional<CoreTimes> start_;
  Seconds own_start_;
};

}  // namespace wgf::hardware
