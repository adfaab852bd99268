// SPDX-License-Identifier: MIT
#pragma once
// MobileNetV3 small and large, width 1.0.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> mobilenet_v3_models();

}  // namespace wgf::engine
