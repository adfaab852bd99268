// SPDX-License-Identifier: MIT
#include "hardware/process_usage.h"

#include <sys/resource.h>

#include <fstream>
#include <string>

#include "hardware/control_group.h"
#include "hardware/system_files.h"
#include "hardware/usable_cpus.h"

namespace wgf::hardware {
namespace {

std::optional<Bytes> status_value(const std::filesystem::path& root, std::string_view name) {
  const auto status = read_value(root / "proc/self/status");
  const auto text = status ? value_of_line(*status, name) : std::nullopt;
  const auto bytes = text ? kibibytes_text(*text) : std::nullopt;
  return bytes ? std::optional<Bytes>(Bytes(*bytes)) : std::nullopt;
}

Seconds cpu_time(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return Seconds(seconds(usage.ru_utime) + seconds(usage.ru_stime));
}

}  // namespace

std::optional<Bytes> peak_resident_memory(const std::filesystem::path& root) {
  return status_value(root, "VmHWM");
}

std::optional<Bytes> resident_memory(const std::filesystem::path& root) {
  return status_value(root, "VmRSS");
}

bool reset_peak_resident_memory(const std::filesystem::path& root) {
  std::ofstream file(root / "proc/self/clear_refs");
  file << "5" << std::flush;  // proc(5): 5 resets the peak resident set size
  return file.good();
}

void be_killed_first(const std::filesystem::path& root) {
  std::ofstream(root / "proc/self/oom_score_adj") << "1000" << std::flush;  // proc(5): the most
}

std::optional<Bytes> container_peak_memory(const std::filesystem::path& root) {
  return ControlGroup(root).memory_peak();
}

std::string program_of(std::int64_t pid, const std::filesystem::path& root) {
  return read_value(root / "proc" / std::to_string(pid) / "comm").value_or("");
}

Seconds cpu_time_of_process() {
  return cpu_time(RUSAGE_SELF);
}

Seconds cpu_time_of_ended_children() {
  return cpu_time(RUSAGE_CHILDREN);
}

void CpuUsage::restart() {
  wall_start_ = std::chrono::steady_clock::now();
  cpu_start_ = cpu_time_of_process();
}

double CpuUsage::busy_cores() const {
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start_).count();
  return wall > 0 ? (cpu_time_of_process() - cpu_start_).value / wall : 0;
}

double CpuUsage::utilization_percent() const {
  return 100 * busy_cores() / usable_cpus().value_or(1);
}

}  // namespace wgf::hardware
