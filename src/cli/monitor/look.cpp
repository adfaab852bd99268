// SPDX-License-Identifier: MIT
#include "cli/monitor/look.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "base/utc.h"
#include "hardware/control_group.h"
#include "hardware/machine.h"
#include "hardware/process_usage.h"

namespace wgf::cli {
namespace {

constexpr std::size_t kept_utilizations = 60;

std::optional<std::vector<WatchedProcess>> processes_of(const hardware::GpuHandle& gpu) {
  const auto found = gpu.vendor->processes(gpu.info.index);
  if (!found) return std::nullopt;
  std::vector<WatchedProcess> processes;
  for (const hardware::GpuProcess& process : *found)
    processes.push_back({process, hardware::program_of(process.pid)});
  return processes;
}

bool is_named(const hardware::GpuHandle& gpu, const std::vector<std::string>& indices) {
  return indices.empty() ||
         std::find(indices.begin(), indices.end(), std::to_string(gpu.info.index)) != indices.end();
}

void check_indices(const std::vector<std::string>& indices,
                   const std::vector<hardware::GpuHandle>& gpus) {
  for (const std::string& index : indices) {
    const bool is_there = std::any_of(gpus.begin(), gpus.end(), [&](const auto& gpu) {
      return std::to_string(gpu.info.index) == index;
    });
    if (!is_there)
      throw Error({gpus.empty() ? "monitor.no_gpu" : "monitor.unknown_gpu",
                   {{"index", index}, {"count", std::to_string(gpus.size())}}},
                  ExitCode::usage);
  }
}

}  // namespace

Watcher::Watcher(const std::vector<std::string>& indices)
    : vendors_(hardware::open_gpu_vendors()), gpus_(hardware::all_gpus(vendors_)) {
  check_indices(indices, gpus_);
  std::erase_if(gpus_, [&](const auto& gpu) { return !is_named(gpu, indices); });
  utilizations_.resize(gpus_.size());
  last_ = hardware::core_times();
}

Look Watcher::look() {
  Look look{.time = now_utc()};
  const auto times = hardware::core_times();
  if (times) look.cores = times->cores;
  if (times && last_ && times->total > last_->total)
    look.cpu_percent =
        100 * std::clamp((times->busy - last_->busy).value / (times->total - last_->total).value,
                         0.0, 1.0);  // sums of ticks round
  last_ = times;
  const hardware::Memory memory = hardware::memory_of_machine();
  look.memory_total = memory.total;
  if (memory.total && memory.available) look.memory_used = *memory.total - *memory.available;
  const hardware::ControlGroup group;
  look.container_limit = group.memory_max();
  look.container_used = group.memory_now();
  for (std::size_t i = 0; i < gpus_.size(); ++i) {
    const hardware::GpuHandle& gpu = gpus_[i];
    WatchedGpu watched{gpu.info, gpu.vendor->read(gpu.info.index), processes_of(gpu), {}};
    if (watched.reading.gpu_utilization) {
      utilizations_[i].push_back(*watched.reading.gpu_utilization);
      if (utilizations_[i].size() > kept_utilizations) utilizations_[i].pop_front();
    }
    watched.utilizations = utilizations_[i];
    look.gpus.push_back(std::move(watched));
  }
  return look;
}

}  // namespace wgf::cli
