// SPDX-License-Identifier: MIT
#pragma once
// MobileNetV2, width 1.0.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> mobilenet_v2_models();

}  // namespace wgf::engine
