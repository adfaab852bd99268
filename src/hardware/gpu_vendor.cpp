// SPDX-License-Identifier: MIT
#include "hardware/gpu_vendor.h"

namespace wgf::hardware {

std::vector<std::unique_ptr<GpuVendor>> open_gpu_vendors() {
  std::vector<std::unique_ptr<GpuVendor>> vendors;
  for (const auto open : {&open_nvml, &open_rocm_smi}) {
    if (std::unique_ptr<GpuVendor> vendor = open("/")) {
      vendors.push_back(std::move(vendor));
    }
  }
  return vendors;
}

std::vector<GpuHandle> all_gpus(const std::vector<std::unique_ptr<GpuVendor>>& vendors) {
  std::vector<GpuHandle> gpus;
  for (const std::unique_ptr<GpuVendor>& vendor : vendors) {
    for (GpuInfo& info : vendor->devices()) {
      gpus.push_back({.vendor = vendor.get(), .info = std::move(info)});
    }
  }
  return gpus;
}

}  // namespace wgf::hardware
