// SPDX-License-Identifier: MIT
#include "hardware/usable_cpus.h"

#include <algorithm>

#include "hardware/control_group.h"
#include "hardware/system_files.h"

namespace wgf::hardware {

std::optional<double> usable_cpus(const std::filesystem::path& root) {
  const std::optional<double> quota = ControlGroup(root).cpu_quota();
  const auto allowed = allowed_cpus(root);
  if (!allowed || allowed->empty()) return quota;
  const auto cpus = static_cast<double>(allowed->size());
  return std::min(cpus, quota.value_or(cpus));
}

int threads_within(std::optional<double> cpu_quota, int threads) {
  if (!cpu_quota || *cpu_quota >= threads) return threads;
  return std::max(static_cast<int>(*cpu_quota), 1);
}

}  // namespace wgf::hardware
