// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include "base/text.h"
#include "hardware/system_files.h"
#include "runner/doctor/checks.h"

namespace wgf::runner {
namespace {

// What one GPU wants of its host: a core that launches, one that loads data, and as much memory as
// its own, through which checkpoints and weights pass.
constexpr double cores_per_gpu = 2;
// Containers give 64 MiB unless told otherwise, which a data loader with workers or NCCL between
// GPUs fills at once.
constexpr Bytes least_shared_memory{gibi};

Finding numa_of(const GpuFacts& gpu, const DoctorFacts& facts) {
  if (facts.machine.numa_nodes.size() == 1) return ok(gpu.subject(), {"doctor.numa_one", {}});
  if (!gpu.info.numa_node || !facts.host.allowed_cpus)
    return not_looked_at(gpu.subject(), {"doctor.numa_unknown", {}});
  const auto node =
      std::find_if(facts.machine.numa_nodes.begin(), facts.machine.numa_nodes.end(),
                   [&](const hardware::NumaNode& one) { return one.id == *gpu.info.numa_node; });
  if (node == facts.machine.numa_nodes.end())
    return not_looked_at(gpu.subject(), {"doctor.numa_unknown", {}});
  const Message seen{"doctor.numa",
                     {{"node", std::to_string(node->id)},
                      {"cpus", node->cpus},
                      {"allowed", *facts.host.allowed_cpus}}};
  if (hardware::cpu_lists_overlap(node->cpus, *facts.host.allowed_cpus))
    return ok(gpu.subject(), seen);
  return warning(gpu.subject(), seen, {"doctor.advice_numa", {{"node", std::to_string(node->id)}}});
}

std::vector<std::string> limits_of(const hardware::ContainerLimits& container) {
  std::vector<std::string> parts;
  if (!container.kind.empty()) parts.push_back(container.kind);
  if (container.cpu_quota) parts.push_back(format_number(*container.cpu_quota, 3) + " CPU");
  if (container.memory_max) parts.push_back(format_bytes(*container.memory_max));
  if (!container.cpuset.empty()) parts.push_back("cpuset " + container.cpuset);
  return parts;
}

// By the time limit and by the set of CPUs, whichever is less.
double usable_cpus(const hardware::ContainerLimits& container) {
  double least = container.cpu_quota.value_or(std::numeric_limits<double>::infinity());
  if (const auto cpus = hardware::cpus_of_list(container.cpuset); cpus && !cpus->empty())
    least = std::min(least, static_cast<double>(cpus->size()));
  return least;
}

Bytes largest_gpu_memory(const DoctorFacts& facts) {
  Bytes largest;
  for (const GpuFacts& gpu : facts.gpus)
    largest = std::max(largest, gpu.info.memory_total.value_or(Bytes()));
  return largest;
}

}  // namespace

Findings check_governor(const DoctorFacts& facts, const DoctorData&) {
  const auto& all = facts.host.cpus_with_governor;
  const auto& other = facts.host.cpus_without_performance_governor;
  if (!all || !other) return {not_looked_at("", {"doctor.no_governor", {}})};
  const Message seen{"doctor.governor",
                     {{"other", std::to_string(*other)}, {"all", std::to_string(*all)}}};
  if (*other == 0) return {ok("", {"doctor.governor_fast", seen.args})};
  return {warning("", seen, {"doctor.advice_governor", {}})};
}

Findings check_numa(const DoctorFacts& facts, const DoctorData&) {
  return for_each_gpu(facts, [&](const GpuFacts& gpu) { return numa_of(gpu, facts); });
}

Findings check_container(const DoctorFacts& facts, const DoctorData&) {
  const hardware::ContainerLimits& container = facts.machine.container;
  const std::vector<std::string> parts = limits_of(container);
  if (parts.empty()) return {ok("", {"doctor.no_limits", {}})};
  const Message seen{"doctor.limits", {{"limits", join(parts, ", ")}}};
  const double cores =
      cores_per_gpu * static_cast<double>(std::max<std::size_t>(facts.gpus.size(), 1));
  if (usable_cpus(container) < cores)
    return {warning("", seen, {"doctor.advice_cpu_quota", {{"cores", format_number(cores, 3)}}})};
  const Bytes memory = largest_gpu_memory(facts);
  if (container.memory_max && *container.memory_max < memory)
    return {warning("", seen, {"doctor.advice_memory_limit", {{"memory", format_bytes(memory)}}})};
  return {ok("", seen)};
}

Findings check_shared_memory(const DoctorFacts& facts, const DoctorData&) {
  const auto& size = facts.host.shared_memory;
  if (!size) return {not_looked_at("", {"doctor.unreadable", {}})};
  const Message seen{"doctor.shared_memory", {{"size", format_bytes(*size)}}};
  if (*size >= least_shared_memory) return {ok("", seen)};
  return {warning("", seen, {"doctor.advice_shared_memory", {}})};
}

}  // namespace wgf::runner
