// SPDX-License-Identifier: MIT
#pragma once
// ResNet 18 to 152 (v1.5, stride in the 3x3 convolution) and ResNeXt-101 32x8d.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> resnet_models();

}  // namespace wgf::engine
