// SPDX-License-Identifier: MIT
#pragma once
// The health of one NVIDIA GPU: memory errors, retired pages and rows, links.

#include "hardware/health.h"
#include "hardware/nvml_api.h"

namespace wgf::hardware::nvml {

GpuHealth read_health(const Api& api, Device device);

}  // namespace wgf::hardware::nvml
