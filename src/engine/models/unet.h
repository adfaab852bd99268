// SPDX-License-Identifier: MIT
#pragma once
// U-Net for segmentation, as commonly published: batch normalisation, transposed convolutions, 3
// channels in, 2 classes out.

#include "engine/models/network.h"

namespace wgf::engine {

std::vector<ModelEntry> unet_models();

}  // namespace wgf::engine
