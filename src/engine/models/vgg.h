// SPDX-License-Identifier: MIT
#pragma once
// VGG-16 and VGG-19, without normalisation.

#include <vector>

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> vgg_models();

}  // namespace wgf::engine
