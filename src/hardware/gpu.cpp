// SPDX-License-Identifier: MIT
#include "hardware/gpu.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/text.h"
#include "hardware/system_files.h"

namespace wgf::hardware {
namespace {

std::string bare_uuid(std::string_view uuid) {
  std::string result = lower_case(uuid);
  if (result.starts_with("gpu-") || result.starts_with("mig-")) result.erase(0, 4);
  return result;
}

// CUDA names the cards it may use by the first letters of a UUID, too.
const GpuSlice* slice_that_begins(const GpuInfo& gpu, std::string_view bare_start) {
  const auto found = std::find_if(gpu.slices.begin(), gpu.slices.end(), [&](const GpuSlice& slice) {
    return !bare_start.empty() && bare_uuid(slice.uuid).starts_with(bare_start);
  });
  return found == gpu.slices.end() ? nullptr : &*found;
}

std::optional<std::string_view> visible_devices() {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return visible == nullptr ? std::nullopt : std::optional<std::string_view>(visible);
}

// Parent of a process; 0 where it has none or cannot be seen.
std::int64_t parent_of(const std::filesystem::path& root, std::int64_t pid) {
  const auto status = read_value(root / "proc" / std::to_string(pid) / "status");
  const auto parent = status ? value_of_line(*status, "PPid") : std::nullopt;
  return parent ? parse_integer(*parent).value_or(0) : 0;
}

}  // namespace

std::string normalized_pci_id(std::string_view pci_bus_id) {
  std::string id = lower_case(trim(pci_bus_id));
  if (std::count(id.begin(), id.end(), ':') == 1) id.insert(0, "0000:");
  const std::size_t domain_end = id.find(':');
  if (domain_end == std::string::npos) return id;
  std::size_t surplus = 0;
  while (domain_end - surplus > 4 && id[surplus] == '0') ++surplus;
  id.erase(0, surplus);
  if (id.find('.') == std::string::npos) id += ".0";
  return id;
}

const GpuInfo* find_gpu_by_pci_bus_id(std::span<const GpuInfo> gpus, std::string_view pci_bus_id) {
  const std::string wanted = normalized_pci_id(pci_bus_id);
  const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const GpuInfo& gpu) {
    return !gpu.pci_id.empty() && normalized_pci_id(gpu.pci_id) == wanted;
  });
  return found == gpus.end() ? nullptr : &*found;
}

const GpuInfo* find_gpu_by_uuid(std::span<const GpuInfo> gpus, std::string_view uuid) {
  const std::string wanted = bare_uuid(uuid);
  const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const GpuInfo& gpu) {
    return (!gpu.uuid.empty() && bare_uuid(gpu.uuid) == wanted) ||
           slice_that_begins(gpu, wanted) != nullptr;
  });
  return found == gpus.end() ? nullptr : &*found;
}

const GpuSlice* slice_in_use(const GpuInfo& gpu, std::string_view uuid,
                             std::optional<std::string_view> visible_devices) {
  if (const GpuSlice* slice = slice_that_begins(gpu, bare_uuid(uuid))) return slice;
  for (const std::string& name : split(visible_devices.value_or(""), ','))
    if (const GpuSlice* slice = slice_that_begins(gpu, bare_uuid(trim(name)))) return slice;
  return gpu.slices.empty() ? nullptr : &gpu.slices.front();
}

const GpuSlice* slice_in_use(const GpuInfo& gpu, std::string_view uuid) {
  return slice_in_use(gpu, uuid, visible_devices());
}

std::vector<std::optional<int>> cuda_ordinals(std::span<const GpuInfo> gpus,
                                              std::optional<std::string_view> visible_devices) {
  std::vector<std::optional<int>> ordinals(gpus.size());
  int next = 0;
  if (!visible_devices) {
    for (std::size_t i = 0; i < gpus.size(); ++i)
      if (gpus[i].vendor == "NVIDIA") ordinals[i] = next++;
    return ordinals;
  }
  for (const std::string& name : split(*visible_devices, ',')) {
    const std::optional<std::int64_t> index = parse_integer(trim(name));
    const std::string uuid = bare_uuid(trim(name));
    const auto named = std::find_if(gpus.begin(), gpus.end(), [&](const GpuInfo& gpu) {
      return index ? gpu.index == *index
                   : !uuid.empty() && (bare_uuid(gpu.uuid).starts_with(uuid) ||
                                       slice_that_begins(gpu, uuid) != nullptr);
    });
    if (named == gpus.end() || named->vendor != "NVIDIA") break;
    ordinals[static_cast<std::size_t>(named - gpus.begin())] = next++;
  }
  return ordinals;
}

std::vector<std::optional<int>> visible_ordinals(std::span<const GpuInfo> gpus) {
  return cuda_ordinals(gpus, visible_devices());
}

std::vector<ForeignProcess> foreign_processes(std::span<const GpuProcess> processes,
                                              std::int64_t own_pid,
                                              const std::filesystem::path& root) {
  std::vector<ForeignProcess> foreign;
  for (const GpuProcess& process : processes) {
    std::int64_t ancestor = process.pid;
    while (ancestor > 1 && ancestor != own_pid) ancestor = parent_of(root, ancestor);
    if (ancestor != own_pid) foreign.push_back(process);
  }
  return foreign;
}

}  // namespace wgf::hardware
