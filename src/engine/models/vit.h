// SPDX-License-Identifier: MIT
#pragma once
// Vision transformers on patches of 16 x 16 pixels: names and shapes of torchvision's vit_b_16 and
// vit_l_16.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> vit_models();

}  // namespace wgf::engine
