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

Seconds own_time() {
  return cpu_time_of_process() + cpu_time_of_ended_children();
}

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
  double user = 0, system = 0;
  if (!(fields >> user >> system)) return std::nullopt;
  return of_ticks(user + system);
}

OthersLoad::OthersLoad(std::filesystem::path root)
    : root_(std::move(root)), start_(core_times(root_)), own_start_(own_time()) {}

std::optional<CpuLoad> OthersLoad::load(std::int64_t child) const {
  const std::optional<CoreTimes> now = core_times(root_);
  if (!start_ || !now || start_->cores != now->cores) return std::nullopt;
  const double total = (now->total - start_->total).value;
  if (total <= 0) return std::nullopt;
  const Seconds ours = own_time() - own_start_ + cpu_time_of(child, root_).value_or(Seconds(0));
  const double busy = (now->busy - start_->busy - ours).value;
  const auto cores = static_cast<double>(now->cores);
  return CpuLoad{std::clamp(busy / total, 0.0, 1.0) * cores, now->cores};
}

}  // namespace wgf::hardware
