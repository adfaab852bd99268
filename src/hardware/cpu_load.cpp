// SPDX-License-Identifier: MIT
#include "hardware/cpu_load.h"

#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#include "base/text.h"
#include "hardware/process_usage.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

Seconds of_ticks(double ticks) {
  static const auto per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  return Seconds(ticks / per_second);
}

// proc(5): user nice system idle iowait irq softirq steal; guest time is within user.
struct CpuLine {
  double busy = 0, idle = 0;
};

CpuLine parse_cpu_line(std::istream& line) {
  constexpr int counters = 8, idle = 3, waiting = 4;
  CpuLine times;
  double ticks = 0;
  for (int i = 0; i < counters && line >> ticks; ++i)
    (i == idle || i == waiting ? times.idle : times.busy) += ticks;
  return times;
}

constexpr Seconds shortest_look{0.2};

// Of two threads on one core each gets half, and what others do in between is less.
constexpr double least_busy_cores = 0.25;

}  // namespace

std::optional<CoreTimes> core_times(const std::filesystem::path& root) {
  const auto stat = read_value(root / "proc/stat");
  const auto allowed = allowed_cpus(root);
  if (!stat || !allowed) return std::nullopt;
  CoreTimes times;
  for (const std::string& text : split(*stat, '\n')) {
    std::istringstream line(text);
    std::string name;
    line >> name;
    const auto number =
        name.starts_with("cpu") ? parse_integer(std::string_view(name).substr(3)) : std::nullopt;
    if (!number || !allowed->contains(*number)) continue;
    const CpuLine ticks = parse_cpu_line(line);
    times.busy += of_ticks(ticks.busy);
    times.total += of_ticks(ticks.busy + ticks.idle);
    ++times.cores;
  }
  return times.cores == 0 ? std::nullopt : std::optional(times);
}

std::optional<Seconds> cpu_time_of(std::int64_t pid, const std::filesystem::path& root) {
  const auto stat = read_value(root / "proc" / std::to_string(pid) / "stat");
  // The name in parentheses may hold spaces and parentheses itself.
  const std::size_t behind_name = stat ? stat->rfind(')') : std::string::npos;
  if (behind_name == std::string::npos) return std::nullopt;
  std::istringstream fields(stat->substr(behind_name + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;  // state to cmajflt
  double user = 0, system = 0, user_of_children = 0, system_of_children = 0;
  if (!(fields >> user >> system >> user_of_children >> system_of_children)) return std::nullopt;
  return of_ticks(user + system + user_of_children + system_of_children);
}

bool takes_cores_of(int threads, const CpuLoad& others) {
  return others.busy_cores >= least_busy_cores && others.cores - others.busy_cores < threads;
}

OthersLoad::OthersLoad(std::int64_t also_ours, std::filesystem::path root)
    : also_ours_(also_ours), root_(std::move(root)) {
  restart();
}

void OthersLoad::restart() {
  start_ = core_times(root_);
  own_start_ = own_time();
}

Seconds OthersLoad::own_time() const {
  return cpu_time_of_process() + cpu_time_of_ended_children() +
         cpu_time_of(also_ours_, root_).value_or(Seconds(0));
}

std::optional<CpuLoad> OthersLoad::load() const {
  const std::optional<CoreTimes> now = core_times(root_);
  if (!start_ || !now || start_->cores != now->cores) return std::nullopt;
  const Seconds passed = (now->total - start_->total) / now->cores;
  if (passed < shortest_look) return std::nullopt;
  const Seconds others = now->busy - start_->busy - (own_time() - own_start_);
  const auto cores = static_cast<double>(now->cores);
  return CpuLoad{std::clamp(others.value / passed.value, 0.0, cores), now->cores};
}

}  // namespace wgf::hardware
