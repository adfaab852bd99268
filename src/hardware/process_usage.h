// SPDX-License-Identifier: MIT
#pragma once
// What this process and its container used: peak memory and CPU time.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/units.h"

namespace wgf::hardware {

// Highest resident memory of this process since its start or the last reset (VmHWM).
std::optional<Bytes> peak_resident_memory(const std::filesystem::path& root = "/");
std::optional<Bytes> resident_memory(const std::filesystem::path& root = "/");
// Lowers the peak to what is resident now; false where the kernel does not allow it, then the peak
// stays that of the whole process.
bool reset_peak_resident_memory(const std::filesystem::path& root = "/");

// Where the kernel must kill a process for lack of memory, it takes this one before others.
void be_killed_first(const std::filesystem::path& root = "/");

// Highest memory of the whole control group this process is in.
std::optional<Bytes> container_peak_memory(const std::filesystem::path& root = "/");

// The program of a process as the kernel names it, 15 characters at most; empty where there is no
// such process here.
std::string program_of(std::int64_t pid, const std::filesystem::path& root = "/");

// User and system time, of this process (every thread), and of its children that have ended.
Seconds cpu_time_of_process();
Seconds cpu_time_of_ended_children();

// CPU time of this process over wall time, from construction or the last restart: 1.0 is one busy
// core.
class CpuUsage {
 public:
  CpuUsage() { restart(); }
  void restart();
  double busy_cores() const;
  // Percent of the CPUs this process can keep busy.
  double utilization_percent() const;

 private:
  std::chrono::steady_clock::time_point wall_start_;
  Seconds cpu_start_;
};

}  // namespace wgf::hardware
