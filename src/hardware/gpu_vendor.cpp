// SPDX-License-Identifier: MIT
#include "hardware/gpu_vendor.h"

#include <map>

namespace wgf::hardware {

std::vector<std::unique_ptr<GpuVendor>> open_gpu_vendors() {
  std::vector<std::unique_ptr<GpuVendor>> vendors;
  for (const auto open : {&open_nvml, &open_rocm_smi})
    if (std::unique_ptr<GpuVendor> vendor = open("/")) vendors.push_back(std::move(vendor));
  return vendors;
}

std::vector<GpuHandle> all_gpus(const std::vector<std::unique_ptr<GpuVendor>>& vendors) {
  std::vector<GpuHandle> gpus;
  for (const std::unique_ptr<GpuVendor>& vendor : vendors)
    for (GpuInfo& info : vendor->devices())
      gpus.push_back({.vendor = vendor.get(), .info = std::move(info)});
  return gpus;
}

std::vector<GpuHandle> usable_gpus(const std::vector<std::unique_ptr<GpuVendor>>& vendors) {
  std::vector<GpuHandle> gpus;
  for (const std::unique_ptr<GpuVendor>& vendor : vendors) {
    std::vector<GpuInfo> found = vendor->devices();
    const std::vector<std::optional<int>> ordinals = visible_ordinals(found);
    std::map<int, GpuInfo*> in_order;
    for (std::size_t i = 0; i < found.size(); ++i)
      if (vendor->name() != "NVIDIA")
        in_order[static_cast<int>(i)] = &found[i];
      else if (ordinals[i])
        in_order[*ordinals[i]] = &found[i];
    for (const auto& [ordinal, info] : in_order)
      gpus.push_back({.vendor = vendor.get(), .info = std::move(*info)});
  }
  return gpus;
}

}  // namespace wgf::hardware
