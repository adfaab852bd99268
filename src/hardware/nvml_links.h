// SPDX-License-Identifier: MIT
#pragma once
// Which NVIDIA GPUs are joined by how many NVLinks, directly or through a switch, and else by which
// PCIe way.

#include <span>
#include <string>
#include <vector>

#include "hardware/gpu.h"
#include "hardware/nvml_api.h"

namespace wgf::hardware::nvml {

struct Endpoint {
  Device device = nullptr;
  int index = 0;
  std::string pci_id;  // normalized
};

std::vector<GpuLink> read_links(const Api& api, std::span<const Endpoint> gpus);

}  // namespace wgf::hardware::nvml
