// SPDX-License-Identifier: MIT
#pragma once
// EfficientNet B0 and B7.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> efficientnet_models();

}  // namespace wgf::engine
