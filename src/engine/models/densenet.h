// SPDX-License-Identifier: MIT
#pragma once
// DenseNet-121.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> densenet_models();

}  // namespace wgf::engine
