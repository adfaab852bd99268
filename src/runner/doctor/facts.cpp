// SPDX-License-Identifier: MIT
#include "runner/doctor/facts.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "base/text.h"
#include "catalog/name_resolver.h"
#include "runner/device_choice.h"
#include "runner/environment.h"

namespace wgf::runner {
namespace {

std::optional<std::vector<ForeignProcess>> processes_on(const hardware::GpuHandle& gpu,
                                                        const std::filesystem::path& root) {
  const auto all = gpu.vendor->processes(gpu.info.index);
  if (!all) return std::nullopt;
  std::vector<ForeignProcess> processes;
  for (const hardware::GpuProcess& process : hardware::foreign_processes(*all, getpid(), root)) {
    const auto name = try_read_file(root / "proc" / std::to_string(process.pid) / "comm");
    processes.push_back({process.pid, std::string(trim(name.value_or(""))), process.memory});
  }
  return processes;
}

}  // namespace

const results::Result* DeviceWork::find(std::string_view benchmark) const {
  const auto found = std::find_if(
      results.begin(), results.end(),
      [&](const results::Result& result) { return result.measured_case.benchmark == benchmark; });
  return found == results.end() ? nullptr : &*found;
}

const DeviceWork* DoctorFacts::work_of(const GpuFacts& gpu) const {
  const auto found = std::find_if(work.begin(), work.end(), [&](const DeviceWork& candidate) {
    return !gpu.device.empty() && candidate.device == gpu.device;
  });
  return found == work.end() ? nullptr : &*found;
}

DoctorFacts gather_facts(const std::vector<std::unique_ptr<hardware::GpuVendor>>& vendors,
                         const catalog::GpuCatalog& catalog, const std::filesystem::path& root) {
  DoctorFacts facts{.machine = hardware::inspect_machine(root),
                    .host = hardware::inspect_host_health(root),
                    .kernel_log = hardware::read_kernel_log(root),
                    .has_nvidia_gpu = has_nvidia_gpu(root == "/" ? "" : root.string())};
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  facts.visible_devices = visible == nullptr ? "" : visible;
  for (const hardware::GpuHandle& gpu : hardware::all_gpus(vendors)) {
    facts.gpus.push_back(
        {.info = gpu.info,
         .health = gpu.vendor->health(gpu.info.index),
         .reading = gpu.vendor->read(gpu.info.index),
         .processes = processes_on(gpu, root),
         .record = catalog::identify_device(catalog, gpu.info.name, gpu.info.memory_total)});
  }
  return facts;
}

void add_engine(DoctorFacts& facts, const results::Hello& hello) {
  facts.engine.facts = engine_facts(hello);
  facts.engine.was_started = true;
  const std::int64_t count = hello.facts.integer("cuda_device_count");
  for (std::int64_t index = 0; index < count; ++index) {
    const std::string id = "cuda:" + std::to_string(index);
    const std::string pci_id = hardware::normalized_pci_id(hello.facts.text(id + ".pci_id"));
    for (GpuFacts& gpu : facts.gpus)
      if (!pci_id.empty() && hardware::normalized_pci_id(gpu.info.pci_id) == pci_id)
        gpu.device = id;
  }
}

}  // namespace wgf::runner
