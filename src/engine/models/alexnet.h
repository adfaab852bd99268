// SPDX-License-Identifier: MIT
#pragma once
// AlexNet in its one-GPU form ("One weird trick", 2014), torchvision's.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> alexnet_models();

}  // namespace wgf::engine
