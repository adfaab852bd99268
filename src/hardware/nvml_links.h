// SPDX-License-Identifier: MIT
#pragma once
// Which NVIDIA GPUs are joined by how many NVLinks, directly or through a switch, and else by which
// PCIe way.

#include <optional>
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

// How many NVLinks of one GPU are up and how many down; nothing where it has none.
struct LinkCount {
  int up = 0, down = 0;
};
std::optional<LinkCount> count_links(const Api& api, Device device);

}  // namespace wgf::hardware::nvml
